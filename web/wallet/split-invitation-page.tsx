/** An invitation to a split: the shares it offers, and accepting or declining, after a log-in if necessary. The
 * server renders the same page for all invitations, so that no cache stores the content of one. */
import { useQuery } from '@tanstack/react-query'
import { acceptSplitInvitation, declineSplitInvitation, getSplitInvitation } from '#contract/catalog/split-offers.ts'
import type { Wire } from '#contract/endpoint.ts'
import { describeFailure } from '#web/data/failures.ts'
import { useMutationOnce } from '#web/data/mutation-once.ts'
import { callQuery } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { AccountNeeded } from '#web/frame/account-needed.tsx'
import { Head } from '#web/frame/head.tsx'
import { useNavigate, useParams } from '#web/navigation/navigation.tsx'
import { useSession } from '#web/session/session.ts'
import { showToast } from '#web/ui/overlays/toast.tsx'
import { LinesSkeleton } from '#web/ui/states/lines-skeleton.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { t } from '#web/words/words.ts'
import { AnswerButtons } from './offers/answer.tsx'
import { describeAnswer, OfferFacts, ownerOf, type Offer } from './offers/offer.tsx'

type Invitation = Wire<typeof getSplitInvitation>

export function Page() {
  const { call } = useSite()
  const { isAwake } = useSession()
  const { token = '' } = useParams()
  const { data, error } = useQuery({ ...callQuery(call, getSplitInvitation, { params: { token } }), enabled: isAwake })
  return (
    <div className="max-w-[36rem] pt-4">
      <Head title={t('wallet.splitInvitation')} isHidden />
      <h1 className="title-great">{t(data ? 'wallet.offersTitle' : 'invitation.title')}</h1>
      <div className="mt-6">
        {data ? (
          <Shown token={token} invitation={data} />
        ) : error ? (
          <Problem words={describeFailure(error)} />
        ) : (
          <LinesSkeleton />
        )}
      </div>
    </div>
  )
}

function Shown({ token, invitation: { offers, isByMail, isTaken } }: { token: string; invitation: Invitation }) {
  const { session } = useSession()
  const [newest] = offers
  return (
    <>
      <ul className="flex flex-col gap-3">
        {offers.map((offer) => (
          <li key={offer.versionId} className="rounded-bar border border-line bg-highlight p-5">
            <OfferFacts offer={offer} heading="h2" />
          </li>
        ))}
      </ul>
      {isByMail && <p className="mt-4 text-ink-2">{t('invitation.byMail')}</p>}
      <div className="mt-7 flex flex-col items-start gap-4">
        {!session ? (
          <AccountNeeded path={`/split-invitations/${token}`} />
        ) : isTaken ? (
          <p role="status" className="text-lg">
            {t('wallet.invitationTaken', { owner: newest ? ownerOf(newest) : '' })}
          </p>
        ) : (
          newest && <ResponseForm token={token} offer={newest} />
        )}
      </div>
    </>
  )
}

/** `offer`: the newest. Accepting it accepts the older ones too. */
function ResponseForm({ token, offer }: { token: string; offer: Offer }) {
  const { call, queries } = useSite()
  const navigate = useNavigate()
  const answer = useMutationOnce({
    mutationFn: async (isAccepted: boolean) => {
      const params = { token }
      if (isAccepted) return call(acceptSplitInvitation, { params, body: { versionId: offer.versionId } })
      await call(declineSplitInvitation, { params })
      return null
    },
    onSuccess: async (accepted) => {
      const isUnconfirmed = accepted !== null && !accepted.isConfirmed
      if (!isUnconfirmed) {
        showToast(describeAnswer(accepted?.msatAmount ?? null))
        await navigate('/transactions', { replace: true })
      }
      void queries.invalidateQueries()
    },
  })
  return (
    <>
      {answer.error && <Problem words={describeFailure(answer.error)} />}
      <AnswerButtons offer={offer} answer={answer} isLess={false} size="large" />
    </>
  )
}
