/** The directory driver alone: keys, atomic writes, copies.
 * HTTP is files/routes.test.ts. */
import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { openDiskFiles } from './disk-files.ts'
import type { DiskFiles } from './files.ts'
import { isValidKey } from './keys.ts'
import { parseRange } from './ranges.ts'

const clock = { now: () => new Date() }
let root: string
let files: DiskFiles
const open = () => openDiskFiles({ root, publicUrl: 'https://peal.test/', secret: 'secret', clock })

before(async () => {
  root = await mkdtemp(join(tmpdir(), 'peal-disk-'))
  files = await open()
})

after(() => rm(root, { recursive: true }))

test('a key has lower-case letters, digits, dots, dashes, underscores and slashes, and no ..', () => {
  for (const key of ['media/a.mp3', 'a', 'original/0190-x_y.flac']) assert.ok(isValidKey(key), key)
  const bad = [
    '',
    '/',
    '/a',
    'a/',
    'a//b',
    '../a',
    'a/../b',
    'a..b',
    '.tmp/a',
    'a/.b',
    'A',
    'a b',
    'a\\b',
    'a\0',
    'ä',
    'a'.repeat(201),
  ]
  for (const key of bad) {
    assert.ok(!isValidKey(key), key)
    assert.throws(() => files.pathOf(key), { status: 404 })
  }
})

test('a stored file is read back, whole or in part, and replaced as a whole', async () => {
  await files.write('a/b/c.bin', Buffer.from('first'))
  await files.write('a/b/c.bin', Readable.from([Buffer.from('sec'), Buffer.from('ond')]))
  assert.equal((await buffer(files.read('a/b/c.bin'))).toString(), 'second')
  assert.equal((await buffer(files.read('a/b/c.bin', { start: 1, end: 3 }))).toString(), 'eco')
  assert.equal((await files.stat('a/b/c.bin'))?.size, 6)
  assert.equal(await files.stat('a/b'), null)
  assert.equal(await files.stat('a/b/c.bin/d'), null)
})

test('a failed write leaves the previous file', async () => {
  await files.write('keep.bin', Buffer.from('old'))
  const failing = Readable.from(
    (async function* () {
      yield Buffer.from('new')
      throw new Error('source failed')
    })(),
  )
  await assert.rejects(files.write('keep.bin', failing), /source failed/)
  assert.equal((await buffer(files.read('keep.bin'))).toString(), 'old')
  assert.deepEqual(await readdir(join(root, '.tmp')), [])
})

test('a limited write refuses a body shorter or longer than announced, or over the limit', async () => {
  const write = (text: string, contentLength: number, maxBytes = 10) =>
    files.writeLimited('limited.bin', Readable.from([Buffer.from(text)]), { maxBytes, contentLength })
  await assert.rejects(write('abc', 4), { status: 400, code: 'upload-incomplete' })
  await assert.rejects(write('abc', 2), { status: 400, code: 'upload-too-long' })
  await assert.rejects(write('abc', 3, 2), { status: 413 })
  assert.equal(await files.stat('limited.bin'), null)
  await write('abc', 3)
  await assert.rejects(write('abc', 3), { status: 409 })
})

test('a copy outlives its source, and removing a file twice is not an error', async () => {
  await files.write('from.bin', Buffer.from('x'))
  await files.copy('from.bin', 'to/there.bin')
  await files.copy('from.bin', 'to/there.bin')
  await files.remove('from.bin')
  await files.remove('from.bin')
  assert.equal((await buffer(files.read('to/there.bin'))).toString(), 'x')
  await assert.rejects(files.copy('from.bin', 'else.bin'))
})

test('incomplete files older than a day are removed at start', async () => {
  const [old, young] = [join(root, '.tmp/old'), join(root, '.tmp/young')]
  await writeFile(old, 'x')
  await writeFile(young, 'x')
  await utimes(old, new Date(0), new Date(0))
  await open()
  assert.deepEqual(await readdir(join(root, '.tmp')), ['young'])
})

test('a URL signed with another secret is not accepted', async () => {
  const other = await openDiskFiles({ root, publicUrl: 'https://peal.test', secret: 'other', clock })
  const queryOf = (url: string) => Object.fromEntries(new URL(url).searchParams)
  const put = { key: 'incoming/a.mp3', maxBytes: 5, expiresSeconds: 60 }
  assert.equal(files.verify('PUT', put.key, queryOf(await files.signPut(put))).maxBytes, 5)
  const foreign = queryOf(await other.signPut(put))
  assert.throws(() => files.verify('PUT', put.key, foreign), { status: 403 })
  assert.throws(() => files.verify('PUT', put.key, {}), { status: 403 })
})

test('any range returns bytes inside the file, or none', () => {
  for (const [header, size, expected] of [
    ['bytes=0-4', 10, { start: 0, end: 4 }],
    ['bytes=8-', 10, { start: 8, end: 9 }],
    ['bytes=-3', 10, { start: 7, end: 9 }],
    ['bytes=-30', 10, { start: 0, end: 9 }],
    ['bytes=0-0', 0, 'unsatisfiable'],
    ['bytes=-1', 0, 'unsatisfiable'],
    ['bytes=10-', 10, 'unsatisfiable'],
    ['bytes=4-3', 10, 'whole'],
    ['bytes=-', 10, 'whole'],
    ['bytes=99999999999999999999-', 10, 'whole'],
    [undefined, 10, 'whole'],
  ] as const) {
    assert.deepEqual(parseRange(header, size), expected, header)
  }
})
