/** The route table and the page files match. */
import assert from 'node:assert/strict'
import { existsSync, globSync } from 'node:fs'
import { test } from 'node:test'
import { hasPage, pages } from './routes.ts'

const here = import.meta.dirname

test('every route has its file and every page file its route', () => {
  assert.deepEqual(
    pages.filter(({ file }) => !existsSync(`${here}/${file}`)),
    [],
  )
  const known = new Set<string>(pages.map(({ file }) => file))
  assert.deepEqual(
    globSync('*/*-page.tsx', { cwd: here }).filter((file) => !known.has(file)),
    [],
  )
})

test('no route appears twice', () => {
  assert.equal(new Set(pages.map(({ path }) => path)).size, pages.length)
})

test('listed routes can be visited as they are', () => {
  assert.deepEqual(
    pages.filter(({ isListed, access, path }) => isListed && (access === 'private' || path.includes(':'))),
    [],
  )
})

test('a link is shown only if its page exists', () => {
  assert.equal(hasPage('/'), true)
  assert.equal(hasPage('/nowhere'), false)
  assert.equal(hasPage('/design?x=1'), true)
})
