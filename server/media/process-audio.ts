/** The work on one uploaded file: refuse it with a reason, or make what listeners hear.
 * Not when and where it runs: jobs.ts. */
import { mkdtemp, rm } from 'node:fs/promises'
import { createReadStream } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { topics } from '#server/events.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database.ts'
import type { Files } from '#server/platform/files.ts'
import { publish } from '#server/platform/outbox.ts'
import { type Claim, setFailed, setFinished } from './queries.ts'
import { Refusal, type RefusalCode, refusals } from './refusals.ts'
import { codecs } from './transcode-job.ts'
import { transcodeAudio } from './transcoder.ts'
import { incomingKey, liveKey, originalKey } from './uploads.ts'

export type MediaDeps = {
  database: Database
  files: Files
  clock: Clock
  /** Absolute path of an ffmpeg program to use instead of node-av. */
  ffmpegPath?: string | null
}

/** 12 hours of sound take about that long at twelve times real time. */
const TIMEOUT_SECONDS = 3_600

/** Throws only for trouble of ours; a file that is at fault becomes `failed`. May be repeated after any interruption. */
export async function processAudio(
  deps: MediaDeps,
  claim: Claim,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (done: number) => void },
): Promise<'finished' | 'failed' | 'lost'> {
  const { files } = deps
  const incoming = incomingKey(claim.id, claim.extension)
  const original = originalKey(claim.id, claim.extension)
  // An earlier attempt may have moved it before it was interrupted.
  const source = (await files.stat(incoming)) === null ? original : incoming
  const found = await files.stat(source)
  if (found === null) return failAudio(deps, claim, 'never-arrived')
  const folder = await mkdtemp(join(tmpdir(), 'peal-transcode-'))
  try {
    const outputPath = join(folder, 'live.mp3')
    const made = await transcodeAudio({
      inputPath: await files.localPath(source),
      outputPath,
      codec: 'mp3',
      ffmpegPath: deps.ffmpegPath ?? null,
      timeoutSeconds: TIMEOUT_SECONDS,
      signal,
      onProgress,
    })
    await files.write(liveKey(claim.id), createReadStream(outputPath))
    if (source === incoming) await files.copy(incoming, original)
    const stream = { key: liveKey(claim.id), bytes: made.bytes, bitRate: codecs.mp3.bitRate }
    const isOurs = await deps.database.transaction(async (tx) => {
      const audio = {
        ...made,
        bytes: found.size,
        originalKey: original,
        streams: { mp3: stream },
        now: deps.clock.now(),
      }
      if (!(await setFinished(tx, claim, audio))) return false
      await publish(tx, topics.assetFinished, claim.id, { assetId: claim.id })
      return true
    })
    if (isOurs) await files.remove(incoming)
    return isOurs ? 'finished' : 'lost'
  } catch (error) {
    if (error instanceof Refusal) return await failAudio(deps, claim, error.code)
    throw error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

export async function failAudio(
  { database, files }: MediaDeps,
  claim: Claim,
  code: RefusalCode,
): Promise<'failed' | 'lost'> {
  const isOurs = await database.transaction(async (tx) => {
    if (!(await setFailed(tx, claim, code, refusals[code]))) return false
    await publish(tx, topics.assetFailed, claim.id, { assetId: claim.id, reason: refusals[code] })
    return true
  })
  if (!isOurs) return 'lost'
  // Nothing of a refused file is kept: it may be anything.
  await files.remove(incomingKey(claim.id, claim.extension))
  await files.remove(originalKey(claim.id, claim.extension))
  return 'failed'
}
