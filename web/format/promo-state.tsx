/** The state of a promo as a badge, and its budget as text: for its funder and for operators. */
import type { Wire } from '#contract/endpoint.ts'
import type { listOwnPromos } from '#contract/payments/promos.ts'
import { Badge, type BadgeTone } from '#web/ui/layout/badge.tsx'
import { formatAmount } from '#web/words/sats.ts'
import { t, type TranslationKey } from '#web/words/words.ts'

type Promo = Wire<typeof listOwnPromos>[number]

const STATES: Record<Promo['state'], { label: TranslationKey; tone: BadgeTone }> = {
  waiting: { label: 'promos.stateWaiting', tone: 'plain' },
  active: { label: 'promos.stateActive', tone: 'mint' },
  paused: { label: 'promos.statePaused', tone: 'purple' },
  unlisted: { label: 'promos.stateUnlisted', tone: 'purple' },
  held: { label: 'promos.stateHeld', tone: 'pink' },
  ended: { label: 'promos.stateEnded', tone: 'plain' },
}

export function PromoBadge({ state }: Pick<Promo, 'state'>) {
  const { label, tone } = STATES[state]
  return <Badge tone={tone}>{t(label)}</Badge>
}

/** What is left of it; of an ended one, whose rest was returned, what listeners got. */
export function formatBudget({ state, remainingBudget, msatBudget, minutes, msatPayoutAmount }: Promo): string {
  const budget = formatAmount(msatBudget)
  return state === 'ended'
    ? t('promos.paidOut', { paid: formatAmount(minutes * msatPayoutAmount), budget })
    : t('promos.left', { left: formatAmount(remainingBudget), budget })
}
