/** The reduced contract for the browser: methods and paths, without validation schemas. */
import assert from 'node:assert/strict'
import fs from 'node:fs'
import { test } from 'node:test'
import * as albums from '#contract/catalog/albums.ts'
import * as stats from '#contract/listening/stats.ts'
import { leanModule } from './lean-contract.ts'

const read = (name: string) => fs.readFileSync(new URL(`../contract/${name}`, import.meta.url), 'utf8')

test('a call is its method, path and fallback', () => {
  const lean = leanModule(read('catalog/albums.ts'), albums)
  assert.match(lean, /export const getAlbum = \{"method":"GET","path":"\/albums\/:albumId"\}/)
  assert.match(lean, /export const createAlbum = \{[^}]*"isForm":true,"fallback":"[^"]+"\}/)
  assert.doesNotMatch(lean, /summary/)
})

test('calls created by a function are written out too', () => {
  assert.match(
    leanModule(read('listening/stats.ts'), stats),
    /getEarnings = \{"method":"GET","path":"\/stats\/music\/earnings"\}/,
  )
})

test('schemas are left out, and dropped where nothing uses them', () => {
  const lean = leanModule(read('catalog/albums.ts'), albums)
  assert.match(lean, /export const Album = \/\* @__PURE__ \*\/ \(\(\) => \(z\.object/)
})

test('an import that is no longer used is removed', () => {
  assert.doesNotMatch(leanModule(read('catalog/albums.ts'), albums), /from '#contract\/errors\.ts'/)
})
