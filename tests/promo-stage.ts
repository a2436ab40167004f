/** A server with artists, listeners and promos, for the tests of promos. Each listener has a network of their own. */
import { createAlbum } from '#contract/catalog/albums.ts'
import { createArtist } from '#contract/catalog/artists.ts'
import { publish } from '#contract/catalog/publish.ts'
import { createTrack, getTrack } from '#contract/catalog/tracks.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { pathOf } from '#contract/endpoint.ts'
import { rewardPromo, startPromoMinute } from '#contract/listening/promos.ts'
import { createPromo } from '#contract/payments/promos.ts'
import { createCall, type Call } from '#web/data/api.ts'
import { createTestUser, fillBalance, lendAudio, publishTrack, until, type TestUser } from './users.ts'
import { createTestWorld, type TestWorld, type TestWorldOptions } from './world.ts'

export const DAY_MS = 86_400_000
/** The tracks of promos, and what they pay for a minute. */
const DURATION_SECONDS = 300
const PAYOUT_MSAT = 10_000

export type PromoListener = TestUser & { address: string }
type NewPromo = { minutes: number; durationSeconds?: number; payoutMsat?: number }

/** `audio`: of all tracks. */
export async function createPromoStage({ audio, ...options }: TestWorldOptions & { audio?: Buffer } = {}) {
  const world = await createTestWorld({ ...options, settings: { TRUSTED_PROXIES: '127.0.0.1', ...options.settings } })
  const lender = await createTestUser(world)
  const lent = await publishTrack(world, lender, audio && { audio })
  let count = 0

  async function newTrack(durationSeconds = DURATION_SECONDS): Promise<{ artist: TestUser; trackId: string }> {
    const artist = await createTestUser(world)
    const { id: artistId } = await artist.call(createArtist, { body: { name: `Artist of ${artist.name}` } })
    const { id: albumId } = await artist.call(createAlbum, { body: { artistId, title: 'An album' } })
    const body = { albumId, title: 'A track', order: 1, extension: 'wav' } as const
    const { id: trackId } = await artist.call(createTrack, { body })
    await lendAudio(world, trackId, lent.trackId)
    await world.world.database.pool.query('UPDATE track SET duration_ms = $2 WHERE id = $1', [
      trackId,
      durationSeconds * 1_000,
    ])
    await artist.call(publish, { params: { contentId: albumId }, body: { contentType: 'album' } })
    return { artist, trackId }
  }

  async function newPromo({ minutes, durationSeconds, payoutMsat = PAYOUT_MSAT }: NewPromo) {
    const { artist, trackId: contentId } = await newTrack(durationSeconds)
    const msatBudget = minutes * payoutMsat
    await fillBalance(world, artist, 2 * msatBudget)
    const body = { contentId, msatBudget, msatPayoutAmount: payoutMsat, fromBalance: true }
    const { promoId } = await artist.call(createPromo, { body })
    return { artist, contentId, promoId }
  }

  /** A listener who may earn, unless the account is of today. */
  async function newListener({
    address = `203.0.113.${++count}`,
    isYoung = false,
    verified = true,
  }: { address?: string; isYoung?: boolean; verified?: boolean } = {}): Promise<PromoListener> {
    const user = await createTestUser(world, { verified })
    if (!isYoung) {
      const { pool } = world.world.database
      await pool.query(`UPDATE person SET created_at = created_at - interval '2 days' WHERE id = $1`, [user.userId])
    }
    return { ...user, address, call: callFrom(world, address, user.token) }
  }

  return {
    world,
    newTrack,
    newPromo,
    newListener,
    /** One minute of a promo from its beginning, as our player hears it. */
    async hear(listener: TestUser, promoId: string) {
      const { nonce } = await listener.call(startPromoMinute, { body: { promoId, position: 0 } })
      world.clock.step(60_000)
      return listener.call(rewardPromo, { body: { promoId, nonce, position: 60, mediaTime: 60 } })
    },
    /** Makes a track a draft, or publishes it again. */
    async hide(trackId: string, isDraft: boolean): Promise<void> {
      await world.world.database.pool.query('UPDATE track SET is_draft = $2 WHERE id = $1', [trackId, isDraft])
    },
    /** Downloads the audio of a track as a player at this address does. */
    async deliver({ address }: PromoListener, trackId: string): Promise<void> {
      const { liveUrl } = await world.call(getTrack, { params: { trackId } })
      const { pathname } = new URL(liveUrl!, world.origin)
      const response = await fetch(world.origin + pathname, { headers: { 'x-forwarded-for': address } })
      await response.arrayBuffer()
      await until(async () => {
        const { rows } = await world.world.database.pool.query('SELECT 1 FROM promo_delivery WHERE content_id = $1', [
          trackId,
        ])
        return rows.length > 0
      })
    },
    async textOf({ token }: TestUser, endpoint: Endpoint): Promise<string> {
      const headers = { authorization: `Bearer ${token}` }
      return (await fetch(world.origin + pathOf(endpoint), { headers })).text()
    },
  }
}
export type PromoStage = Awaited<ReturnType<typeof createPromoStage>>

/** Calls from another address. */
function callFrom({ origin }: TestWorld, address: string, token: string): Call {
  return createCall(
    async (path, init) => {
      const headers = { ...(init.headers as Record<string, string>), 'x-forwarded-for': address }
      const response = await fetch(origin + path, { ...init, headers })
      return { status: response.status, json: (await response.json().catch(() => null)) as unknown }
    },
    () => token,
  )
}
