/** How fast an upload becomes playable, compared with bare ffmpeg doing the same work in the same rounds; whether calls still
 * respond promptly while ten uploads wait; and how long a single waits behind two hundred files of another user. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { constants, setPriority, tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { streamed } from '#server/media/transcode-job.ts'
import { transcodeAudio } from '#server/media/transcoder.ts'
import { createArtist } from '#contract/catalog/artists.ts'
import { publishTrack, putAudio, createTestUser, until } from '#tests/users.ts'
import { makeWav } from '#tests/audio-samples.ts'
import { createTestWorld, type TestWorld } from '#tests/world.ts'
import { createAlbum } from '#contract/catalog/albums.ts'
import { ALBUM_TRACKS_MAX, createTrack } from '#contract/catalog/tracks.ts'
import { compareInTurns, type BenchResult } from './measure.ts'

const SECONDS = 60
const GOAL = 0.9
const ROUNDS = 3
const QUEUED = 10
const QUEUED_SECONDS = 60
const CALLS = 400
const CALL_LIMIT_MS = 100
/** What a label uploads before another user uploads a single. */
const LABEL_FILES = 199
const LABEL_HOURS = 2
const LABEL_SECONDS = 30
const SINGLE_SECONDS = 200
const SINGLE_LIMIT_SECONDS = 60

export async function run(): Promise<BenchResult[]> {
  return [await measureThroughput(), await measureCalls(), await measureSingle()]
}

async function measureThroughput(): Promise<BenchResult> {
  const folder = await mkdtemp(join(tmpdir(), 'peal-bench-audio-'))
  const ffmpegPath = findFfmpeg()
  try {
    const inputPath = join(folder, 'input.wav')
    await writeFile(inputPath, makeWav(SECONDS))
    const timed = async (work: () => Promise<unknown>) => {
      const startedAt = performance.now()
      await work()
      return (SECONDS * 1_000) / (performance.now() - startedAt)
    }
    const ours = () => {
      const outputs = streamed.map((codec) => ({ codec, path: join(folder, `ours.${codec}`) }))
      const job = { inputPath, outputs, picturePath: join(folder, 'picture'), ffmpegPath }
      return transcodeAudio({ ...job, timeoutSeconds: 600 })
    }
    const bare = () =>
      ffmpegPath === null ? runLibraries(inputPath, folder) : runProgram(ffmpegPath, inputPath, folder)
    const pair = await compareInTurns(
      () => timed(ours),
      () => timed(bare),
      ROUNDS,
    )
    const limitName =
      ffmpegPath === null ? "ffmpeg's libraries in a plain loop (no ffmpeg program here)" : 'bare ffmpeg'
    return {
      name: 'transcoding to three versions, with loudness',
      unit: 's of audio per s',
      ...pair,
      limitName,
      goal: GOAL,
    }
  } finally {
    await rm(folder, { recursive: true })
  }
}

function findFfmpeg(): string | null {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((name) => name !== '')
  return folders.map((name) => join(name, 'ffmpeg')).find((path) => existsSync(path)) ?? null
}

async function runLibraries(inputPath: string, folder: string): Promise<void> {
  await finish(process.execPath, [join(import.meta.dirname, 'bare-transcode.ts'), inputPath, folder])
}

async function runProgram(ffmpegPath: string, inputPath: string, folder: string): Promise<void> {
  const out = (codec: string, bitRate: string, rate: string, name: string) => [
    ...['-map', '0:a:0', '-ac', '2', '-ar', rate, '-c:a', codec, '-b:a', bitRate, '-y', join(folder, name)],
  ]
  await finish(ffmpegPath, [
    ...['-nostdin', '-v', 'error', '-threads', '1', '-i', inputPath],
    ...out('libmp3lame', '128k', '44100', 'bare.mp3'),
    ...out('aac', '256k', '44100', 'bare.m4a'),
    ...out('libopus', '96k', '48000', 'bare.opus'),
    ...['-map', '0:a:0', '-ac', '2', '-af', 'ebur128=peak=true:framelog=verbose', '-f', 'null', '-'],
  ])
}

async function finish(program: string, args: string[]): Promise<void> {
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  // The priority of our own worker, so that other load affects both.
  setPriority(child.pid!, constants.priority.PRIORITY_BELOW_NORMAL)
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`${program} ended with ${code}`)
}

/** The 95th percentile of the response time while ten uploads are processed, one after the other. */
async function measureCalls(): Promise<BenchResult> {
  await using world = await createTestWorld()
  const artist = await createTestUser(world)
  const { trackId, artistId } = await publishTrack(world, artist)
  const { id: albumId } = await artist.call(createAlbum, { body: { artistId, title: 'Queued' } })
  const wav = makeWav(QUEUED_SECONDS)
  for (let order = 1; order <= QUEUED; order++) {
    const body = { albumId, title: `Queued ${order}`, order, extension: 'wav' }
    const { presignedUrl } = await artist.call(createTrack, { body })
    await putAudio(world, presignedUrl, wav)
  }
  const times: number[] = []
  for (let count = 0; count < CALLS; count++) {
    const startedAt = performance.now()
    const path = count % 2 === 0 ? `/v1/tracks/${trackId}` : `/v1/tracks/${albumId}/album?unpublished=true`
    const response = await fetch(world.origin + path, { headers: { authorization: `Bearer ${artist.token}` } })
    await response.arrayBuffer()
    times.push(performance.now() - startedAt)
  }
  const p95 = Math.round(times.toSorted((one, other) => one - other)[Math.floor(CALLS * 0.95)]! * 10) / 10
  return {
    name: 'calls while ten uploads are queued, p95',
    unit: 'ms',
    value: p95,
    limit: CALL_LIMIT_MS,
    ratio: Math.round((p95 / CALL_LIMIT_MS) * 100) / 100,
    limitName: 'what is promised',
    goal: 1,
    isTime: true,
  }
}

/** From the end of a single's upload until it can be played, while two hours of audio of a label are processed and the rest of
 * its files wait. */
async function measureSingle(): Promise<BenchResult> {
  await using world = await createTestWorld()
  const label = await openAlbums(world, 'label')
  const stateOf = async (trackId: string) => {
    const { rows } = await world.world.database.pool.query<{ state: string }>(
      'SELECT state FROM asset JOIN track ON track.asset_id = asset.id WHERE track.id = $1',
      [trackId],
    )
    return rows[0]?.state
  }
  const longId = await label.upload(repeatWav(makeWav(60), LABEL_HOURS * 60))
  await until(async () => (await stateOf(longId)) === 'processing')
  const short = makeWav(LABEL_SECONDS)
  for (let count = 0; count < LABEL_FILES; count++) await label.upload(short)
  const single = await openAlbums(world, 'single')
  const singleId = await single.upload(makeWav(SINGLE_SECONDS))
  const startedAt = performance.now()
  await until(async () => (await stateOf(singleId)) === 'finished', 600_000)
  const seconds = Math.round((performance.now() - startedAt) / 100) / 10
  if ((await stateOf(longId)) !== 'processing') throw new Error('The two hours were done before the single')
  return {
    name: `a single of ${SINGLE_SECONDS} s behind ${LABEL_FILES + 1} files of a label, the first of ${LABEL_HOURS} h`,
    unit: 's',
    value: seconds,
    limit: SINGLE_LIMIT_SECONDS,
    ratio: Math.round((seconds / SINGLE_LIMIT_SECONDS) * 100) / 100,
    limitName: 'what is promised',
    goal: 1,
    isTime: true,
  }
}

/** Albums of a new user, as many as the uploads need; `upload` returns the id of the new track. */
async function openAlbums(world: TestWorld, name: string) {
  const user = await createTestUser(world, { name })
  const { id: artistId } = await user.call(createArtist, { body: { name } })
  let albumId = ''
  let count = 0
  const upload = async (wav: Buffer): Promise<string> => {
    const order = (count++ % ALBUM_TRACKS_MAX) + 1
    if (order === 1) albumId = (await user.call(createAlbum, { body: { artistId, title: `${name} ${count}` } })).id
    const body = { albumId, title: `${name} ${count}`, order, extension: 'wav' }
    const { id, presignedUrl } = await user.call(createTrack, { body })
    await putAudio(world, presignedUrl, wav)
    return id
  }
  return { upload }
}

/** A WAV with the samples repeated this many times. */
function repeatWav(wav: Buffer, times: number): Buffer {
  const header = Buffer.from(wav.subarray(0, 44))
  const samples = wav.subarray(44)
  header.writeUInt32LE(36 + samples.length * times, 4)
  header.writeUInt32LE(samples.length * times, 40)
  return Buffer.concat([header, ...Array.from({ length: times }, () => samples)])
}
