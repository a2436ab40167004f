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
import { PRICE_CENTS_MAX } from '#contract/dollars.ts'
import { DESCRIPTION_MAX } from '#contract/fields.ts'
import type { SiteSettings } from '#web/data/site.ts'
import { fromLocalTime } from '#web/events/zone.ts'
import { parseDollars, parseSats, satsToMsat } from '#web/format/amounts.ts'
import { formatCents } from '#web/format/price.ts'
import { formatSats } from '#web/words/sats.ts'
import { t, type TranslationKey } from '#web/words/words.ts'
import type { EventDraft, TierDraft } from './event-fields.ts'

/** By field; those of a tier begin with its key. */
export type Problems = Partial<Record<string, string>>
type Limits = Pick<SiteSettings, 'minPaymentMsat' | 'maxPaymentMsat'>

const DAY_MS = 86_400_000

/** `initial`: an event that is over may be corrected, as long as its times stay. */
export function problemsOf(draft: EventDraft, initial: EventDraft, limits: Limits): Problems {
  const entries = [
    ['name', textProblem(draft.name, CONCERT_NAME_MAX, 'events.needName')],
    ['place', textProblem(draft.place, PLACE_MAX, 'events.needPlace')],
    ['city', textProblem(draft.city, PLACE_MAX, 'events.needCity')],
    ...timeProblems(draft, initial),
    ['description', lengthProblem(draft.description, DESCRIPTION_MAX)],
    ['mapUrl', isLink(draft.mapUrl.trim()) ? undefined : t('studio.linkInvalid')],
    ['personMax', personMaxProblem(draft, limits)],
    ...draft.tiers.flatMap((tier) => [
      [`${tier.key}.name`, textProblem(tier.name, TIER_NAME_MAX, 'events.needTierName')],
      [`${tier.key}.seats`, seatsProblem(tier)],
      [`${tier.key}.price`, priceProblem(tier, limits)],
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

/** All that one buyer may have is one payment. */
function personMaxProblem({ personMax, tiers }: EventDraft, { maxPaymentMsat }: Limits): string | undefined {
  const count = parseSats(personMax)
  if (!isWithin(count, 1, PERSON_MAX)) return t('events.needPersonMax')
  const prices = tiers.flatMap(({ currency, price }) => (currency === 'sats' ? satsToMsat(parseSats(price) ?? 0) : []))
  const countMax = Math.floor(maxPaymentMsat / Math.max(1, ...prices))
  // A price that is too high for a single ticket has its own sentence.
  return countMax === 0 || isWithin(count, 1, countMax)
    ? undefined
    : t('events.needFewer', { count: countMax, all: formatSats(maxPaymentMsat) })
}

function priceProblem({ currency, price }: TierDraft, limits: Limits): string | undefined {
  if (currency === 'usd') {
    const isFine = isWithin(parseDollars(price), 0, PRICE_CENTS_MAX)
    return isFine ? undefined : t('events.needDollars', { max: formatCents(PRICE_CENTS_MAX) })
  }
  const msat = satsToMsat(parseSats(price) ?? NaN)
  if (Number.isNaN(msat)) return t('events.needSats')
  if (msat > limits.maxPaymentMsat) return t('events.needLower', { max: formatSats(limits.maxPaymentMsat) })
  return msat === 0 || msat >= limits.minPaymentMsat
    ? undefined
    : t('events.needHigher', { min: formatSats(limits.minPaymentMsat) })
}
