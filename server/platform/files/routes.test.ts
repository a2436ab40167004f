/** Uploads and downloads over real sockets.
 * Storage alone is files.test.ts. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readdir, mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, test } from 'node:test'
import { fastify, type FastifyInstance } from 'fastify'
import { AppError } from '#server/platform/errors.ts'
import { until } from '#tests/users.ts'
import { fileRoutes } from './routes.ts'
import { openDiskFiles } from './disk-files.ts'
import type { DiskFiles } from './files.ts'

const HOUR_SECONDS = 3_600
const song = randomBytes(700_000)
let now = new Date('2030-01-01T00:00:00Z')
let root: string
let app: FastifyInstance
let files: DiskFiles
let origin: string
let port: number
const uploaded: string[] = []

before(async () => {
  root = await mkdtemp(join(tmpdir(), 'peal-files-'))
  files = await openDiskFiles({ root, publicUrl: 'http://peal.test/', secret: 'secret', clock: { now: () => now } })
  app = fastify()
  app.setErrorHandler((error, _request, reply) => {
    const [status, code] = error instanceof AppError ? [error.status, error.code] : [500, 'internal-error']
    return reply.code(status).send({ success: false, error: String(error), code })
  })
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('X-From-A-Hook', 'kept')
  })
  fileRoutes(app, {
    files,
    onUploaded: async (key) => {
      uploaded.push(key)
    },
  })
  origin = await app.listen({ port: 0, host: '127.0.0.1' })
  port = Number(new URL(origin).port)
  await files.write('media/song.mp3', song)
})

after(async () => {
  await app.close()
  await rm(root, { recursive: true })
})

beforeEach(() => {
  now = new Date('2030-01-01T00:00:00Z')
  uploaded.length = 0
})

const here = (url: string) => url.replace('http://peal.test', origin)
const get = (headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${origin}/files/media/song.mp3`, { method, headers })
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())
const temporaries = () => readdir(join(root, '.tmp'))
const signPut = async (key: string, maxBytes = 1_000_000) =>
  here(await files.signPut({ key, maxBytes, expiresSeconds: HOUR_SECONDS }))
const put = (url: string, body: Buffer | string, headers: Record<string, string> = {}) =>
  fetch(url, { method: 'PUT', body: typeof body === 'string' ? body : new Uint8Array(body), headers })

/** Sends exactly these bytes and closes the connection, after the response if that is wanted. */
function sendRaw(text: string, waitForAnswer: boolean): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(text, () => {
        if (!waitForAnswer) setTimeout(() => socket.destroy(), 50)
      })
    })
    let answer = ''
    socket.on('data', (data) => (answer += data.toString('latin1')))
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(answer))
  })
}

test('a whole file is sent with its type, its length and a cache lifetime of a year', async () => {
  const response = await get()
  assert.equal(response.status, 200)
  assert.deepEqual(await bytesOf(response), song)
  assert.equal(response.headers.get('content-type'), 'audio/mpeg')
  assert.equal(response.headers.get('content-length'), '700000')
  assert.equal(response.headers.get('accept-ranges'), 'bytes')
  assert.match(response.headers.get('cache-control') ?? '', /immutable/)
  assert.equal(response.headers.get('x-content-type-options'), 'nosniff')
  assert.equal(response.headers.get('x-from-a-hook'), 'kept')
})

test('a range is a 206 with exactly those bytes', async () => {
  const cases: [string, number, number][] = [
    ['bytes=0-0', 0, 0],
    ['bytes=0-262143', 0, 262_143],
    ['bytes=262143-600000', 262_143, 600_000],
    ['bytes=699999-', 699_999, 699_999],
    ['bytes=0-', 0, 699_999],
    ['bytes=-1', 699_999, 699_999],
    ['bytes=-300000', 400_000, 699_999],
    ['bytes=-999999999', 0, 699_999],
    ['bytes=5-999999999', 5, 699_999],
  ]
  for (const [range, start, end] of cases) {
    const response = await get({ range })
    assert.equal(response.status, 206, range)
    assert.equal(response.headers.get('content-range'), `bytes ${start}-${end}/700000`)
    assert.deepEqual(await bytesOf(response), song.subarray(start, end + 1), range)
  }
})

test('a range beyond the end is a 416 with the length', async () => {
  for (const range of ['bytes=700000-', 'bytes=900000-900001', 'bytes=-0']) {
    const response = await get({ range })
    assert.equal(response.status, 416, range)
    assert.equal(response.headers.get('content-range'), 'bytes */700000')
    assert.equal((await bytesOf(response)).length, 0)
  }
})

test('a malformed range, another unit and several ranges return the whole file', async () => {
  for (const range of ['bytes=-', 'bytes=5-4', 'bytes=a-b', 'seconds=0-1', 'bytes=0-1,4-5', 'bytes=1e3-']) {
    const response = await get({ range })
    assert.equal(response.status, 200, range)
    assert.equal((await bytesOf(response)).length, song.length)
  }
})

test('If-Range returns the range only to a client with the current version', async () => {
  const headers = (await get({}, 'HEAD')).headers
  const range = 'bytes=0-9'
  for (const [condition, status] of [
    [headers.get('etag')!, 206],
    [headers.get('last-modified')!, 206],
    ['"another"', 200],
    [`W/${headers.get('etag')}`, 200],
    ['Tue, 01 Jan 2019 00:00:00 GMT', 200],
  ] as const) {
    const response = await get({ range, 'if-range': condition })
    assert.equal(response.status, status, condition)
    await response.arrayBuffer()
  }
})

test('a client with the current version gets a 304', async () => {
  const headers = (await get({}, 'HEAD')).headers
  const conditions: Record<string, string>[] = [
    { 'if-none-match': headers.get('etag')! },
    { 'if-none-match': `"x", W/${headers.get('etag')}` },
    { 'if-modified-since': headers.get('last-modified')! },
  ]
  for (const condition of conditions) {
    const response = await get(condition)
    assert.equal(response.status, 304)
    assert.equal((await bytesOf(response)).length, 0)
  }
  assert.equal((await get({ 'if-none-match': '"another"' })).status, 200)
})

test('HEAD sends the headers of the whole file and nothing else', async () => {
  const response = await get({ range: 'bytes=0-9' }, 'HEAD')
  assert.equal(response.status, 200)
  assert.equal(response.headers.get('content-length'), '700000')
  assert.equal((await bytesOf(response)).length, 0)
})

test('one connection is used for one range after another', async () => {
  const request = 'GET /files/media/song.mp3 HTTP/1.1\r\nHost: x\r\nRange: bytes=0-3\r\n\r\n'
  const answer = await sendRaw(request + request + request.replace('Host: x', 'Host: x\r\nConnection: close'), true)
  assert.equal(answer.match(/206 Partial Content/g)?.length, 3)
})

test('a client that disconnects does not affect the next one', async () => {
  for (let i = 0; i < 20; i++) await sendRaw('GET /files/media/song.mp3 HTTP/1.1\r\nHost: x\r\n\r\n', false)
  assert.deepEqual(await bytesOf(await get()), song)
})

test('only public keys can be read without a signature', async () => {
  await files.write('original/a.wav', Buffer.from('secret'))
  assert.equal((await fetch(`${origin}/files/original/a.wav`)).status, 403)
  const signed = here(await files.signGet({ key: 'original/a.wav', expiresSeconds: 60 }))
  const response = await fetch(signed)
  assert.equal(response.status, 200)
  assert.equal(response.headers.get('content-disposition'), 'attachment')
  assert.match(response.headers.get('cache-control') ?? '', /private/)
  assert.equal((await fetch(signed.replace('a.wav', 'b.wav'))).status, 403)
  now = new Date(now.getTime() + 61_000)
  assert.equal((await fetch(signed)).status, 403)
})

test('a path outside the store is a 404', async () => {
  for (const path of ['media/..%2f..%2fetc/passwd', '..%2f.tmp', 'media/%00', 'Media/song.mp3', 'media/', '.tmp/x']) {
    const response = await fetch(`${origin}/files/${path}`)
    assert.ok([403, 404].includes(response.status), `${path}: ${response.status}`)
  }
  assert.equal((await fetch(`${origin}/files/media/none.mp3`)).status, 404)
})

test('an upload is on disk before the response is sent, for any content type', async () => {
  for (const [index, type] of ['audio/mpeg', 'application/json', 'multipart/form-data; boundary=x', ''].entries()) {
    const key = `incoming/up${index}.mp3`
    const response = await put(await signPut(key), song, type === '' ? {} : { 'content-type': type })
    assert.equal(response.status, 200, type)
    assert.deepEqual(await files.stat(key).then((found) => found?.size), song.length)
  }
  assert.equal(uploaded.length, 4)
  assert.deepEqual(await temporaries(), [])
})

test('an upload URL is refused for another key, limit or method, a second time, and after an hour', async () => {
  const url = await signPut('incoming/once.mp3')
  assert.equal((await put(url.replace('once', 'other'), 'x')).status, 403)
  assert.equal((await put(url.replace('max=1000000', 'max=2000000'), 'x')).status, 403)
  assert.equal((await put(url.replace(/signature=.*/, 'signature='), 'x')).status, 403)
  assert.equal((await put(url.replace(/expires=\d+/, 'expires=99999999999'), 'x')).status, 403)
  assert.equal((await fetch(url)).status, 403)
  assert.equal((await put(url, 'x')).status, 200)
  assert.equal((await put(url, 'y')).status, 409)
  now = new Date(now.getTime() + (HOUR_SECONDS + 1) * 1_000)
  assert.equal((await put(await signPut('incoming/late.mp3').then(() => url), 'x')).status, 403)
  assert.deepEqual(uploaded, ['incoming/once.mp3'])
})

test('two concurrent uploads to a URL leave one file', async () => {
  const url = await signPut('incoming/race.mp3')
  const statuses = await Promise.all(
    [put(url, song), put(url, song), put(url, song)].map(async (r) => (await r).status),
  )
  assert.deepEqual(
    statuses.toSorted((a, b) => a - b),
    [200, 409, 409],
  )
})

test('a URL for a content type refuses other types', async () => {
  const type = 'audio/flac'
  const url = here(await files.signPut({ key: 'incoming/t.flac', maxBytes: 10, expiresSeconds: 60, type }))
  assert.equal((await put(url, 'x', { 'content-type': 'text/html' })).status, 415)
  assert.equal((await put(url, 'x', { 'content-type': type })).status, 200)
})

test('a body over the limit is refused, announced or not, and leaves nothing', async () => {
  const url = await signPut('incoming/big.mp3', 1_000)
  assert.equal((await put(url, song)).status, 413)
  const path = url.slice(origin.length)
  const chunk = 'a'.repeat(0x800)
  const chunked = `PUT ${path} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n800\r\n${chunk}\r\n`
  assert.match(await sendRaw(chunked, true), /^HTTP\/1.1 413/)
  assert.equal(await files.stat('incoming/big.mp3'), null)
  assert.deepEqual(await temporaries(), [])
})

test('an interrupted upload leaves nothing, and its URL works again', async () => {
  const url = await signPut('incoming/half.mp3')
  const head = `PUT ${url.slice(origin.length)} HTTP/1.1\r\nHost: x\r\nContent-Length: 500000\r\n\r\n`
  const socket = connect(port, '127.0.0.1')
  socket.write(head + 'a'.repeat(200_000))
  await until(async () => (await temporaries()).length === 1)
  socket.destroy()
  await until(async () => (await temporaries()).length === 0)
  assert.equal(await files.stat('incoming/half.mp3'), null)
  assert.deepEqual(uploaded, [])
  assert.equal((await put(url, song)).status, 200)
})
