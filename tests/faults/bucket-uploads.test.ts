/** An upload to a bucket resumes after its connection was cut and its server was killed, also at another server. What is sent
 * again is less than a part. */
import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { sql } from 'kysely'
import { createAlbum } from '#contract/catalog/albums.ts'
import { createArtist } from '#contract/catalog/artists.ts'
import { createTrack } from '#contract/catalog/tracks.ts'
import { openObjectFiles } from '#server/platform/files/s3.ts'
import { openBucket } from '#server/platform/files/s3-requests.ts'
import { runStore, STORE_KEY } from '#tests/object-store.ts'
import { until } from '#tests/users.ts'
import { createSmallLab } from './small-lab.ts'

const MIB = 2 ** 20
const PART_BYTES = 5 * MIB
const TOTAL = 40 * MIB + 12_345
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

test('an upload to a bucket resumes after kills, at another server, and sends less than a part again', async () => {
  await using stack = new AsyncDisposableStack()
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'peal-bucket-uploads-'))
  stack.defer(() => fs.rmSync(folder, { recursive: true, force: true }))
  const store = await runStore(folder)
  stack.defer(() => store.close())
  const keys = { accessKeyId: STORE_KEY, secretAccessKey: STORE_KEY, region: 'us-east-1', isPathStyle: true }
  const bucket = {
    ...keys,
    bucket: 'peal',
    endpoint: `http://127.0.0.1:${store.port}`,
    clock: { now: () => new Date() },
  }
  const files = openObjectFiles({ ...bucket, bucketUrl: '', isRedirecting: false, publicUrl: '', secret: '' })
  const settings = {
    // No process transcodes the file, so it stays where it arrived.
    ROLE: 'web',
    SECRET: 'a secret that both processes share',
    S3_BUCKET: 'peal',
    S3_ENDPOINT: bucket.endpoint,
    S3_ACCESS_KEY_ID: STORE_KEY,
    S3_SECRET_ACCESS_KEY: STORE_KEY,
    S3_PATH_STYLE: 'on',
  }
  const lab = stack.use(await createSmallLab({ settings }))
  const other = await lab.addServer({ DATA_DIR: path.join(folder, 'elsewhere') })
  const mara = await lab.createTestUser('mara')
  const { id: artistId } = await mara(createArtist, { body: { name: 'Mara' } })
  const { id: albumId } = await mara(createAlbum, { body: { artistId, title: 'Cut' } })
  const begin = async (order: number) => {
    const body = { albumId, title: `Track ${order}`, order, extension: 'wav' }
    const { presignedUrl } = await mara(createTrack, { body })
    const { pathname, search } = new URL(presignedUrl)
    return { url: pathname + search, key: pathname.replace('/files/', '') }
  }
  const whole = randomBytes(TOTAL)
  const { url, key } = await begin(1)
  const ended = await begin(2)
  const { sendUpTo, repeated } = senderOf(whole, url, () => files.arrivedBytes(key))
  await sendUpTo(lab.origin, 3 * MIB, (abort) => abort())
  await sendUpTo(lab.origin, 12 * MIB, (abort) => abort())
  await sendUpTo(lab.origin, 19 * MIB, () => lab.server().stop('SIGKILL'))
  await sendUpTo(other, 26 * MIB, (abort) => abort())
  await lab.restart('')
  await sendUpTo(lab.origin, 34 * MIB, () => lab.server().stop('SIGKILL'))
  assert.equal((await files.stat(key))?.size, undefined)
  await sendUpTo(other, TOTAL, () => undefined)
  assert.equal(hashOf(await buffer(files.read(key))), hashOf(whole))
  const { rows } = await sql`SELECT state, bytes FROM asset WHERE bytes IS NOT NULL`.execute(lab.database.read)
  assert.deepEqual(rows, [{ state: 'uploaded', bytes: BigInt(TOTAL) }])
  console.log(`${TOTAL} bytes, 5 interruptions: ${repeated()} bytes sent again`)

  const range = { 'content-range': `bytes 0-${2 * PART_BYTES}/${2 * PART_BYTES + 1}` }
  const short = await fetch(other + ended.url, {
    method: 'PUT',
    body: whole.subarray(0, PART_BYTES + 1),
    headers: range,
  })
  assert.equal(short.status, 400)
  assert.equal(await files.arrivedBytes(ended.key), PART_BYTES)
  await files.removeUpload(ended.key)
  const listed = await openBucket(bucket).request({ method: 'GET', key: '', query: { uploads: '' } })
  assert.doesNotMatch(await listed.text(), /<Upload>/)
})

function senderOf(whole: Buffer, url: string, arrivedBytes: () => Promise<number>) {
  const offsetAt = async (origin: string) =>
    Number((await fetch(origin + url, { method: 'HEAD' })).headers.get('upload-offset'))

  // From the offset that the server reports up to `end`, where `interrupt` breaks it.
  let repeated = 0
  let sentUpTo = 0
  const sendUpTo = async (origin: string, end: number, interrupt: (abort: () => void) => unknown) => {
    const start = await offsetAt(origin)
    const again = sentUpTo - start
    assert.ok(again >= 0 && again < PART_BYTES, `${again} bytes are sent again`)
    repeated += again
    sentUpTo = end
    const stop = new AbortController()
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new Uint8Array(whole.subarray(start, end)))
        if (end === TOTAL) controller.close()
      },
    })
    const headers = { 'content-range': `bytes ${start}-${TOTAL - 1}/${TOTAL}` }
    const request = { method: 'PUT', body, duplex: 'half', signal: stop.signal, headers } as RequestInit
    const sending = fetch(origin + url, request)
    if (end === TOTAL) return assert.equal((await sending).status, 200)
    const broken = assert.rejects(sending)
    await until(async () => (await arrivedBytes()) === Math.floor(end / PART_BYTES) * PART_BYTES)
    await interrupt(() => stop.abort())
    await broken
  }
  return { sendUpTo, repeated: () => repeated }
}
