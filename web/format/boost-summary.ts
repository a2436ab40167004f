/** The outcome of a payment to several recipients elsewhere, as text: as a whole, and how much of it is paid, in flight, kept,
 * returned, or not paid. */
import type { Wire } from '#contract/endpoint.ts'
import type { getBoost } from '#contract/listening/foreign/boosts.ts'
import type { BadgeTone } from '#web/ui/layout/badge.tsx'
import { t } from '#web/words/words.ts'

export type BoostWire = Wire<typeof getBoost>
type Leg = BoostWire['legs'][number]
export type BoostSummary = {
  label: string
  tone: BadgeTone
  state: 'pending' | 'settled' | 'failed'
  sums: { label: string; msat: number }[]
}

export function summaryOf({ legs, leftOut }: Pick<BoostWire, 'legs' | 'leftOut'>): BoostSummary {
  const of = (...states: Leg['state'][]) => legs.filter(({ state }) => states.includes(state))
  const sum = (parts: readonly { msatAmount: number }[]) => parts.reduce((msat, part) => msat + part.msatAmount, 0)
  const sums = [
    { label: t('foreign.outcomePaid'), msat: sum(of('settled')) },
    { label: t('foreign.outcomePending'), msat: sum(of('pending')) },
    { label: t('foreign.outcomeKept'), msat: sum(of('waiting')) },
    { label: t('foreign.outcomeBack'), msat: sum(of('failed', 'returned')) },
    { label: t('foreign.outcomeNot'), msat: sum(of('unpaid')) + sum(leftOut) },
  ]
  return { ...wholeOf(new Set(legs.map(({ state }) => state))), sums: sums.filter(({ msat }) => msat > 0) }
}

/** An outcome that is not known comes first: until then, no text may say that the payment is done. */
function wholeOf(states: ReadonlySet<Leg['state']>): Omit<BoostSummary, 'sums'> {
  if (states.has('pending')) return { label: t('foreign.outcomePending'), tone: 'purple', state: 'pending' }
  const isPaid = states.has('settled')
  if (states.has('failed') || states.has('unpaid')) {
    const label = t(isPaid ? 'foreign.outcomePart' : 'foreign.outcomeNot')
    return { label, tone: 'pink', state: isPaid ? 'settled' : 'failed' }
  }
  if (isPaid) {
    const label = t(states.has('waiting') ? 'foreign.outcomePaidKept' : 'foreign.outcomePaid')
    return { label, tone: 'mint', state: 'settled' }
  }
  const label = t(states.has('waiting') ? 'foreign.outcomeKept' : 'foreign.outcomeBack')
  return { label, tone: 'plain', state: 'settled' }
}
