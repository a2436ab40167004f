/** What waits for the Lightning addresses in a split: the last payment, or in plain words why there is none. */
import { useQuery } from '@tanstack/react-query'
import type { Wire } from '#contract/endpoint.ts'
import { listOutsideRecipients } from '#contract/catalog/split-offers.ts'
import { callQuery } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { formatDate } from '#web/words/format.ts'
import { formatSats } from '#web/words/sats.ts'
import { t, type TranslationKey } from '#web/words/words.ts'
import type { SplitOf } from './preview.tsx'

type Recipient = Wire<typeof listOutsideRecipients>[number]

/** Only the owner sees it. */
export function OutsideRecipients({ of }: { of: SplitOf }) {
  const { call } = useSite()
  const { data } = useQuery({ ...callQuery(call, listOutsideRecipients, { params: of }), retry: false })
  if (!data || data.length === 0) return null
  return (
    <>
      <h3 className="mt-5 mb-1 font-text text-sm font-semi tracking-normal">{t('editors.outsideTitle')}</h3>
      <p className="mb-3 max-w-[60ch] text-sm text-ink-2">{t('editors.outsideRule')}</p>
      <ul className="flex flex-col gap-3">
        {data.map((recipient) => (
          <li key={recipient.address} className="border-t border-line pt-3">
            <p className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
              <span className="min-w-0 font-semi [overflow-wrap:anywhere]">{recipient.address}</span>
              <span className="tabular-nums">
                {t('editors.outsideWaits', { sats: formatSats(recipient.msatWaiting) })}
              </span>
            </p>
            <p className="mt-1 max-w-[60ch] text-sm text-ink-2">{describe(recipient)}</p>
          </li>
        ))}
      </ul>
    </>
  )
}

const HELD_BACK: Partial<Record<string, TranslationKey>> = {
  halted: 'editors.outsideHalted',
  locked: 'editors.outsideLocked',
  'email-not-verified': 'editors.outsideEmail',
  region: 'editors.outsideRegion',
  limit: 'editors.outsideLimit',
}

const REASONS: Partial<Record<string, TranslationKey>> = {
  'lightning-address-unreachable': 'editors.outsideUnreachable',
  'lightning-address-refused': 'editors.outsideRefused',
  'lightning-address-answer-wrong': 'editors.outsideRefused',
  'amount-out-of-range': 'editors.outsideRefused',
  'invoice-already-tried': 'editors.outsideRefused',
  'invoice-own-node': 'editors.outsideOwn',
}

/** What keeps it from being paid comes first. */
function describe({ isReturned, isSending, heldBack, failingSince, lastError, lastPaid }: Recipient): string {
  const why = lastError === null ? '' : t(REASONS[lastError] ?? 'editors.outsideNoRoute')
  if (isReturned) return `${why} ${t('editors.outsideReturned')}`.trim()
  if (isSending) return t('editors.outsideSending')
  if (failingSince !== null) return `${why} ${t('editors.outsideFails', { date: formatDate(failingSince) })}`.trim()
  if (heldBack !== null) return t(HELD_BACK[heldBack] ?? 'editors.outsideHalted')
  if (lastPaid === null) return t('editors.outsideNothingPaid')
  return t('editors.outsidePaid', { sats: formatSats(lastPaid.msatAmount), date: formatDate(lastPaid.at) })
}
