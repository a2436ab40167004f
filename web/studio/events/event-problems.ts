/** What is wrong in the form of an event: a sentence for each field that cannot be sent. */
import {
  CONCERT_NAME_MAX,
  EVENT_DAYS_MAX,
  EVENT_YEARS_MAX,
  PERSON_MAX,
  PLACE_MAX,
  SEATS_MAX,
  TIER_NAME_MAX,
} from '#contract/concerts/concerts.ts'
import { msatOfCents, PRICE_CENTS_MAX } from '#contract/dollars.ts'
import { DESCRIPTION_MAX } from '#contract/fields.ts'
import type { SiteSettings } from '#web/data/site.ts'
import { fromLocalTime } from '#web/events/zone.ts'
import { parseDollars, parseSats, satsToMsat } from '#web/format/amounts.ts'
import { formatCents, type Price } from '#web/format/price.ts'
import { formatSats } from '#web/words/sats.ts'
import { t, type TranslationKey } from '#web/words/words.ts'
import type { EventDraft, TierDraft } from './event-fields.ts'

/** By field; those of a tier begin with its key. */
export type Problems = Partial<Record<string, string>>
type Limits = Pick<SiteSettings, 'minPaymentMsat' | 'maxPaymentMsat'>

const DAY_MS = 86_400_000

/** `initial`: an event that is over may be corrected, as long as its times stay. `rate`: of the dollar, for prices in it. */
export function problemsOf(draft: EventDraft, initial: EventDraft, limits: Limits, rate: Price | null): Problems {
  const entries = [
    ['name', textProblem(draft.name, CONCERT_NAME_MAX, 'events.needName')],
    ['place', textProblem(draft.place, PLACE_MAX, 'events.needPlace')],
    ['city', textProblem(draft.city, PLACE_MAX, 'events.needCity')],
    ...timeProblems(draft, initial),
    ['description', lengthProblem(draft.description, DESCRIPTION_MAX)],
    ['mapUrl', isLink(draft.mapUrl.trim()) ? undefined : t('studio.linkInvalid')],
    ['personMax', personMaxProblem(draft, limits, rate)],
    ...draft.tiers.flatMap((tier) => [
      [`${tier.key}.name`, textProblem(tier.name, TIER_NAME_MAX, 'events.needTierName')],
      [`${tier.key}.seats`, seatsProblem(tier)],
      [`${tier.key}.price`, priceProblem(tier, limits, rate)],
    ]),
  ]
  return Object.fromEntries(entries.filter(([, words]) => words !== undefined)) as Problems
}

function textProblem(text: string, max: number, missing: TranslationKey): string | undefined {
  return text.trim() === '' ? t(missing) : lengthProblem(text, max)
}

function lengthProblem(text: string, max: number): string | undefined {
  const { length } = text.trim()
  return length > max ? t('events.tooLong', { max, length }) : undefined
}

const isLink = (url: string) => url === '' || (/^https?:\/\//i.test(url) && URL.canParse(url))

const isWithin = (value: number | null, min: number, max: number) => value !== null && value >= min && value <= max

function timeProblems(draft: EventDraft, initial: EventDraft): [string, string | undefined][] {
  const [begins = NaN, ends = NaN, saleUntil = NaN] = [draft.begins, draft.ends, draft.saleUntil].map((local) =>
    Date.parse(fromLocalTime(local, draft.timeZone) ?? ''),
  )
  const now = new Date()
  const isMoved = draft.begins !== initial.begins || draft.ends !== initial.ends
  const isOver = begins < now.getTime() && !(ends > now.getTime())
  const beginsProblem = Number.isNaN(begins)
    ? t('events.needBegin')
    : isMoved && isOver
      ? t('events.needFuture')
      : begins > new Date(now).setUTCFullYear(now.getUTCFullYear() + EVENT_YEARS_MAX)
        ? t('events.needSooner', { years: EVENT_YEARS_MAX })
        : undefined
  const endsProblem = Number.isNaN(ends)
    ? t('events.needEndDate')
    : ends <= begins
      ? t('events.needEnd')
      : ends - begins > EVENT_DAYS_MAX * DAY_MS
        ? t('events.needShorter', { days: EVENT_DAYS_MAX })
        : undefined
  return [
    ['begins', beginsProblem],
    ['ends', endsProblem],
    ['saleUntil', saleUntil > ends ? t('events.needSale') : undefined],
  ]
}

function seatsProblem({ seats }: TierDraft): string | undefined {
  return isWithin(parseSats(seats), 1, SEATS_MAX) ? undefined : t('events.needSeats', { max: SEATS_MAX })
}

/** What one ticket costs now. Null for what is no price, and for dollars while their rate is unknown. */
export function msatOf({ currency, price }: Pick<TierDraft, 'currency' | 'price'>, rate: Price | null): number | null {
  if (currency === 'sats') {
    const sats = parseSats(price)
    return sats === null ? null : satsToMsat(sats)
  }
  const cents = parseDollars(price)
  return cents === null || rate === null ? null : Number(msatOfCents(cents, BigInt(Math.round(rate.usdPerBtc * 100))))
}

/** All that one buyer may have is one payment. */
export function limitProblem(msat: number, personMax: string, { maxPaymentMsat }: Limits): string | undefined {
  if (msat > maxPaymentMsat) return t('events.needLower', { max: formatSats(maxPaymentMsat) })
  const countMax = Math.floor(maxPaymentMsat / Math.max(1, msat))
  const isWithinMax = (parseSats(personMax) ?? 0) <= countMax
  return isWithinMax ? undefined : t('events.needFewer', { count: countMax, all: formatSats(maxPaymentMsat) })
}

function personMaxProblem({ personMax, tiers }: EventDraft, limits: Limits, rate: Price | null): string | undefined {
  if (!isWithin(parseSats(personMax), 1, PERSON_MAX)) return t('events.needPersonMax')
  const highest = Math.max(0, ...tiers.map((tier) => msatOf(tier, rate) ?? 0))
  // A price that is too high for a single ticket has its own sentence.
  return highest > limits.maxPaymentMsat ? undefined : limitProblem(highest, personMax, limits)
}

function priceProblem(tier: TierDraft, limits: Limits, rate: Price | null): string | undefined {
  if (tier.currency === 'usd' && !isWithin(parseDollars(tier.price), 0, PRICE_CENTS_MAX)) {
    return t('events.needDollars', { max: formatCents(PRICE_CENTS_MAX) })
  }
  const msat = msatOf(tier, rate)
  // Without a rate, the server decides.
  if (msat === null) return tier.currency === 'usd' ? undefined : t('events.needSats')
  if (msat > limits.maxPaymentMsat) return t('events.needLower', { max: formatSats(limits.maxPaymentMsat) })
  return msat === 0 || msat >= limits.minPaymentMsat
    ? undefined
    : t('events.needHigher', { min: formatSats(limits.minPaymentMsat) })
}
