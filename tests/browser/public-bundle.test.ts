/** How much JavaScript a public page loads before any interaction, compressed: its own modules and all their imports. */
import assert from 'node:assert/strict'
import fs from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { languages } from '#contract/languages.ts'
import { createAssetMap, type Manifest, type TextFolders } from '#server/pages/built-files.ts'
import { pages } from '#web/routes.ts'
import { catalogues } from '#web/words/source.ts'

/** The promised maximum. React is 68 kB of it, and TanStack Query 11. */
const LIMIT_BYTES = 130_000
const CLIENT = fileURLToPath(new URL('../../dist/client/', import.meta.url))
/** Not for listeners: the design page, and the external services of the sandbox. */
const APART = /^\/(design|sandbox)/

test('no public page loads more JavaScript than promised, in any language', (context) => {
  const manifest = JSON.parse(fs.readFileSync(path.join(CLIENT, '.vite/manifest.json'), 'utf8')) as Manifest
  const words = JSON.parse(fs.readFileSync(path.join(CLIENT, '.vite/words.json'), 'utf8')) as TextFolders
  const assetsOf = createAssetMap(manifest, words)
  const sizes = new Map<string, number>()
  const sizeOf = (file: string) => {
    const known = sizes.get(file) ?? gzipSync(fs.readFileSync(path.join(CLIENT, file))).length
    sizes.set(file, known)
    return known
  }
  const weighed = pages
    .filter((page) => page.access === 'public' && !APART.test(page.path))
    .flatMap((page) => languages.map((language) => ({ page, language })))
    .map(({ page, language }) => {
      const { boot, scripts, modules } = assetsOf(page.file, language)
      const files = new Set([boot, ...scripts, ...modules])
      return { path: `${language} ${page.path}`, bytes: [...files].reduce((sum, file) => sum + sizeOf(file), 0) }
    })
    .sort((one, other) => other.bytes - one.bytes)
  const { path: heaviest, bytes } = weighed[0]!
  context.diagnostic(`The heaviest: ${heaviest}, ${bytes} bytes of ${LIMIT_BYTES} promised`)
  assert.deepEqual(
    weighed.filter(({ bytes }) => bytes > LIMIT_BYTES),
    [],
  )
})

test('no built module contains a translation key instead of its text', () => {
  const keys = new Set(Object.keys(catalogues.en))
  const modules = fs
    .readdirSync(path.join(CLIENT, 'assets'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.js'))
  assert.ok(modules.length > 100)
  const unsaid = modules.flatMap((name) => {
    const code = fs.readFileSync(path.join(CLIENT, 'assets', name), 'utf8')
    const texts = [...code.matchAll(/(["'`])([a-z]\w*(?:\.[\w-]+)+)\1/g)].map((match) => match[2] ?? '')
    return texts.filter((text) => keys.has(text)).map((text) => `${name}: ${text}`)
  })
  assert.deepEqual(unsaid, [])
})
