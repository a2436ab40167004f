/** Processes one uploaded file: refuses it with a reason, or makes the streams for listeners.
 * When and where this runs: jobs.ts. */
import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createReadStream } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type AssetHeld, topics } from '#server/events.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Tx } from '#server/platform/database/database.ts'
import type { Files } from '#server/platform/files/files.ts'
import { publish } from '#server/platform/jobs/outbox.ts'
import { shareImage } from './shared-images.ts'
import { type Claim, setFailed, setFinished, setTags, type Streams } from './queries.ts'
import { type RefusalCode, refusals } from '#contract/audio-refusals.ts'
import { Refusal } from './refusals.ts'
import { isReleased, setHeld, setRecording } from './recordings/queries.ts'
import { isBlocked, keysOf, readPrint, type Recording } from './recordings/recognition.ts'
import { codecs, streamed } from './transcode-job.ts'
import type { FoundTags, Transcode } from './transcoder.ts'
import { incomingKey, MAX_AUDIO_BYTES, originalKey, publishRefusal, streamKey } from './uploads.ts'

export type MediaDeps = {
  database: Database
  files: Files
  clock: Clock
  /** Absolute path of an ffmpeg program to use instead of node-av. */
  ffmpegPath?: string | null
}

export type ProcessingDeps = MediaDeps & { transcode: Transcode }

/** 12 hours of audio take less at ten times real time. */
const TIMEOUT_SECONDS = 5_400
const IMAGE_SHARED_HOURS = 7 * 24

type Working = { signal: AbortSignal; onProgress: (done: number) => void }

/** Throws only for our own errors; an invalid file becomes `failed`. Can be repeated after any interruption. */
export async function processAudio(
  deps: ProcessingDeps,
  claim: Claim,
  working: Working,
): Promise<'finished' | 'failed' | 'held' | 'lost'> {
  const { files } = deps
  const incoming = incomingKey(claim.id, claim.extension)
  const original = originalKey(claim.id, claim.extension)
  // An earlier attempt may have moved the file. Processing uses the copy, because the upload URL of
  // the other may still be valid.
  if ((await files.stat(original)) === null) {
    if ((await files.stat(incoming)) === null) return failAudio(deps, claim, 'never-arrived')
    await files.copy(incoming, original)
  }
  const bytes = (await files.stat(original))?.size ?? 0
  if (bytes > MAX_AUDIO_BYTES) return failAudio(deps, claim, 'too-large')
  await files.requireSpace()
  const folder = await mkdtemp(join(tmpdir(), 'peal-transcode-'))
  try {
    const { streams, sound, ...made } = await makeStreams(deps, claim, { ...working, original, folder })
    const isOurs = await deps.database.transaction(async (tx) => {
      const audio = { ...made, bytes, originalKey: original, streams, now: deps.clock.now() }
      if (!(await setFinished(tx, claim, audio))) return false
      await saveRecording(tx, claim, sound)
      await publish(tx, topics.assetFinished, claim.id, { assetId: claim.id })
      return true
    })
    if (isOurs) await files.remove(incoming)
    return isOurs ? 'finished' : 'lost'
  } catch (error) {
    if (error instanceof Refusal) return await failAudio(deps, claim, error.code)
    if (error instanceof BlockedSound) return await holdAudio(deps, claim, error.sound)
    throw error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

type Making = Working & { original: string; folder: string }

async function makeStreams(deps: ProcessingDeps, claim: Claim, { original, folder, signal, onProgress }: Making) {
  const { files } = deps
  const outputs = streamed.map((codec) => ({ codec, path: join(folder, `live.${codecs[codec].extension}`) }))
  const picturePath = join(folder, 'picture')
  const printPath = join(folder, 'print')
  let keeping: Promise<unknown> = Promise.resolve()
  let sha256 = ''
  const made = await files.withLocalFile(original, async (inputPath) => {
    sha256 = await hashFile(inputPath, 'hex')
    return deps.transcode({
      inputPath,
      outputs,
      picturePath,
      printPath,
      ffmpegPath: deps.ffmpegPath ?? null,
      timeoutSeconds: TIMEOUT_SECONDS,
      signal,
      onProgress,
      // Users fill in the form while the audio is still being processed.
      onTags(found) {
        keeping = saveTags(deps, claim, found, picturePath).catch((error: unknown) => error)
      },
    })
  })
  const trouble = await keeping
  if (trouble instanceof Error) throw trouble
  const raw = await readFile(printPath).catch(() => null)
  const sound = { sha256, print: raw === null ? null : readPrint(raw) }
  const tx = deps.database.read
  if ((await isBlocked(tx, sound)) && !(await isReleased(tx, claim.id))) throw new BlockedSound(sound)
  const streams: Streams = {}
  for (const [index, { codec, path }] of outputs.entries()) {
    const key = streamKey(claim.id, codec)
    await files.write(key, createReadStream(path))
    streams[codec] = {
      key,
      bytes: made.bytes[index] ?? 0,
      bitRate: codecs[codec].bitRate,
      sha256: await hashFile(path, 'base64'),
    }
  }
  return { ...made, streams, sound }
}

async function hashFile(path: string, encoding: 'hex' | 'base64'): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  return hash.digest(encoding)
}

/** The recording was taken down here before. */
class BlockedSound extends Error {
  readonly sound: Recording

  constructor(sound: Recording) {
    super('a recording that was taken down')
    this.sound = sound
  }
}

function saveRecording(tx: Tx, claim: Claim, { sha256, print }: Recording): Promise<void> {
  return setRecording(tx, claim.id, { sha256, print, keys: print === null ? null : keysOf(print) })
}

/** The upload waits for an operator. */
function holdAudio({ database, clock }: MediaDeps, claim: Claim, sound: Recording): Promise<'held' | 'lost'> {
  return database.transaction(async (tx) => {
    const now = clock.now()
    const held = await setHeld(tx, claim, now)
    if (held === null) return 'lost'
    await saveRecording(tx, claim, sound)
    const event: AssetHeld = { assetId: claim.id, ...held }
    await publish(tx, topics.assetHeld, claim.id, event)
    return 'held'
  })
}

async function saveTags(deps: MediaDeps, claim: Claim, found: FoundTags, picturePath: string): Promise<void> {
  const picture = found.hasPicture ? await readFile(picturePath) : null
  const pictureKey = picture === null ? null : await shareImage(deps, picture, IMAGE_SHARED_HOURS)
  await setTags(deps.database.read, claim, { ...found.tags, pictureKey })
}

export async function failAudio(
  { database, files }: MediaDeps,
  claim: Claim,
  code: RefusalCode,
): Promise<'failed' | 'lost'> {
  const isOurs = await database.transaction(async (tx) => {
    if (!(await setFailed(tx, claim, code, refusals[code]))) return false
    await publishRefusal(tx, claim.id, code)
    return true
  })
  if (!isOurs) return 'lost'
  // Nothing of a refused file is kept, because it may contain anything.
  await files.remove(incomingKey(claim.id, claim.extension))
  await files.remove(originalKey(claim.id, claim.extension))
  return 'failed'
}
