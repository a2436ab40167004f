/** The shares that are offered to the user: what each gives, what waits for the answer, and the answer. */
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listTransactions } from '#contract/accounts/account.ts'
import { acceptSplitOffer, declineSplitOffer, listSplitOffers } from '#contract/catalog/split-offers.ts'
import { listCollaborations } from '#contract/catalog/splits.ts'
import type { Wire } from '#contract/endpoint.ts'
import { describeFailure } from '#web/data/failures.ts'
import { callQuery, queryKeyOf } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { showToast } from '#web/ui/overlays/toast.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { formatPercent, formatDate } from '#web/words/format.ts'
import { formatExactSats } from '#web/words/sats.ts'
import { t } from '#web/words/words.ts'
import { DeclineOffer } from './decline.tsx'

export type Offer = Wire<typeof listSplitOffers>[number]

/** Nothing without an offer. */
export function SplitOffers() {
  const { call } = useSite()
  const { data } = useQuery(callQuery(call, listSplitOffers, {}))
  if (data === undefined || data.length === 0) return null
  return (
    <section aria-labelledby="offers-title" className="my-8">
      <h2 id="offers-title" tabIndex={-1} data-quiet-focus className="mb-3 text-xl">
        {t('wallet.offersTitle')}
      </h2>
      <ul className="flex flex-col gap-3">
        {data.map((offer) => (
          <OfferCard key={offer.versionId} offer={offer} />
        ))}
      </ul>
    </section>
  )
}

function OfferCard({ offer }: { offer: Offer }) {
  const [isDeclining, setIsDeclining] = useState(false)
  const answer = useAnswer(offer)
  return (
    <li className="rounded-bar border border-line bg-highlight p-5">
      <OfferFacts offer={offer} />
      {answer.error && (
        <div className="mt-3">
          <Problem words={describeFailure(answer.error)} />
        </div>
      )}
      <div className="mt-4 flex flex-wrap gap-2.5">
        <Button
          isWaiting={answer.isPending && answer.variables}
          disabled={answer.isPending}
          onClick={() => answer.mutate(true)}
        >
          {offer.share === 0 ? t('wallet.offerAcceptEnd') : t('wallet.offerAccept', { percent: percentOf(offer) })}
        </Button>
        <Button kind="quiet" disabled={answer.isPending} onClick={() => setIsDeclining(true)}>
          {t('wallet.offerDecline')}
        </Button>
      </div>
      {isDeclining && (
        <DeclineOffer
          owner={ownerOf(offer)}
          isLess={offer.former !== null}
          onClose={() => setIsDeclining(false)}
          onDecline={() => {
            setIsDeclining(false)
            answer.mutate(false)
          }}
        />
      )}
    </li>
  )
}

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
          {t('wallet.offerWaiting', { sats: formatExactSats(msatWaiting) })}
        </p>
      )}
      <p className="mt-2 text-sm text-ink-2">{t('wallet.offerUntil', { day: formatDate(expiresAt) })}</p>
    </>
  )
}

/** `paidMsat`: null when the share was declined. */
export function describeAnswer(paidMsat: number | null): string {
  if (paidMsat === null) return t('wallet.offerDeclined')
  return paidMsat > 0 ? t('wallet.offerPaid', { sats: formatExactSats(paidMsat) }) : t('wallet.offerAccepted')
}

/** Accepts (true) or declines, and reads again what this changes. */
function useAnswer({ versionId }: Offer) {
  const { call, queries } = useSite()
  return useMutation({
    mutationFn: async (isAccepted: boolean) => {
      const params = { versionId }
      if (isAccepted) return (await call(acceptSplitOffer, { params })).msatAmount
      await call(declineSplitOffer, { params })
      return null
    },
    onSuccess: async (paidMsat) => {
      showToast(describeAnswer(paidMsat))
      document.getElementById('offers-title')?.focus()
      await Promise.all(
        [listSplitOffers, listTransactions, listCollaborations].map((endpoint) =>
          queries.invalidateQueries({ queryKey: queryKeyOf(endpoint) }),
        ),
      )
    },
  })
}

export const ownerOf = ({ owner }: Offer): string => owner.displayName ?? owner.name
export const percentOf = ({ share, shareTotal }: { share: number; shareTotal: number }): string =>
  formatPercent((share / shareTotal) * 100)

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
