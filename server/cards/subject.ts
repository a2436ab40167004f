/** What a card shows of a content, read from /v1 as a visitor: what visitors cannot see has no card. */
import { getHorizon } from '#contract/listening/horizon.ts'
import { getProfile } from '#contract/accounts/users.ts'
import type { CardKind } from '#contract/listening/cards.ts'
import type { HorizonData } from '#contract/listening/horizon-bars.ts'
import { getConcert } from '#contract/concerts/concerts.ts'
import type { Wire } from '#contract/endpoint.ts'
import { dateLocales, PLAIN_LANGUAGE } from '#contract/languages.ts'
import type { EmbedType } from '#contract/listening/embeds.ts'
import { formatSats } from '#contract/money.ts'
import { type CallApi, readContent } from '#server/embeds/content.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { textIn } from '#server/platform/texts.ts'
import { floodOf, type FloodColours } from './drawing/colours.ts'

export type Subject = {
  title: string
  byline: string | null
  /** When and where an event is. */
  notes: readonly string[]
  /** The path of its page. */
  path: string
  colours: FloodColours
  coverKey: string | null
  /** Of the content itself, or of its most popular track or episode. */
  horizon: HorizonData | null
  /** What the content has received, if that is the sum of its horizon; of an event, the price. */
  sats: string | null
}

type Concert = Wire<typeof getConcert>

/** Throws 404, like the page, with `content-gone` for content that existed once. */
export async function readSubject(ask: CallApi, kind: CardKind, id: string): Promise<Subject> {
  try {
    if (kind === 'profile') return await readProfile(ask, id)
    return kind === 'event' ? await readEvent(ask, id) : await readOf(ask, kind, id)
  } catch (error) {
    if (!(error instanceof Error && 'status' in error && [400, 401, 403, 404, 410].includes(Number(error.status)))) {
      throw error
    }
    throw 'code' in error && error.code === 'content-gone' ? new AppError(404, 'content-gone') : notFound()
  }
}

const OWN_HORIZON: readonly CardKind[] = ['track', 'episode', 'album']

async function readOf(ask: CallApi, kind: EmbedType, id: string): Promise<Subject> {
  const content = await readContent(ask, kind, id)
  const isOwn = OWN_HORIZON.includes(kind)
  const contentId = isOwn ? content.id : content.sounds[0]?.id
  const horizon = contentId === undefined ? null : await ask(getHorizon, { params: { contentId } })
  const msat =
    horizon === null || !isOwn ? 0 : horizon.sums.reduce((sum, one) => sum + one.msatAmount, horizon.msatElsewhere)
  return {
    title: content.title,
    byline: content.byline,
    notes: [],
    path: content.path,
    colours: floodOf(content.colours),
    coverKey: keyOf(content.artworkUrl),
    horizon: horizon === null || horizon.durationSeconds === 0 ? null : horizon,
    sats: msat < 1_000 ? null : formatPrice(msat),
  }
}

async function readProfile(ask: CallApi, profileUrl: string): Promise<Subject> {
  const profile = await ask(getProfile, { params: { profileUrl } })
  return {
    title: profile.displayName ?? profile.name,
    byline: `@${profile.name}`,
    notes: [],
    path: `/profile/${encodeURIComponent(profile.profileUrl)}`,
    colours: floodOf(null),
    coverKey: keyOf(profile.artworkUrl),
    horizon: null,
    sats: null,
  }
}

async function readEvent(ask: CallApi, concertId: string): Promise<Subject> {
  const concert = await ask(getConcert, { params: { concertId } })
  const { name, artist } = concert
  return {
    title: name,
    byline: artist.name,
    notes: [describeTime(concert), ...linesOfPlace(concert)],
    path: `/event/${concert.id}`,
    colours: floodOf(concert.colorInfo),
    coverKey: keyOf(concert.artworkUrl),
    horizon: null,
    sats: describePrice(concert),
  }
}

const LINE_CHARACTERS = 38

/** The city is shown even when the name of the place is cut off. */
function linesOfPlace({ place, city }: Concert): string[] {
  const whole = `${place}, ${city}`
  return whole.length <= LINE_CHARACTERS ? [whole] : [place, city]
}

/** In the event's own time zone. */
function describeTime({ beginsAt, timeZone, isCancelled }: Concert): string {
  const format = new Intl.DateTimeFormat(dateLocales[PLAIN_LANGUAGE], {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone,
    ...(!isCancelled && { weekday: 'short', hour: '2-digit', minute: '2-digit' }),
  })
  const date = format.format(new Date(beginsAt))
  return isCancelled ? `${textIn(PLAIN_LANGUAGE, 'events.cancelled')} · ${date}` : date
}

/** Null when nothing is sold. */
function describePrice({ sale, tiers }: Concert): string | null {
  if (sale === 'over') return null
  if (tiers.every(({ left }) => left === 0)) return textIn(PLAIN_LANGUAGE, 'events.soldOut')
  const msat = tiers.flatMap(({ msatPrice }) => msatPrice ?? [])
  const cents = tiers.flatMap(({ centsPrice }) => centsPrice ?? [])
  const price = msat.length > 0 ? formatPrice(Math.min(...msat)) : formatDollars(Math.min(...cents))
  return new Set([...msat, ...cents.map((one) => `$${one}`)]).size > 1 ? `from ${price}` : price
}

const formatDollars = (cents: number): string =>
  new Intl.NumberFormat(PLAIN_LANGUAGE, { style: 'currency', currency: 'USD' }).format(cents / 100)

const formatPrice = (msat: number): string =>
  msat === 0 ? textIn(PLAIN_LANGUAGE, 'events.free') : `${formatSats(msat)} ${msat < 2_000 ? 'sat' : 'sats'}`

/** The key of the square image of a cover (server/media/pictures/artwork.ts). */
function keyOf(artworkUrl: string | null): string | null {
  const stem = /(media\/[a-z0-9._-]+)\.jpg(?:\?.*)?$/.exec(artworkUrl ?? '')?.[1]
  return stem === undefined ? null : `${stem}-640.webp`
}
