/** Resumable uploads without HTTP: what is stored, concurrent senders, invalid chunks.
 * Over HTTP they are tested in tests/journeys/uploads.test.ts. */
import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { openDiskFiles } from './disk-files.ts'
import type { DiskFiles } from './files.ts'

let root: string
let files: DiskFiles
const clock = { now: () => new Date() }
const open = (more = {}) => openDiskFiles({ root, publicUrl: '', secret: 'secret', clock, ...more })

before(async () => {
  root = await mkdtemp(join(tmpdir(), 'peal-chunks-'))
  files = await open()
})
after(() => rm(root, { recursive: true }))

const chunk = (text: string) => Readable.from([Buffer.from(text)])
const left = () => readdir(join(root, '.partial'))

test('consecutive chunks become one file, and nothing else is left', async () => {
  const total = 12
  assert.equal(await files.offsetOf('incoming/a.wav'), 0)
  assert.equal(await files.writeChunk('incoming/a.wav', chunk('one '), { start: 0, total }), false)
  assert.equal(await files.stat('incoming/a.wav'), null)
  assert.equal(await files.offsetOf('incoming/a.wav'), 4)
  assert.equal(await files.writeChunk('incoming/a.wav', chunk('two '), { start: 4, total }), false)
  assert.equal(await files.writeChunk('incoming/a.wav', chunk('four'), { start: 8, total }), true)
  assert.equal((await buffer(files.read('incoming/a.wav'))).toString(), 'one two four')
  assert.equal(await files.offsetOf('incoming/a.wav'), total)
  assert.deepEqual(await left(), [])
  await assert.rejects(files.writeChunk('incoming/a.wav', chunk('x'), { start: 0, total: 1 }), { status: 409 })
})

test('a chunk after a gap is refused, and a repeated chunk is harmless', async () => {
  await files.writeChunk('incoming/b.wav', chunk('abcd'), { start: 0, total: 8 })
  await assert.rejects(files.writeChunk('incoming/b.wav', chunk('gh'), { start: 6, total: 8 }), {
    status: 416,
    code: 'upload-offset-wrong',
    message: 'The next byte is 4',
  })
  assert.equal(await files.writeChunk('incoming/b.wav', chunk('cdefgh'), { start: 2, total: 8 }), true)
  assert.equal((await buffer(files.read('incoming/b.wav'))).toString(), 'abcdefgh')
})

test('more bytes than announced are refused', async () => {
  await assert.rejects(files.writeChunk('incoming/c.wav', chunk('abcdef'), { start: 0, total: 4 }), {
    status: 400,
    code: 'upload-too-long',
  })
  await files.remove('incoming/c.wav')
  assert.deepEqual(await left(), [])
})

test('requesting the offset stops a sender that hangs', async () => {
  const hanging = new PassThrough()
  hanging.write('abc')
  const sending = files.writeChunk('incoming/d.wav', hanging, { start: 0, total: 6 })
  const ended = assert.rejects(sending, { status: 400, code: 'upload-incomplete' })
  while ((await files.arrivedBytes('incoming/d.wav')) < 3) await new Promise((resolve) => setTimeout(resolve, 5))
  assert.equal(await files.offsetOf('incoming/d.wav'), 3)
  await ended
  assert.equal(await files.writeChunk('incoming/d.wav', chunk('def'), { start: 3, total: 6 }), true)
  assert.equal((await buffer(files.read('incoming/d.wav'))).toString(), 'abcdef')
})

test('received bytes survive a restart', async () => {
  await files.writeChunk('incoming/e.wav', chunk('abc'), { start: 0, total: 6 })
  const next = await open()
  assert.equal(await next.offsetOf('incoming/e.wav'), 3)
  assert.equal(await next.writeChunk('incoming/e.wav', chunk('def'), { start: 3, total: 6 }), true)
})

test('a full disk refuses chunks, upload URLs and files, and still serves stored files', async () => {
  const full = await open({ keepFreeBytes: Number.MAX_SAFE_INTEGER })
  const refused = { status: 503, code: 'storage-full' }
  await assert.rejects(full.signPut({ key: 'incoming/f.wav', maxBytes: 9, expiresSeconds: 9 }), refused)
  await assert.rejects(full.writeChunk('incoming/f.wav', chunk('a'), { start: 0, total: 2 }), refused)
  await assert.rejects(full.writeLimited('incoming/f.wav', chunk('a'), { maxBytes: 9 }), refused)
  assert.equal((await buffer(full.read('incoming/e.wav'))).toString(), 'abcdef')
})
