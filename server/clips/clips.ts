/** Requests for clips, and reading them. Creating them is jobs.ts. */
import type { createClip, getClipTerms } from '#contract/listening/clips.ts'
import type { Data, Input } from '#contract/endpoint.ts'
import { networkOf } from '#server/platform/network/network-of.ts'
import { type ClipSource, findClipSource } from '#server/catalog/audio/clip-source.ts'
import { missing } from '#server/catalog/content/tombstones.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { errorCodes } from '#contract/errors.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { countUse } from '#server/platform/http/rate-limit.ts'
import type { ClipDeps } from './deps.ts'
import {
  type ClipRow,
  countWaiting,
  deleteClip,
  insertClip,
  selectClip,
  selectClipOf,
  selectExpired,
} from './queries.ts'

const DAY_SECONDS = 86_400
/** New clips per day: of an account, and of all visitors from one network. */
const PER_ACCOUNT = { max: 20, windowSeconds: DAY_SECONDS }
const PER_NETWORK = { max: 6, windowSeconds: DAY_SECONDS }
const WAITING_MAX = 100
const BUSY_SECONDS = 60
const KEPT_MS = 7 * DAY_SECONDS * 1_000
const SWEEP_LIMIT = 200
const MS_PER_SECOND = 1_000

type Clip = Data<typeof createClip>

/** Anybody, of public content whose artist allows it. */
export async function requestClip(
  deps: ClipDeps,
  caller: Caller,
  id: string,
  body: Input<typeof createClip>['body'],
): Promise<Clip> {
  const source = await requireSource(deps, body.contentId)
  if (!source.allows_clips) throw new AppError(403, 'clips-forbidden')
  if (!(await canMakeVideo())) throw new AppError(503, 'clips-unavailable')
  const { contentId, startSeconds, seconds, shape } = body
  if (startSeconds + seconds > Math.ceil(source.duration_ms / MS_PER_SECOND)) throw new AppError(422, 'clip-range')
  const tx = deps.database.read
  const part = { audioKey: source.live_key, startSeconds, seconds, shape }
  const known = await selectClipOf(tx, part)
  if (known && known.state !== 'failed') return toClip(known)
  if ((await countWaiting(tx)) >= WAITING_MAX) {
    throw new AppError(503, 'unavailable', errorCodes.unavailable, BUSY_SECONDS)
  }
  const now = deps.clock.now()
  const userId = caller.kind === 'user' ? caller.userId : null
  const queueKey = userId === null ? `network:${networkOf(caller.ip)}` : `account:${userId}`
  await countUse(tx, `clips:${queueKey}`, userId === null ? PER_NETWORK : PER_ACCOUNT, now)
  await insertClip(tx, { ...part, id, contentId, userId, queueKey, now })
  const made = await selectClipOf(tx, part)
  if (made === undefined) throw new Error(`Clip ${id} disappeared right after it was requested`)
  return toClip(made)
}

/** Anybody who knows the id. */
export async function readClip(deps: ClipDeps, _caller: Caller, id: string): Promise<Clip> {
  return toClip(await requireClip(deps, id))
}

/** Anybody, if the content is public. */
export async function readClipTerms(
  deps: ClipDeps,
  _caller: Caller,
  contentId: string,
): Promise<Data<typeof getClipTerms>> {
  const { allows_clips, duration_ms } = await requireSource(deps, contentId)
  return { isAllowed: allows_clips && (await canMakeVideo()), durationSeconds: duration_ms / MS_PER_SECOND }
}

/** A clip is deleted with its content: when that is no longer public, has other audio, or its artist no longer allows clips. */
export async function requireClip(deps: ClipDeps, id: string): Promise<ClipRow & Pick<ClipSource, 'kind'>> {
  const { database, clock } = deps
  const clip = await selectClip(database.read, id)
  if (clip === undefined) throw notFound()
  const source = await findClipSource(database.read, clip.content_id, clock.now())
  if (source?.allows_clips && source.live_key === clip.audio_key) return { ...clip, kind: source.kind }
  await dropClip(deps, id)
  throw notFound()
}

async function requireSource(deps: ClipDeps, contentId: string): Promise<ClipSource> {
  const source = await findClipSource(deps.database.read, contentId, deps.clock.now())
  if (source === undefined) throw await missing(deps, contentId)
  return source
}

async function dropClip({ database, files }: Pick<ClipDeps, 'database' | 'files'>, id: string): Promise<void> {
  const key = await deleteClip(database.read, id)
  if (key !== null) await files.remove(key)
}

/** Deletes the clips that are a week old. */
export async function sweepClips(deps: ClipDeps): Promise<void> {
  const before = new Date(deps.clock.now().getTime() - KEPT_MS)
  for (const { id } of await selectExpired(deps.database.read, before, SWEEP_LIMIT)) await dropClip(deps, id)
}

const toClip = (row: ClipRow): Clip => ({
  clipId: row.id,
  contentId: row.content_id,
  startSeconds: row.start_seconds,
  seconds: row.seconds,
  shape: row.shape,
  state: row.state,
  progress: row.progress,
  path: row.file_key === null ? null : `/${row.file_key}`,
  bytes: row.bytes === null ? null : Number(row.bytes),
  expiresAt: new Date(row.created_at.getTime() + KEPT_MS),
})

/** Whether the encoders for clips are available: they are in the optional package node-av. */
let canMake: Promise<boolean> | undefined

function canMakeVideo(): Promise<boolean> {
  canMake ??= Promise.resolve().then(() => {
    try {
      import.meta.resolve('node-av/lib')
      return true
    } catch {
      return false
    }
  })
  return canMake
}
