/** One offered share: what it gives, what waits, and until when. Answers are offers.tsx and split-invitation-page.tsx. */
import type { listSplitOffers } from '#contract/catalog/split-offers.ts'
import type { Wire } from '#contract/endpoint.ts'
import { formatDate, formatPercent } from '#web/words/format.ts'
import { formatAmount } from '#web/words/sats.ts'
import { t } from '#web/words/words.ts'

export type Offer = Wire<typeof listSplitOffers>[number]

export function OfferFacts({ offer, heading: Heading = 'h3' }: { offer: Offer; heading?: 'h2' | 'h3' }) {
  const { title, artist, msatWaiting, expiresAt } = offer
  return (
    <>
      <Heading className="text-lg [overflow-wrap:anywhere]">
        {artist === title ? title : `${title} · ${artist}`}
      </Heading>
      <p className="mt-1 max-w-[60ch]">{describeOffer(offer)}</p>
      {msatWaiting > 0 && (
        <p className="mt-2 font-semi text-orange-text">
          {t('wallet.offerWaiting', { sats: formatAmount(msatWaiting) })}
        </p>
      )}
      <p className="mt-2 text-sm text-ink-2">{t('wallet.offerUntil', { day: formatDate(expiresAt) })}</p>
    </>
  )
}

/** `paidMsat`: null when the share was declined. */
export function describeAnswer(paidMsat: number | null): string {
  if (paidMsat === null) return t('wallet.offerDeclined')
  return paidMsat > 0 ? t('wallet.offerPaid', { sats: formatAmount(paidMsat) }) : t('wallet.offerAccepted')
}

export const ownerOf = ({ owner }: Offer): string => owner.displayName ?? owner.name
export const percentOf = ({ share, shareTotal }: { share: number; shareTotal: number }): string =>
  formatPercent((share / shareTotal) * 100, 3)

function describeOffer(offer: Offer): string {
  const owner = ownerOf(offer)
  const { former } = offer
  if (former === null) {
    const text = t('wallet.offerNew', { owner, percent: percentOf(offer) })
    return offer.isPast ? `${text} ${t('wallet.offerPast')}` : text
  }
  if (offer.share === 0) return t('wallet.offerEnd', { owner, former: percentOf(former) })
  return t('wallet.offerLess', { owner, former: percentOf(former), percent: percentOf(offer) })
}
