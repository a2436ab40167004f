/** All SQL of the media module: assets and the leases of their workers.
 * The rules are in uploads.ts and jobs.ts. */
import { sql } from 'kysely'
import type { AnnouncedFile } from '#contract/catalog/uploads.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { StoredRow } from '#server/platform/database/stored-rows.ts'
import type { RefusalCode } from '#contract/audio-refusals.ts'
import type { AudioTags } from './audio-tags.ts'
import type { StreamedCodec } from './transcode-job.ts'

export type AssetState = 'awaiting-upload' | 'uploaded' | 'processing' | 'finished' | 'failed'

/** The hash is in base64. Files of earlier versions have none. */
export type Stream = { key: string; bytes: number; bitRate: number; sha256?: string }

export type Streams = Partial<Record<StreamedCodec, Stream>>

/** With the key of the embedded image, until it expires. */
export type StoredTags = AudioTags & { pictureKey: string | null }

export type AssetRow = {
  id: string
  owner: string
  /** Who sends the file, when that is not the owner. */
  uploader_id: string | null
  state: AssetState
  extension: string
  original_key: string | null
  bytes: bigint | null
  duration_ms: number | null
  loudness_lufs: number | null
  true_peak_db: number | null
  peaks: Buffer | null
  streams: Streams
  tags: StoredTags | null
  removed_at: Date | null
  progress: number
  failure_code: RefusalCode | null
  failure_text: string | null
}

export type Claim = { id: string; extension: string; lease: string; attempts: number }

export type NewAudio = {
  id: string
  owner: string
  /** A member of the owner's team, or null. */
  uploaderId: string | null
  extension: string
  announced: AnnouncedFile | null
}

export async function insertAudio(tx: Tx, { id, owner, uploaderId, extension, announced }: NewAudio): Promise<void> {
  const file = announced === null ? null : JSON.stringify(announced)
  await sql`INSERT INTO asset (id, owner, uploader_id, kind, state, extension, announced)
    VALUES (${id}, ${owner}, ${uploaderId}, 'audio', 'awaiting-upload', ${extension}, ${file}::jsonb)`.execute(tx)
}

export type OpenAsset = {
  id: string
  state: AssetState
  extension: string
  bytes: bigint | null
  progress: number
  announced: AnnouncedFile | null
  queue_place: number | null
}

/** Newest first. The place in the queue follows the order of claimNext: one file per account, then the next of each. */
export async function selectOpen(tx: Tx, owner: string, limit: number): Promise<OpenAsset[]> {
  const { rows } = await sql<OpenAsset>`
    WITH waiting AS (
      SELECT id, owner, bytes, row_number() OVER (PARTITION BY owner ORDER BY bytes, id) AS round
      FROM asset WHERE kind = 'audio' AND state = 'uploaded'
        AND EXISTS (SELECT FROM asset mine WHERE mine.owner = ${owner} AND mine.state = 'uploaded')
    ), queue AS (
      SELECT waiting.id,
        row_number() OVER (ORDER BY waiting.round, last.turn NULLS FIRST, waiting.bytes, waiting.id)::int AS place
      FROM waiting JOIN (
        SELECT named.owner, (SELECT max(turn) FROM asset WHERE asset.owner = named.owner AND turn IS NOT NULL) AS turn
        FROM (SELECT DISTINCT owner FROM waiting) named
      ) last ON last.owner = waiting.owner
    )
    SELECT asset.id, state, extension, bytes, progress, announced, queue.place AS queue_place
    FROM asset LEFT JOIN queue ON queue.id = asset.id
    WHERE (owner = ${owner} OR uploader_id = ${owner}) AND kind = 'audio'
      AND state IN ('awaiting-upload', 'uploaded', 'processing')
    ORDER BY asset.id DESC LIMIT ${limit}`.execute(tx)
  return rows
}

export type Arrival = Pick<OpenAsset, 'id' | 'state' | 'announced'>

export async function selectArrivals(tx: Tx, ids: readonly string[]): Promise<Arrival[]> {
  const { rows } = await sql<Arrival>`
    SELECT id, state, announced FROM asset WHERE id = ANY(${ids}::uuid[])`.execute(tx)
  return rows
}

export async function selectAsset(tx: Tx, id: string): Promise<AssetRow | null> {
  const { rows } = await sql<AssetRow>`
    SELECT id, owner, uploader_id, state, extension, original_key, bytes, duration_ms, loudness_lufs, true_peak_db, peaks,
      streams, tags, removed_at, progress, failure_code, failure_text
    FROM asset WHERE id = ${id}`.execute(tx)
  return rows[0] ?? null
}

/** The streams of each asset, by id. */
export async function selectStreams(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, Streams>> {
  const { rows } = await sql<{ id: string; streams: Streams }>`
    SELECT id, streams FROM asset WHERE id = ANY(${ids}::uuid[])`.execute(tx)
  return new Map(rows.map(({ id, streams }) => [id, streams]))
}

/** The total size of an owner's originals. */
export async function sumBytes(tx: Tx, owner: string): Promise<bigint> {
  const { rows } = await sql<{ sum: bigint }>`SELECT coalesce(sum(bytes), 0)::bigint AS sum FROM asset
    WHERE owner = ${owner} AND removed_at IS NULL AND state <> 'failed'`.execute(tx)
  return BigInt(rows[0]!.sum)
}

/** False when the asset was not waiting for a file. */
export async function setUploaded(tx: Tx, id: string, extension: string, bytes: number): Promise<boolean> {
  const { rows } = await sql`UPDATE asset SET state = 'uploaded', bytes = ${bytes}
    WHERE id = ${id} AND extension = ${extension} AND state = 'awaiting-upload' RETURNING id`.execute(tx)
  return rows.length > 0
}

type Waiting = { id: string; extension: string }

export async function selectAwaiting(tx: Tx, after: Date, limit: number): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`SELECT id, extension FROM asset
    WHERE state = 'awaiting-upload' AND created_at > ${after} ORDER BY created_at DESC LIMIT ${limit}`.execute(tx)
  return rows
}

export async function selectAbandoned(tx: Tx, before: Date, limit: number): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`SELECT id, extension FROM asset
    WHERE state = 'awaiting-upload' AND created_at < ${before} ORDER BY created_at LIMIT ${limit}`.execute(tx)
  return rows
}

/** False when the asset no longer waits for its file. */
export async function refuseAwaiting(tx: Tx, id: string, code: RefusalCode, text: string): Promise<boolean> {
  const { rows } = await sql`UPDATE asset SET state = 'failed', failure_code = ${code}, failure_text = ${text}
    WHERE id = ${id} AND state = 'awaiting-upload' RETURNING id`.execute(tx)
  return rows.length > 0
}

/** The uploads of a member, of these assets or of all; locked until the transaction ends. */
export async function selectUploadsOf(
  tx: Tx,
  uploaderId: string,
  assetIds: readonly string[] | null,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM asset WHERE uploader_id = ${uploaderId} AND (${assetIds}::uuid[] IS NULL OR id = ANY(${assetIds}::uuid[]))
    ORDER BY id FOR UPDATE`.execute(tx)
  return rows.map(({ id }) => id)
}

/** From now on the owner alone has this upload. */
export async function clearUploader(tx: Tx, id: string): Promise<void> {
  await sql`UPDATE asset SET uploader_id = NULL WHERE id = ${id}`.execute(tx)
}

/** These files count towards another account from now on. What the former owner was sending is the upload of a member. */
export async function setFileOwner(
  tx: Tx,
  ids: readonly string[],
  { from, to }: { from: string; to: string },
): Promise<void> {
  await sql`UPDATE asset SET owner = ${to}, uploader_id = CASE
      WHEN uploader_id = ${to} THEN NULL
      WHEN uploader_id IS NULL AND state = 'awaiting-upload' THEN ${from}::uuid ELSE uploader_id END
    WHERE id = ANY(${ids}::uuid[]) AND owner = ${from}`.execute(tx)
}

export async function setTags(tx: Tx, claim: Pick<Claim, 'id'>, tags: StoredTags): Promise<void> {
  await sql`UPDATE asset SET tags = ${JSON.stringify(tags)}::jsonb WHERE id = ${claim.id}`.execute(tx)
}

/** `any`: every file. `short`: files of at most about ten minutes, of accounts of which nothing is being processed, so that a
 * single is ready soon although somebody has sent hours of audio. */
export type Lane = 'any' | 'short'

/** Ten minutes without compression, and with 320 kbit/s. */
const SHORT_BYTES = { lossless: 106_000_000, compressed: 24_000_000 }

const isFree = (now: Date) =>
  sql`kind = 'audio' AND state IN ('uploaded', 'processing') AND (leased_until IS NULL OR leased_until < ${now})
    AND held_at IS NULL`

export const dueAssets = (now: Date) => sql`asset WHERE ${isFree(now)}`

/** An asset without an active lease, of the account whose last turn is the longest ago, smallest file
 * first; null when there is none. */
export async function claimNext(
  tx: Tx,
  lease: string,
  now: Date,
  leasedUntil: Date,
  lane: Lane = 'any',
): Promise<Claim | null> {
  const isInLane =
    lane === 'any'
      ? sql`true`
      : sql`bytes <= CASE WHEN extension IN ('wav', 'aif', 'aiff', 'flac') THEN ${SHORT_BYTES.lossless}::bigint
            ELSE ${SHORT_BYTES.compressed}::bigint END
          AND NOT EXISTS (SELECT FROM asset busy WHERE busy.owner = next.owner AND busy.state = 'processing'
            AND busy.leased_until >= ${now})`
  const { rows } = await sql<Claim>`
    UPDATE asset SET state = 'processing', lease = ${lease}, leased_until = ${leasedUntil}, attempts = attempts + 1,
      progress = 0, turn = nextval('asset_turn')
    WHERE id = (SELECT next.id FROM asset next
      LEFT JOIN LATERAL (
        SELECT max(turn) AS turn FROM asset WHERE asset.owner = next.owner AND turn IS NOT NULL
      ) last ON true
      WHERE ${isFree(now)} AND ${isInLane}
      ORDER BY last.turn NULLS FIRST, next.bytes, next.id LIMIT 1 FOR UPDATE OF next SKIP LOCKED)
    RETURNING id, extension, lease, attempts`.execute(tx)
  return rows[0] ?? null
}

/** False when another worker has taken over. */
export async function extendLease(tx: Tx, claim: Claim, leasedUntil: Date, progress: number): Promise<boolean> {
  const { rows } = await sql`UPDATE asset SET leased_until = ${leasedUntil}, progress = ${progress}
    WHERE id = ${claim.id} AND lease = ${claim.lease} AND state = 'processing' RETURNING id`.execute(tx)
  return rows.length > 0
}

/** Returns the asset to the queue: immediately when we are stopping, later after an error. */
export async function release(tx: Tx, claim: Claim, retryAt: Date, isCounted: boolean): Promise<void> {
  await sql`UPDATE asset SET state = 'uploaded', lease = NULL, leased_until = ${retryAt},
      attempts = attempts - ${isCounted ? 0 : 1}
    WHERE id = ${claim.id} AND lease = ${claim.lease} AND state = 'processing'`.execute(tx)
}

export type FinishedAudio = {
  originalKey: string
  bytes: number
  durationMs: number
  loudnessLufs: number | null
  truePeakDb: number | null
  peaks: Buffer
  streams: Streams
  now: Date
}

export async function setFinished(tx: Tx, claim: Claim, audio: FinishedAudio): Promise<boolean> {
  const { rows } = await sql`
    UPDATE asset SET state = 'finished', lease = NULL, leased_until = NULL, progress = 1, finished_at = ${audio.now},
      original_key = ${audio.originalKey}, bytes = ${audio.bytes}, duration_ms = ${audio.durationMs},
      loudness_lufs = ${audio.loudnessLufs}, true_peak_db = ${audio.truePeakDb}, peaks = ${audio.peaks},
      streams = ${JSON.stringify(audio.streams)}::jsonb
    WHERE id = ${claim.id} AND lease = ${claim.lease} AND state = 'processing' RETURNING id`.execute(tx)
  return rows.length > 0
}

export async function setFailed(tx: Tx, claim: Claim, code: RefusalCode, text: string): Promise<boolean> {
  const { rows } = await sql`
    UPDATE asset SET state = 'failed', lease = NULL, leased_until = NULL, failure_code = ${code}, failure_text = ${text}
    WHERE id = ${claim.id} AND lease = ${claim.lease} AND state = 'processing' RETURNING id`.execute(tx)
  return rows.length > 0
}

export type OriginalRow = {
  id: string
  owner: string
  extension: string
  original_key: string
  bytes: bigint
  duration_ms: number | null
  created_at: Date
  /** Null until they are computed for the first time. */
  sha256: string | null
  crc32: bigint | null
}

/** Those of these uploads whose original is stored. */
export async function selectOriginals(tx: Tx, ids: readonly string[]): Promise<OriginalRow[]> {
  const { rows } = await sql<OriginalRow>`
    SELECT id, owner, extension, original_key, bytes, duration_ms, created_at, sha256, crc32 FROM asset
    WHERE id = ANY(${ids}::uuid[]) AND original_key IS NOT NULL AND bytes IS NOT NULL AND removed_at IS NULL
    ORDER BY id`.execute(tx)
  return rows
}

const WORK_COLUMNS = ['uploader_id', 'lease', 'leased_until', 'turn', 'tags', 'announced', 'unused_since', 'looked_at']

/** As stored, for the archive of an account, without the state of work that is done. */
export async function selectStoredAssets(tx: Tx, ids: readonly string[]): Promise<StoredRow[]> {
  const { rows } = await sql<{ row: StoredRow }>`
    SELECT to_jsonb(a) - ${WORK_COLUMNS}::text[] AS row FROM asset a WHERE id = ANY(${ids}::uuid[]) ORDER BY id`.execute(
    tx,
  )
  return rows.map(({ row }) => row)
}

export async function setChecksums(tx: Tx, id: string, sums: { sha256: string; crc32: number }): Promise<void> {
  await sql`UPDATE asset SET sha256 = ${sums.sha256}, crc32 = ${sums.crc32} WHERE id = ${id}`.execute(tx)
}
