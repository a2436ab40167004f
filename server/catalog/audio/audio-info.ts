/** Fields that tracks and episodes share in responses: the audio, its processing state, and what it has received.
 * Titles and parents are in track-info.ts and episode-info.ts. */
import type { output } from 'zod/mini'
import type { ColorInfo } from '#contract/fields.ts'
import type { Addresses } from '#server/catalog/catalog.ts'
import type { Received } from './total-queries.ts'

export type Colors = output<typeof ColorInfo> | null

export type AudioRow = Received & {
  asset_id: string
  position: number
  is_explicit: boolean
  is_draft: boolean
  /** Or its artist or podcast is. */
  is_taken_down: boolean
  processing_state: 'waiting' | 'finished' | 'failed'
  failure_code: string | null
  failure_text: string | null
  live_key: string | null
  duration_ms: number | null
  published_at: Date | null
  created_at: Date
}

export function urlOf(addresses: Addresses, key: string | null): string | null {
  return key === null ? null : addresses.publicUrl(key)
}

/** The fields of `audioResponseFields` (contract/fields.ts) except the artwork, which is the parent's. Only the owner and
 * members who edit see that audio is being replaced or could not be processed: everybody else gets the current audio. */
export function describeAudio(addresses: Addresses, row: AudioRow, isForEditor: boolean) {
  const isShown = row.live_key === null || isForEditor
  return {
    uploadId: row.asset_id,
    liveUrl: urlOf(addresses, row.live_key),
    duration: row.duration_ms === null ? null : row.duration_ms / 1000,
    order: row.position,
    isExplicit: row.is_explicit,
    isDraft: row.is_draft,
    isTakenDown: row.is_taken_down,
    isProcessing: isShown && row.processing_state === 'waiting',
    compressorError: isShown ? row.failure_text : null,
    ...(isShown && row.failure_code !== null && { compressorErrorCode: row.failure_code }),
    publishedAt: row.published_at,
    createdAt: row.created_at,
    msatTotal: row.msat_total,
    msatTotal1Days: row.msat_1_days,
    msatTotal7Days: row.msat_7_days,
    msatTotal30Days: row.msat_30_days,
    playCount: row.play_count,
  }
}
