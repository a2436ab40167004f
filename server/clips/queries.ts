/** All SQL of clips: requests for them, the queue, and their leases. */
import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'
import { isFree, leasesIn, taking } from '#server/platform/jobs/leases.ts'
import type { ClipShape } from './drawing/clip-job.ts'

export type ClipRow = {
  id: string
  content_id: string
  audio_key: string
  start_seconds: number
  seconds: number
  shape: ClipShape
  state: 'waiting' | 'processing' | 'finished' | 'failed'
  progress: number
  file_key: string | null
  bytes: bigint | null
  created_at: Date
}

export type ClipPart = { audioKey: string; startSeconds: number; seconds: number; shape: ClipShape }

const columns = sql`id, content_id, audio_key, start_seconds, seconds, shape, state, progress, file_key, bytes, created_at`

export async function selectClip(tx: Tx, id: string): Promise<ClipRow | undefined> {
  const { rows } = await sql<ClipRow>`SELECT ${columns} FROM clip WHERE id = ${id}`.execute(tx)
  return rows[0]
}

export async function selectClipOf(tx: Tx, part: ClipPart): Promise<ClipRow | undefined> {
  const { rows } = await sql<ClipRow>`SELECT ${columns} FROM clip
    WHERE audio_key = ${part.audioKey} AND start_seconds = ${part.startSeconds} AND seconds = ${part.seconds}
      AND shape = ${part.shape}`.execute(tx)
  return rows[0]
}

export type NewClip = ClipPart & { id: string; contentId: string; userId: string | null; queueKey: string; now: Date }

/** A failed one is tried again; a concurrent request for the same part gets the same row. */
export async function insertClip(tx: Tx, clip: NewClip): Promise<void> {
  await sql`
    INSERT INTO clip (id, content_id, audio_key, start_seconds, seconds, shape, user_id, queue_key, state, created_at)
    VALUES (${clip.id}, ${clip.contentId}, ${clip.audioKey}, ${clip.startSeconds}, ${clip.seconds}, ${clip.shape},
      ${clip.userId}, ${clip.queueKey}, 'waiting', ${clip.now})
    ON CONFLICT (audio_key, start_seconds, seconds, shape) DO UPDATE SET state = 'waiting', attempts = 0, progress = 0,
      lease = NULL, leased_until = NULL, created_at = excluded.created_at, queue_key = excluded.queue_key
    WHERE clip.state = 'failed'`.execute(tx)
}

export async function countWaiting(tx: Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM clip WHERE state IN ('waiting', 'processing')`.execute(tx)
  return rows[0]!.count
}

export type Claim = { id: string; lease: string; attempts: number }

export const dueClips = (now: Date) => sql`clip next WHERE ${isFree(now)}`

/** The oldest of the account or network whose last turn is the longest ago; null when there is none. */
export async function claimNext(tx: Tx, lease: string, now: Date, leasedUntil: Date): Promise<Claim | null> {
  const { rows } = await sql<Claim>`
    UPDATE clip SET ${taking(lease, leasedUntil)}, turn = nextval('clip_turn')
    WHERE id = (SELECT next.id FROM clip next
      LEFT JOIN LATERAL (
        SELECT max(turn) AS turn FROM clip WHERE clip.queue_key = next.queue_key AND turn IS NOT NULL
      ) last ON true
      WHERE ${isFree(now)}
      ORDER BY last.turn NULLS FIRST, next.created_at, next.id LIMIT 1 FOR UPDATE OF next SKIP LOCKED)
    RETURNING id, lease, attempts`.execute(tx)
  return rows[0] ?? null
}

export const leases = leasesIn<Claim>('clip', 'id')

export async function setFinished(
  tx: Tx,
  claim: Claim,
  file: { key: string; bytes: number; now: Date },
): Promise<boolean> {
  const { rows } = await sql`UPDATE clip SET state = 'finished', lease = NULL, leased_until = NULL, progress = 1,
      file_key = ${file.key}, bytes = ${file.bytes}, finished_at = ${file.now}
    WHERE ${leases.isHeld(claim)} RETURNING id`.execute(tx)
  return rows.length > 0
}

export async function selectExpired(tx: Tx, before: Date, limit: number): Promise<{ id: string }[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM clip WHERE created_at < ${before} ORDER BY created_at LIMIT ${limit}`.execute(tx)
  return rows
}

/** The key of its file; null when there was none. */
export async function deleteClip(tx: Tx, id: string): Promise<string | null> {
  const { rows } = await sql<{ file_key: string | null }>`
    DELETE FROM clip WHERE id = ${id} RETURNING file_key`.execute(tx)
  return rows[0]?.file_key ?? null
}

/** Part of deleting an account: the clips stay until they expire, and nobody knows who requested them. */
export async function leaveClips(tx: Tx, userId: string): Promise<void> {
  await sql`UPDATE clip SET user_id = NULL, queue_key = 'left' WHERE user_id = ${userId}`.execute(tx)
}

export async function exportClips(tx: Tx, userId: string) {
  const { rows } = await sql<Pick<ClipRow, 'id' | 'content_id' | 'start_seconds' | 'seconds' | 'shape' | 'created_at'>>`
    SELECT id, content_id, start_seconds, seconds, shape, created_at FROM clip
    WHERE user_id = ${userId} ORDER BY created_at DESC LIMIT 1000`.execute(tx)
  return rows.map(
    ({ id: clipId, content_id: contentId, start_seconds: startSeconds, created_at: createdAt, ...rest }) => ({
      clipId,
      contentId,
      startSeconds,
      ...rest,
      createdAt,
    }),
  )
}
