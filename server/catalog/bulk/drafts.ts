/** The albums that a user has not published yet, and what each of them lacks. */
import type { Lack, listDrafts as call } from '#contract/catalog/bulk/drafts.ts'
import type { Data } from '#contract/endpoint.ts'
import { type Arrival, readArrivals } from '#server/media/assets.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { requireUser } from '#server/platform/http/authorization.ts'
import { urlOf } from '#server/catalog/audio/audio-info.ts'
import type { Catalog } from '#server/catalog/catalog.ts'
import { type DraftRow, type DraftTrack, selectDrafts } from './draft-queries.ts'

type Draft = Data<typeof call>[number]

/** Requires a signed-in user. */
export async function listDrafts({ database, files }: Catalog, caller: Caller): Promise<Data<typeof call>> {
  requireUser(caller)
  const rows = await selectDrafts(database.read, caller.userId)
  const assetIds = rows.flatMap(({ tracks }) => tracks.flatMap(({ assetId }) => assetId ?? []))
  const arrivals = await readArrivals(database.read, assetIds)
  return rows.map((row) => {
    const tracks = row.tracks.map((track) => describeTrack(track, arrivals.get(track.assetId ?? '')))
    const missing = lacksOf(row, tracks)
    return {
      id: row.id,
      title: row.title,
      artist: row.artist,
      artworkUrl: urlOf(files, row.artworkKey),
      originalDate: row.originalDate,
      lacks: missing,
      isComplete: missing.every((lack) => lack === 'price'),
      tracks,
    }
  })
}

function describeTrack(
  { id, title, assetId, isReady, isFailed }: DraftTrack,
  arrival?: Arrival,
): Draft['tracks'][number] {
  const waits = arrival === undefined || arrival.state === 'awaiting-upload' ? 'awaiting' : 'preparing'
  const state = isReady ? 'ready' : isFailed ? 'failed' : waits
  return { id, title, uploadId: assetId, state, file: arrival?.announced ?? null }
}

function lacksOf(row: DraftRow, tracks: Draft['tracks']): Lack[] {
  const has = (...states: Draft['tracks'][number]['state'][]) => tracks.some(({ state }) => states.includes(state))
  const discs = new Set(row.tracks.map(({ disc }) => disc))
  const found: Record<Lack, boolean> = {
    tracks: tracks.length === 0,
    files: has('awaiting', 'preparing'),
    failed: has('failed'),
    cover: row.artworkKey === null,
    date: row.originalDate === null,
    disc: Math.max(0, ...discs) > discs.size,
    duplicate: row.isDuplicate,
    price: !row.hasPrice,
  }
  return (Object.keys(found) as Lack[]).filter((lack) => found[lack])
}
