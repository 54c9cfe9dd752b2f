// What can be checked without a browser: types, weight, words, and that nothing is inline.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { ROOT } from './house.mjs'

const PAGE = join(ROOT, 'page')

async function files(folder, endings) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const names = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath ?? entry.path, entry.name))
  return names.filter((name) => !name.includes('node_modules') && !name.startsWith(join(PAGE, 'test')) && endings.some((ending) => name.endsWith(ending)))
}

test('the types agree with the protocol', async () => {
  await promisify(execFile)(process.execPath, [join(PAGE, 'test/node_modules/typescript/bin/tsc'), '-p', join(PAGE, 'tsconfig.json')]).catch(({ stdout }) => assert.fail(stdout))
})

test('the first paint waits for no chain of modules', async () => {
  const html = await readFile(join(PAGE, 'index.html'), 'utf8')
  const named = new Set([...html.matchAll(/(?:href|src)="\/page\/([^"]+\.js)"/g)].map(([, name]) => name))
  const reached = new Set(['app.js', 'boot.js'])
  for (const name of reached) {
    const source = await readFile(join(PAGE, name), 'utf8')
    for (const [, path] of source.matchAll(/^import .* from '([^']+)'$/gm)) reached.add(join(name, '..', path))
  }
  assert.deepEqual([...named].sort(), [...reached].sort())
})

test('nothing is inline', async () => {
  const html = await readFile(join(PAGE, 'index.html'), 'utf8')
  assert.doesNotMatch(html, /<style|style=|onload=|onclick=|<script>/)
  for (const name of await files(PAGE, ['.js'])) {
    const source = await readFile(name, 'utf8')
    assert.doesNotMatch(source, /innerHTML|insertAdjacentHTML|setAttribute\('style'|style: '/, name)
  }
})

test('every sentence of the page is said, and every one that is said exists in both languages', async () => {
  const code = (await Promise.all((await files(PAGE, ['.js'])).map((name) => readFile(name, 'utf8')))).join('\n')
  const said = new Set([...code.matchAll(/['`](page\.[a-z.-]+)['`]/g)].map(([, key]) => key))
  // The last word of some depends on what they are about: page.offer.${what}.
  const families = [...code.matchAll(/`(page\.[a-z.-]+\.)\$\{\w+\}`/g)].map(([, family]) => family)
  for (const lang of ['en', 'fr']) {
    const words = JSON.parse(await readFile(join(ROOT, `words/${lang}/page.json`), 'utf8'))
    assert.deepEqual([...said].filter((key) => !(key in words)), [], `missing in ${lang}`)
    assert.deepEqual(families.filter((family) => !Object.keys(words).some((key) => key.startsWith(family))), [], `missing in ${lang}`)
    assert.deepEqual(Object.keys(words).filter((key) => !said.has(key) && !families.some((family) => key.startsWith(family))), [], `unused in ${lang}`)
  }
})

test('what is put into a sentence is plain text', async () => {
  globalThis.document = { documentElement: { lang: 'en', dataset: {} } }
  globalThis.fetch = async () => new Response(JSON.stringify({ 'g.won': '{a} beats {b} {a} {n}{x', 'word.one': 'One' }))
  try {
    const { say, speak } = await import(join(PAGE, 'words.js'))
    await speak('en')
    assert.equal(say('g.won', { a: '{b}', b: "{a} $& $' $1", n: ['one', '{a}'] }), "{b} beats {a} $& $' $1 {b} One, {a}{x")
    assert.equal(say('g.won', [['b', '$$'], ['a', '{n}']]), '{n} beats $$ {n} {n}{x')
  } finally {
    delete globalThis.document
    delete globalThis.fetch
  }
})
