/** The horizon of a track, episode, album or podcast: its waveform, its splits, and the zaps at the seconds they were sent. */
import type { Data, Input } from '#contract/endpoint.ts'
import {
  type getHorizon,
  HORIZON_BUCKETS,
  HORIZON_ZAPS,
  HORIZON_ZAPS_PER_PAGE,
  type listHorizonZaps as listHorizonZapsCall,
} from '#contract/listening/horizon.ts'
import { findSounds, type SoundRow } from '#server/catalog/audio/sound-queries.ts'
import { missing } from '#server/catalog/content/tombstones.ts'
import { selectShownMessages } from '#server/comments/message-queries.ts'
import { selectLargest, selectZapsBefore, type SecondRow, sumBuckets } from '#server/payments/zaps/second-queries.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Tx } from '#server/platform/database/database.ts'
import type { Files } from '#server/platform/files/files.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { cutPage, formatTimeCursor, parseCursor } from '#server/platform/http/cursor.ts'
import { bucketsOf, loudestOf, type Part } from './buckets.ts'
import { readShares } from './shares.ts'

export type HorizonDeps = { database: Database; clock: Clock; files: Pick<Files, 'publicUrl'> }
type Horizon = Data<typeof getHorizon>
type HorizonZap = Horizon['largest'][number]

/** Anybody, if the content is public; the owner also sees drafts. */
export async function readHorizon(deps: HorizonDeps, caller: Caller, contentId: string): Promise<Horizon> {
  const { database, clock } = deps
  const now = clock.now()
  const rows = await requireSounds(deps, caller, contentId)
  const parts = partsOf(rows)
  const buckets = bucketsOf(parts, HORIZON_BUCKETS)
  const sounds = soundsOf(parts)
  const [sums, largest, shares] = await Promise.all([
    sumBuckets(database.read, sounds, { wholeId: contentId, ...buckets }),
    selectLargest(database.read, sounds, HORIZON_ZAPS),
    readShares(database.read, parts, buckets, now),
  ])
  return {
    durationSeconds: buckets.durationSeconds,
    bucketSeconds: buckets.bucketSeconds,
    parts: parts.map(({ contentId: id, durationSeconds }) => ({ contentId: id, durationSeconds })),
    peaks: loudestOf(
      rows.map(({ peaks }) => peaks),
      parts,
      buckets,
      HORIZON_BUCKETS,
    ),
    ...shares,
    sums: sums.flatMap(({ bucket, amount_msat }) => (bucket === null ? [] : [{ bucket, msatAmount: amount_msat }])),
    msatElsewhere: sums.find(({ bucket }) => bucket === null)?.amount_msat ?? 0n,
    largest: await describe(deps, database.read, largest),
  }
}

/** Anybody, if the content is public; the owner also sees those of drafts. */
export async function listHorizonZaps(
  deps: HorizonDeps,
  caller: Caller,
  contentId: string,
  { before }: Input<typeof listHorizonZapsCall>['query'],
): Promise<Data<typeof listHorizonZapsCall>> {
  const sounds = soundsOf(partsOf(await requireSounds(deps, caller, contentId)))
  const tx = deps.database.read
  const rows = await selectZapsBefore(tx, sounds, parseCursor(before), HORIZON_ZAPS_PER_PAGE + 1)
  const { shown, nextBefore } = cutPage(rows, HORIZON_ZAPS_PER_PAGE, (last) =>
    formatTimeCursor({ at: last.settled_at, id: last.id }),
  )
  return { zaps: await describe(deps, tx, shown), nextBefore }
}

async function requireSounds(deps: HorizonDeps, caller: Caller, contentId: string): Promise<SoundRow[]> {
  const rows = await findSounds(deps.database.read, contentId, caller, deps.clock.now())
  if (rows === undefined) throw await missing(deps, contentId)
  return rows
}

const MS_PER_SECOND = 1_000

function partsOf(rows: readonly SoundRow[]): Part[] {
  let startMs = 0
  return rows.map(({ id, duration_ms }) => {
    const part = {
      contentId: id,
      startSeconds: startMs / MS_PER_SECOND,
      durationSeconds: duration_ms / MS_PER_SECOND,
    }
    startMs += duration_ms
    return part
  })
}

const soundsOf = (parts: readonly Part[]) => ({
  ids: parts.map(({ contentId }) => contentId),
  starts: parts.map(({ startSeconds }) => startSeconds),
  durations: parts.map(({ durationSeconds }) => durationSeconds),
})

/** With the message and its author's name and avatar, where everybody may see them. */
async function describe(
  { files }: Pick<HorizonDeps, 'files'>,
  tx: Tx,
  rows: readonly SecondRow[],
): Promise<HorizonZap[]> {
  const messages = await selectShownMessages(
    tx,
    rows.map(({ id }) => id),
  )
  const found = new Map(messages.map((message) => [message.payment_id, message]))
  return rows.map((row) => {
    const message = found.get(row.id)
    return {
      id: row.id,
      contentId: row.content_id,
      atSeconds: row.at_seconds,
      msatAmount: row.amount_msat,
      settledAt: row.settled_at,
      name: message?.username ?? null,
      displayName: message?.display_name ?? null,
      artworkUrl: message?.artwork_key ? files.publicUrl(message.artwork_key) : null,
      message: message?.body ?? null,
    }
  })
}
