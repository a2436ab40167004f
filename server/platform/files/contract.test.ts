/** The contract of every files driver, tested with each: a directory behind our own routes, and an S3-compatible store.
 * Behaviour of a single driver is in files.test.ts and files/routes.test.ts. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { fastify } from 'fastify'
import { AppError } from '#server/platform/errors.ts'
import { runStore, STORE_KEY } from '#tests/object-store.ts'
import type { ListedFile, DiskFiles, ObjectFiles } from './files.ts'
import { fileRoutes } from './routes.ts'
import { openDiskFiles } from './disk-files.ts'
import { openObjectFiles } from './s3.ts'

type Driver = {
  files: DiskFiles | ObjectFiles
  origin: string
  here: (url: string) => string
  stop: () => Promise<void>
}

const clock = { now: () => new Date() }
/** As s3-uploads.ts cuts a file. */
const PART_BYTES = 5 * 2 ** 20
const song = randomBytes(700_000)

async function serve(files: DiskFiles | ObjectFiles) {
  const app = fastify()
  app.setErrorHandler((error, _request, reply) => {
    const [status, code] = error instanceof AppError ? [error.status, error.code] : [500, 'internal-error']
    return reply.code(status).send({ success: false, error: String(error), code })
  })
  fileRoutes(app, { files })
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  return { origin, close: () => app.close() }
}

async function openDisk(root: string): Promise<Driver> {
  const files = await openDiskFiles({ root, publicUrl: 'http://peal.test', secret: 'secret', clock })
  const { origin, close } = await serve(files)
  return { files, origin, here: (url) => url.replace('http://peal.test', origin), stop: close }
}

const storeOptions = (bucket: string, port: number) => ({
  bucket,
  endpoint: `http://127.0.0.1:${port}`,
  region: 'us-east-1',
  accessKeyId: STORE_KEY,
  secretAccessKey: STORE_KEY,
  isPathStyle: true,
  bucketUrl: '',
  isRedirecting: false,
  publicUrl: 'http://peal.test',
  secret: 'secret',
  clock,
  listedAtOnce: 4,
})

async function openStore(root: string): Promise<Driver> {
  const store = await runStore(root)
  const files = openObjectFiles(storeOptions('peal', store.port))
  const { origin, close } = await serve(files)
  const stop = async () => {
    await close()
    await store.close()
  }
  return { files, origin, here: (url) => url.replace('http://peal.test', origin), stop }
}

for (const [name, openDriver] of Object.entries({ directory: openDisk, bucket: openStore })) {
  const root = await mkdtemp(join(tmpdir(), `peal-${name}-`))
  const { files, origin, here, stop } = await openDriver(root)
  after(async () => {
    await stop()
    await rm(root, { recursive: true, force: true })
  })
  const put = (url: string, body: Buffer) => fetch(url, { method: 'PUT', body: new Uint8Array(body) })

  test(`${name}: a stored file is read back, whole or in part, and replaced as a whole`, async () => {
    await files.write('a/b/c.bin', Buffer.from('first'))
    await files.write('a/b/c.bin', Readable.from([Buffer.from('sec'), Buffer.from('ond')]))
    assert.equal((await buffer(files.read('a/b/c.bin'))).toString(), 'second')
    assert.equal((await buffer(files.read('a/b/c.bin', { start: 1, end: 3 }))).toString(), 'eco')
    const found = await files.stat('a/b/c.bin')
    assert.equal(found?.size, 6)
    assert.ok(Math.abs(found.modifiedAt.getTime() - Date.now()) < 60_000)
  })

  test(`${name}: a missing file has no size, and reading or copying it fails`, async () => {
    assert.equal(await files.stat('a/none.bin'), null)
    assert.equal(await files.arrivedBytes('a/none.bin'), 0)
    await assert.rejects(buffer(files.read('a/none.bin')))
    await assert.rejects(files.copy('a/none.bin', 'a/some.bin'))
    assert.equal(await files.stat('a/some.bin'), null)
    await files.remove('a/none.bin')
  })

  test(`${name}: complete files are listed by the beginning of their keys`, async () => {
    const keys = Array.from({ length: 11 }, (_, index) => `list/${index % 3}/${index}.bin`)
    for (const key of keys) await files.write(key, Buffer.from(key))
    await files.write('lists.bin', song)
    const listed: ListedFile[] = []
    for await (const file of files.list('list/')) listed.push(file)
    assert.deepEqual(listed.map(({ key }) => key).sort(), keys.toSorted())
    for (const { key, size, modifiedAt } of listed) {
      assert.equal(size, key.length)
      assert.ok(Math.abs(modifiedAt.getTime() - Date.now()) < 60_000)
    }
    for await (const { key } of files.list('list/nothing')) assert.fail(key)
  })

  test(`${name}: a copy is a separate file, and removing one leaves the other`, async () => {
    await files.write('a/one.bin', song)
    await files.copy('a/one.bin', 'a/two.bin')
    await files.remove('a/one.bin')
    assert.equal(await files.stat('a/one.bin'), null)
    assert.deepEqual(await buffer(files.read('a/two.bin')), song)
  })

  test(`${name}: a program on this machine reads the file at a path`, async () => {
    await files.write('a/local.bin', song)
    assert.deepEqual(await files.withLocalFile('a/local.bin', (path) => readFile(path)), song)
    await assert.rejects(files.withLocalFile('a/none.bin', (path) => readFile(path)))
  })

  test(`${name}: a key with .. or a hidden file name is refused`, async () => {
    for (const key of ['../a', '/a', 'a//b', '.tmp/a', 'A', 'a b', 'a'.repeat(201)]) {
      await assert.rejects(async () => files.stat(key), { status: 404 }, key)
      await assert.rejects(async () => files.signPut({ key, maxBytes: 1, expiresSeconds: 1 }), { status: 404 }, key)
    }
  })

  test(`${name}: a signed upload URL accepts the file, for its key only`, async () => {
    const url = here(await files.signPut({ key: 'incoming/up.mp3', maxBytes: 1_000_000, expiresSeconds: 60 }))
    assert.equal((await put(url.replace('up.mp3', 'other.mp3'), song)).status, 403)
    assert.equal((await fetch(url)).status, 403)
    assert.equal((await put(url, song)).status, 200)
    assert.deepEqual(await buffer(files.read('incoming/up.mp3')), song)
    assert.equal(await files.arrivedBytes('incoming/up.mp3'), song.length)
    assert.equal(await files.stat('incoming/other.mp3'), null)
  })

  test(`${name}: an upload URL for a content type refuses other types`, async () => {
    const type = 'audio/flac'
    const url = here(await files.signPut({ key: 'incoming/t.flac', maxBytes: 10, expiresSeconds: 60, type }))
    const send = (sent: string) => fetch(url, { method: 'PUT', body: 'x', headers: { 'content-type': sent } })
    assert.ok([403, 415].includes((await send('text/html')).status))
    assert.equal((await send(type)).status, 200)
  })

  test(`${name}: an expired URL can neither be written nor read`, async () => {
    const past = here(await files.signPut({ key: 'incoming/late.mp3', maxBytes: 10, expiresSeconds: 1 }))
    const get = here(await files.signGet({ key: 'incoming/up.mp3', expiresSeconds: 1 }))
    await new Promise((resolve) => setTimeout(resolve, 2_100))
    assert.equal((await put(past, Buffer.from('x'))).status, 403)
    assert.ok([400, 403].includes((await fetch(get)).status), 'stores differ')
  })

  test(`${name}: an interrupted upload resumes, a gap is refused, and one that is ended leaves nothing`, async () => {
    const whole = randomBytes(2 * PART_BYTES + 1_000)
    const total = whole.length
    async function* cutAt(end: number, start = 0) {
      for (let at = start; at < end; at += 60_000) yield whole.subarray(at, Math.min(end, at + 60_000))
      throw new Error('the connection broke')
    }
    const cut = (key: string) =>
      assert.rejects(files.writeChunk(key, Readable.from(cutAt(PART_BYTES + 9)), { start: 0, total }), { status: 400 })
    await cut('incoming/long.wav')
    const offset = await files.offsetOf('incoming/long.wav')
    assert.ok(name === 'bucket' ? offset === PART_BYTES : offset > 0 && offset <= PART_BYTES + 9, `${offset}`)
    const send = (start: number) =>
      files.writeChunk('incoming/long.wav', Readable.from([whole.subarray(start)]), { start, total })
    await assert.rejects(send(offset + 1), { status: 416, message: `The next byte is ${offset}` })
    assert.equal(await send(offset - 7), true)
    assert.deepEqual(await buffer(files.read('incoming/long.wav')), whole)
    await assert.rejects(send(0), { status: 409 })
    await assert.rejects(files.writeLimited('incoming/big.wav', Readable.from([whole]), { maxBytes: total - 1 }), {
      status: 413,
    })
    assert.equal(await files.arrivedBytes('incoming/big.wav'), 0)

    await cut('incoming/ended.wav')
    await cut('incoming/old.wav')
    await files.removeUpload('incoming/ended.wav')
    assert.equal(await files.arrivedBytes('incoming/ended.wav'), 0)
    await files.removeIncomplete('incoming/', new Date(Date.now() - 60_000))
    assert.equal(await files.arrivedBytes('incoming/old.wav'), offset)
    await files.removeIncomplete('incoming/', new Date(Date.now() + 60_000))
    assert.equal(await files.arrivedBytes('incoming/old.wav'), 0)
  })

  test(`${name}: a private file is sent to anybody with its signed URL, as a download`, async () => {
    await files.write('original/a.wav', song)
    assert.ok([403, 404].includes((await fetch(`${origin}/files/original/a.wav`)).status))
    const response = await fetch(here(await files.signGet({ key: 'original/a.wav', expiresSeconds: 60 })))
    assert.equal(response.status, 200)
    assert.match(response.headers.get('content-disposition') ?? '', /^attachment/)
    assert.deepEqual(Buffer.from(await response.arrayBuffer()), song)
  })

  test(`${name}: listeners get public files whole and in ranges, with conditions`, async () => {
    await files.write('media/song.mp3', song)
    const url = here(files.publicUrl('media/song.mp3'))
    const whole = await fetch(url)
    assert.deepEqual(Buffer.from(await whole.arrayBuffer()), song)
    assert.equal(whole.headers.get('content-type'), 'audio/mpeg')
    const etag = whole.headers.get('etag') ?? ''
    const part = await fetch(url, { headers: { range: 'bytes=100-199' } })
    assert.equal(part.status, 206)
    assert.equal(part.headers.get('content-range'), 'bytes 100-199/700000')
    assert.deepEqual(Buffer.from(await part.arrayBuffer()), song.subarray(100, 200))
    const tail = await fetch(url, { headers: { range: 'bytes=-10' } })
    assert.deepEqual(Buffer.from(await tail.arrayBuffer()), song.subarray(-10))
    assert.equal((await fetch(url, { headers: { range: 'bytes=700000-' } })).status, 416)
    assert.equal((await fetch(url, { headers: { 'if-none-match': etag } })).status, 304)
    const head = await fetch(url, { method: 'HEAD' })
    assert.equal(head.headers.get('content-length'), '700000')
    assert.equal((await fetch(here(files.publicUrl('media/none.mp3')))).status, 404)
  })
}

test('a missing bucket and an unreachable store stop the start, and are named', async () => {
  const root = await mkdtemp(join(tmpdir(), 'peal-bucket-'))
  const { port, close } = await runStore(root)
  const open = (bucket: string, endpointPort = port) => openObjectFiles(storeOptions(bucket, endpointPort))
  try {
    await open('peal').requireBucket()
    await assert.rejects(open('peal-none').requireBucket(), /S3_BUCKET: there is no bucket peal-none/)
  } finally {
    await close()
  }
  await assert.rejects(open('peal', 1).requireBucket(), /S3_ENDPOINT: no server responds/)
  await rm(root, { recursive: true, force: true })
})
