/** Files sent to do harm: each is refused with a reason, none makes the memory of the server grow, and the server keeps
 * working. The server is a separate process, so that only its memory is measured. */
import assert from 'node:assert/strict'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import { createAlbum } from '#contract/catalog/albums.ts'
import { createArtist } from '#contract/catalog/artists.ts'
import { createTrack } from '#contract/catalog/tracks.ts'
import { getUpload, uploadIdOf } from '#contract/catalog/uploads.ts'
import { refusals } from '#contract/audio-refusals.ts'
import { transcodeAudio } from '#server/media/transcoder.ts'
import { ApiError, type Call } from '#web/data/api.ts'
import { createSmallLab, type SmallLab } from './faults/small-lab.ts'
import { makeHostilePictures } from './hostile-files-pictures.ts'
import { makeHostileSounds } from './hostile-files-audio.ts'
import { until } from './users.ts'
import { makeWav } from './audio-samples.ts'

const GROWTH_MAX_MIB = 150
const TIMEOUT_MS = 900_000
const PATIENCE_MS = 120_000
const ALBUM_TRACKS = 40
/** Of each sender. */
const HONEST_SOUNDS = 3
const HONEST_COVERS = 5

let lab: SmallLab
let artist: Call
let artistId = ''
let albumId = ''
let trackCount = 0

before(async () => {
  lab = await createSmallLab()
  artist = await lab.createTestUser('mara')
  artistId = (await artist(createArtist, { body: { name: 'Mara' } })).id
})
after(() => lab[Symbol.asyncDispose]())

test(
  'hostile files are refused with a reason, and the server keeps its memory and keeps working',
  { timeout: TIMEOUT_MS },
  async (context) => {
    const jpeg = await sharp({ create: { width: 400, height: 400, channels: 3, background: '#2040c0' } })
      .jpeg()
      .toBuffer()
    await workHonestly()
    const memory = watchMemory()

    const sounds = makeHostileSounds(await makeWhole())
    const reasons = new Set<string>(Object.values(refusals).filter((reason) => reason !== refusals['our-fault']))
    const waiting = [...sounds]
    const told: string[] = []
    const taken: string[] = []
    const work = async () => {
      for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) {
        const { state, reason } = await end(await upload(one.extension, one.bytes))
        if (state !== 'failed' || !reasons.has(reason ?? '')) taken.push(`${one.name}: ${state} ${reason}`)
        told.push(one.name)
      }
    }
    await Promise.all([work(), work(), work()])

    const pictures = makeHostilePictures(jpeg)
    for (const { name, fileName, bytes } of pictures) {
      const artwork = new File([new Uint8Array(bytes)], fileName)
      const error = await artist(createArtist, { body: { name: `With ${name}`, artwork } }).then(
        () => null,
        (refusal: unknown) => refusal,
      )
      const isRefused =
        error instanceof ApiError &&
        [413, 415].includes(error.status) &&
        /picture|The file is larger/i.test(error.message)
      if (!isRefused) taken.push(`${name}: ${String(error)}`)
      told.push(name)
    }
    const growthMib = memory()
    context.diagnostic(`${told.length} files refused; the server grew by ${growthMib ?? '?'} MiB at most`)
    assert.deepEqual(taken, [])
    assert.ok(told.length >= 40)
    assert.ok(growthMib === null || growthMib < GROWTH_MAX_MIB, `${growthMib} MiB`)
    assert.deepEqual(await end(await upload('wav', makeWav(1))), { state: 'finished', reason: null })
    const troubles = lab.server().events.filter(({ level }) => level === 'error')
    assert.deepEqual(
      troubles.map(({ line }) => line),
      [],
    )
  },
)

/** To warm up, as many at a time as hostile ones will be sent: memory that normal work takes is not growth. */
async function workHonestly(): Promise<void> {
  const send = async () => {
    for (let count = 0; count < HONEST_SOUNDS; count++) {
      assert.deepEqual(await end(await upload('wav', makeWav(2))), { state: 'finished', reason: null })
    }
  }
  await send()
  await Promise.all([send(), send(), send()])
  const cover = await sharp({ create: { width: 3_000, height: 3_000, channels: 3, background: '#2040c0' } })
    .jpeg()
    .toBuffer()
  for (let count = 0; count < HONEST_COVERS; count++) {
    const artwork = new File([new Uint8Array(cover)], 'cover.jpg')
    await artist(createArtist, { body: { name: `Honest ${count}`, artwork } })
  }
}

async function upload(extension: string, bytes: Buffer): Promise<string> {
  const order = (trackCount++ % ALBUM_TRACKS) + 1
  if (order === 1) albumId = (await artist(createAlbum, { body: { artistId, title: `Album ${trackCount}` } })).id
  const body = { albumId, title: `Track ${trackCount}`, order, extension }
  const { presignedUrl } = await artist(createTrack, { body })
  const answer = await fetch(new URL(presignedUrl, lab.origin), { method: 'PUT', body: new Uint8Array(bytes) })
  assert.equal(answer.status, 200)
  return uploadIdOf(presignedUrl)!
}

async function end(uploadId: string): Promise<{ state: string; reason: string | null }> {
  const read = () => artist(getUpload, { params: { uploadId } })
  await until(async () => ['finished', 'failed'].includes((await read()).state), PATIENCE_MS)
  const { state, reason } = await read()
  return { state, reason }
}

async function makeWhole() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'peal-whole-'))
  try {
    const inputPath = path.join(folder, 'tone.wav')
    fs.writeFileSync(inputPath, makeWav(3))
    const kinds = { mp3: 'mp3', m4a: 'aac', opus: 'opus', ogg: 'vorbis' } as const
    const outputs = Object.entries(kinds).map(([name, codec]) => ({ codec, path: path.join(folder, name) }))
    const job = { inputPath, outputs, picturePath: path.join(folder, 'picture'), ffmpegPath: null, timeoutSeconds: 120 }
    await transcodeAudio(job)
    const read = (name: keyof typeof kinds) => fs.readFileSync(path.join(folder, name))
    return { mp3: read('mp3'), m4a: read('m4a'), opus: read('opus'), ogg: read('ogg') }
  } finally {
    fs.rmSync(folder, { recursive: true })
  }
}

/** Returns by how many MiB the server has grown at most since then; null where the system does not report it. */
function watchMemory(): () => number | null {
  const pid = findServer()
  if (pid === null) return () => null
  const read = (field: string) => {
    const line = fs.readFileSync(`/proc/${pid}/status`, 'utf8').match(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm'))
    return Number(line?.[1]) / 1_024
  }
  // Resets the peak.
  fs.writeFileSync(`/proc/${pid}/clear_refs`, '5')
  const startMib = read('VmRSS')
  return () => Math.round(read('VmHWM') - startMib)
}

function findServer(): string | null {
  if (process.platform !== 'linux') return null
  const children = fs.readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').trim().split(' ')
  return children.find((pid) => fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('/server.js')) ?? null
}
