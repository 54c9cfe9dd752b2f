// Small line icons, drawn in the colour of the text beside them.
import { draw } from './svg.js'

/** Paths on a field of 24 by 24. */
const PATHS = {
  menu: 'M4 7h16M4 12h16M4 17h16',
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5Z',
  sun: 'M12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6 7 7M17 17l1.4 1.4M5.6 18.4 7 17M17 7l1.4-1.4M16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0Z',
  sound: 'M4 9.5v5h4l5 4v-13l-5 4ZM16.5 9a4 4 0 0 1 0 6M19 6.5a8 8 0 0 1 0 11',
  silence: 'M4 9.5v5h4l5 4v-13l-5 4ZM17 10l4.5 4.5M21.5 10 17 14.5',
  person: 'M16 8a4 4 0 1 1-8 0 4 4 0 0 1 8 0ZM4.5 20c.8-4 3.8-6 7.5-6s6.7 2 7.5 6',
  people: 'M12 9a3.5 3.5 0 1 1-7 0 3.5 3.5 0 0 1 7 0ZM2.5 19c.5-3.3 2.9-5 6-5s5.5 1.7 6 5M15.5 5.8a3.5 3.5 0 0 1 0 6.4M17 14.3c2.5.4 4.1 2 4.5 4.7',
  computer: 'M4 5h16v11H4zM9 20h6M12 16v4',
  link: 'M10 14a4 4 0 0 0 5.7 0l3.1-3.1a4 4 0 0 0-5.7-5.7L12 6.3M14 10a4 4 0 0 0-5.7 0l-3.1 3.1a4 4 0 0 0 5.7 5.7L12 17.7',
  bulb: 'M9 18h6M10 21h4M12 3a6 6 0 0 1 3.6 10.8c-.7.6-1.1 1.3-1.1 2.2h-5c0-.9-.4-1.6-1.1-2.2A6 6 0 0 1 12 3Z',
  undo: 'M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3',
  turn: 'M20 12a8 8 0 1 1-2.5-5.8M20 3v4.5h-4.5',
  more: 'M6 12a1 1 0 1 1-2 0 1 1 0 0 1 2 0ZM13 12a1 1 0 1 1-2 0 1 1 0 0 1 2 0ZM20 12a1 1 0 1 1-2 0 1 1 0 0 1 2 0Z',
  flag: 'M6 21V4M6 5h11l-2 4 2 4H6',
  draw: 'M5 9h14M5 15h14',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  book: 'M12 6.5C10 5 7.5 4.5 4 4.5v13c3.5 0 6 .5 8 2 2-1.5 4.5-2 8-2v-13c-3.5 0-6 .5-8 2ZM12 6.5v13',
  first: 'M18 6l-7 6 7 6M6 6v12',
  back: 'M15 5l-7 7 7 7',
  forward: 'M9 5l7 7-7 7',
  last: 'M6 6l7 6-7 6M18 6v12',
  play: 'M7 5l12 7-12 7Z',
  pause: 'M8 5v14M16 5v14',
  download: 'M12 4v11M7 11l5 5 5-5M5 20h14',
  share: 'M12 15V4M8 8l4-4 4 4M6 12H5v8h14v-8h-1',
  check: 'M5 13l5 5L20 7',
  close: 'M6 6l12 12M18 6 6 18',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM14.5 12a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0Z',
  analyse: 'M4 20V10M10 20V4M16 20v-8M21 20H3',
  again: 'M4 12a8 8 0 0 1 14-5.3L20 9M20 4v5h-5M20 12a8 8 0 0 1-14 5.3L4 15M4 20v-5h5',
}

/** @param {keyof typeof PATHS} name */
export function icon(name) {
  return draw('svg', { class: 'icon', viewBox: '0 0 24 24', 'aria-hidden': 'true', focusable: 'false' }, ['path', { d: PATHS[name] }])
}
