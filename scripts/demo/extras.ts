/** What is added once content is there: timed artwork of tracks, photographs of artists, events, promos, and replies to comments.
 * Each only if it is missing. */
import { createConcert, listOwnConcerts, publishConcert, setConcertPicture } from '#contract/concerts/concerts.ts'
import { listReceivedComments, replyToComment } from '#contract/community/comments.ts'
import { addPhotograph, getImagery, updatePhotograph } from '#contract/catalog/imagery.ts'
import { addContentPicture, getArtworkSegments, setArtworkSegments } from '#contract/catalog/moments.ts'
import { createPromo, listOwnPromos } from '#contract/payments/promos.ts'
import type { Call } from '#web/data/api.ts'
import type { DemoTrack } from './album.ts'
import { developPhotograph, pictureOf } from './covers.ts'
import type { DemoEvent, DemoPromo } from './events.ts'
import type { DemoImagery } from './imagery.ts'
import type { Until } from './sign-in.ts'

export async function makeSegments(call: Call, trackId: string, { segments = [] }: DemoTrack): Promise<void> {
  const params = { trackId }
  if (segments.length === 0 || (await call(getArtworkSegments, { params })).length > 0) return
  const body: { artworkUrl: string; startTime: number; duration: number }[] = []
  for (const { photograph, startTime, duration } of segments) {
    const artwork = await pictureOf({ photograph })
    const { artworkUrl } = await call(addContentPicture, { params: { contentId: trackId }, body: { artwork } })
    body.push({ artworkUrl, startTime, duration })
  }
  await call(setArtworkSegments, { params, body })
}

const BANNER = { width: 1_920, height: 1_080 }
const PHOTOGRAPH = { width: 1_440, height: 960 }

export async function makeImagery(
  call: Call,
  artistId: string,
  { banner, focus, gallery }: DemoImagery,
): Promise<void> {
  const params = { contentId: artistId }
  const add = async (place: 'banner' | 'gallery', name: string, size: typeof BANNER) => {
    const photograph = new File([new Uint8Array(await developPhotograph(name, size))], `${name}.jpg`)
    return (await call(addPhotograph, { params, body: { place, photograph } })).id
  }
  const known = await call(getImagery, { params: { artistId } })
  if (known.banner === null) {
    const photographId = await add('banner', banner, BANNER)
    await call(updatePhotograph, { params: { photographId }, body: { focus } })
  }
  for (const { photograph, caption, alt } of gallery.slice(known.gallery.length)) {
    const photographId = await add('gallery', photograph, PHOTOGRAPH)
    await call(updatePhotograph, { params: { photographId }, body: { caption, alt } })
  }
}

const HOUR_MS = 3_600_000
const EVENT_HOURS = 3
export const TICKETS_MAX = 4

export async function makeEvent(call: Call, artistId: string, event: DemoEvent): Promise<void> {
  const { name, description, place, city, timeZone, inDays, hour, artwork } = event
  const begins = new Date(Date.now() + inDays * 24 * HOUR_MS).setUTCHours(hour, 0, 0, 0)
  const tiers = event.tiers.map(({ sats, cents = null, ...tier }) => ({
    ...tier,
    msatPrice: sats === undefined ? null : sats * 1_000,
    centsPrice: cents,
  }))
  const fields = {
    ...{ name, description, place, city, timeZone, tiers, personMax: TICKETS_MAX },
    beginsAt: new Date(begins).toISOString(),
    endsAt: new Date(begins + EVENT_HOURS * HOUR_MS).toISOString(),
  }
  const found = (await call(listOwnConcerts, {})).own.find((one) => one.name === name)
  const { id, isDraft } = found ?? (await call(createConcert, { body: { artistId, event: fields } }))
  if (!isDraft) return
  const params = { concertId: id }
  await call(setConcertPicture, { params, body: { picture: await pictureOf(artwork) } })
  await call(publishConcert, { params, body: { isDraft: false } })
}

/** From the balance, so after the zaps. */
export async function makePromo(call: Call, trackId: string, { sats, minutes }: DemoPromo): Promise<void> {
  if ((await call(listOwnPromos, {})).some(({ contentId }) => contentId === trackId)) return
  const msatPayoutAmount = sats * 1_000
  const body = { contentId: trackId, msatPayoutAmount, msatBudget: minutes * msatPayoutAmount, fromBalance: true }
  await call(createPromo, { body }, { idempotencyKey: `demo-promo-${trackId}` })
}

/** Waits for the comment, because comments follow payments through the outbox. */
export async function makeReply(call: Call, until: Until, comment: string, reply: string): Promise<void> {
  const found = await until(async () => {
    const { comments } = await call(listReceivedComments, { query: { limit: '50' } })
    return comments.find(({ content }) => content === comment)
  })
  if (found.replies.length > 0) return
  await call(replyToComment, { body: { commentId: found.id, content: reply } })
}
