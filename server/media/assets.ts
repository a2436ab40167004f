/** The read model of an asset for other modules.
 * How assets are made: uploads.ts and jobs.ts. */
import type { Tx } from '#server/platform/database/database.ts'
import {
  type Arrival,
  type AssetState,
  selectArrivals,
  selectAsset,
  selectStreams,
  type Stream,
  type Streams,
} from './queries.ts'

export type Asset = {
  id: string
  state: AssetState
  /** Share of the work that is done, 0 to 1. */
  progress: number
  /** The file that listeners play; null until processing has finished. */
  liveKey: string | null
  liveBytes: number | null
  /** All streams available to listeners, by codec. */
  streams: Streams
  /** The uploaded original, for its owner only. */
  originalKey: string | null
  durationMs: number | null
  loudnessLufs: number | null
  truePeakDb: number | null
  /** 1 000 points, 0 to 255. */
  peaks: Uint8Array | null
  /** The reason of a failure, as text for the artist. */
  failureText: string | null
}

export async function readAsset(tx: Tx, assetId: string): Promise<Asset | null> {
  const row = await selectAsset(tx, assetId)
  if (row === null) return null
  return {
    id: row.id,
    state: row.state,
    progress: row.progress,
    liveKey: row.streams.mp3?.key ?? null,
    liveBytes: row.streams.mp3?.bytes ?? null,
    streams: row.streams,
    originalKey: row.original_key,
    durationMs: row.duration_ms,
    loudnessLufs: row.loudness_lufs,
    truePeakDb: row.true_peak_db,
    peaks: row.peaks,
    failureText: row.failure_text,
  }
}

const LIVE_KEY = /^media\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.mp3$/

/** The streams of what plays under each key, MP3 first. None for a key that is not of an asset. */
export async function readStreams(tx: Tx, liveKeys: readonly string[]): Promise<(liveKey: string) => Stream[]> {
  const idOf = (liveKey: string) => LIVE_KEY.exec(liveKey)?.[1]
  const streams = await selectStreams(
    tx,
    liveKeys.flatMap((key) => idOf(key) ?? []),
  )
  return (liveKey) => {
    const { mp3, aac, opus } = streams.get(idOf(liveKey) ?? '') ?? {}
    return [mp3, aac, opus].filter((stream) => stream !== undefined)
  }
}

export type { Arrival, Stream } from './queries.ts'

/** How far files are, and what their owners announced, by asset. */
export async function readArrivals(tx: Tx, assetIds: readonly string[]): Promise<Map<string, Arrival>> {
  return new Map((await selectArrivals(tx, assetIds)).map((arrival) => [arrival.id, arrival]))
}
