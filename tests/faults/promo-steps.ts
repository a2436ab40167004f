/** A funded promo in the lab: its track has no audio, because nothing is played. */
import { createPromo } from '#contract/payments/promos.ts'
import { newId } from '#server/platform/ids.ts'
import type { Call } from '#web/data/api.ts'
import type { SmallLab } from './small-lab.ts'

export async function fundPromo(lab: SmallLab, artist: Call, minutes: number, payoutMsat: number): Promise<string> {
  const artistId = await lab.makeContent(artist)
  const { pool } = lab.database
  const [albumId, trackId] = [newId(), newId()]
  await pool.query(
    `INSERT INTO content (id, type, owner_id) SELECT made.id, made.type, owner.owner_id
     FROM (VALUES ($1::uuid, 'album'), ($2::uuid, 'track')) made (id, type), content owner WHERE owner.id = $3`,
    [albumId, trackId, artistId],
  )
  await pool.query(
    `INSERT INTO album (id, artist_id, title, is_draft, published_at, created_at, updated_at)
     VALUES ($1, $2, 'Heard in the lab', false, now() - interval '1 day', now(), now())`,
    [albumId, artistId],
  )
  await pool.query(
    `INSERT INTO track (id, album_id, title, position, is_draft, asset_id, live_key, duration_ms, published_at, created_at,
       updated_at)
     VALUES ($1, $2, 'Heard in the lab', 1, false, $3, 'media/lab.mp3', 300000, now() - interval '1 day', now(), now())`,
    [trackId, albumId, newId()],
  )
  const body = { contentId: trackId, msatBudget: minutes * payoutMsat, msatPayoutAmount: payoutMsat, fromBalance: true }
  return (await artist(createPromo, { body })).promoId
}
