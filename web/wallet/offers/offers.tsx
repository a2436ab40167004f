/** The shares that are offered to the user: what each gives, what waits for the answer, and the answer. */
import { useQuery } from '@tanstack/react-query'
import { listTransactions } from '#contract/accounts/account.ts'
import { acceptSplitOffer, declineSplitOffer, listSplitOffers } from '#contract/catalog/split-offers.ts'
import { listCollaborations } from '#contract/catalog/splits.ts'
import { describeFailure } from '#web/data/failures.ts'
import { useMutationOnce } from '#web/data/mutation-once.ts'
import { callQuery, queryKeyOf } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { showToast } from '#web/ui/overlays/toast.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { t } from '#web/words/words.ts'
import { AnswerButtons } from './answer.tsx'
import { describeAnswer, OfferFacts, type Offer } from './offer.tsx'

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
  const answer = useAnswer(offer)
  return (
    <li className="rounded-bar border border-line bg-highlight p-5">
      <OfferFacts offer={offer} />
      {answer.error && (
        <div className="mt-3">
          <Problem words={describeFailure(answer.error)} />
        </div>
      )}
      <div className="mt-4">
        <AnswerButtons offer={offer} answer={answer} isLess={offer.former !== null} />
      </div>
    </li>
  )
}

/** Accepts (true) or declines, and reads again what this changes. */
function useAnswer({ versionId }: Offer) {
  const { call, queries } = useSite()
  return useMutationOnce({
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
