// Before the first paint: the reader's theme and language, so that nothing flashes.
;(() => {
  const root = document.documentElement
  /** @param {string} key */
  const kept = (key) => { try { return localStorage.getItem(key) } catch { return null } }
  root.lang = kept('lang') ?? (navigator.language.startsWith('fr') ? 'fr' : 'en')
  root.dataset.theme = kept('theme') ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')
})()
