/** An offer of ownership on the page of invitations: its text, accepting it with a proof, and declining it. */
import { useMutation } from '@tanstack/react-query'
import { listOwnAlbums } from '#contract/catalog/albums.ts'
import { listOwnArtists } from '#contract/catalog/artists.ts'
import { listOwnPodcasts } from '#contract/catalog/podcasts.ts'
import { acceptInvitation, declineOffer, type getInvitation, listTeam } from '#contract/accounts/teams.ts'
import type { Wire } from '#contract/endpoint.ts'
import { describeFailure } from '#web/data/failures.ts'
import { queryKeyOf } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { AccountNeeded } from '#web/frame/account-needed.tsx'
import { useNavigate } from '#web/navigation/navigation.tsx'
import { withProof } from '#web/session/proof.ts'
import { useSession } from '#web/session/session.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { showToast } from '#web/ui/overlays/toast.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { t } from '#web/words/words.ts'
import { WhatGoesOver } from './what-goes-over.tsx'

export function Offer({ token, offer }: { token: string; offer: Wire<typeof getInvitation> }) {
  const { from, name, isByMail, ownerStays } = offer
  const { session } = useSession()
  return (
    <>
      <h1 className="title-great mb-6">{t('offer.lead', { from, name })}</h1>
      <WhatGoesOver from={from} ownerStays={ownerStays} />
      {isByMail && <p className="mt-4 text-ink-2">{t('invitation.byMail')}</p>}
      <div className="mt-7 flex flex-col items-start gap-4">
        {session ? <Answers token={token} name={name} /> : <AccountNeeded path={`/invitations/${token}`} />}
      </div>
    </>
  )
}

function Answers({ token, name }: { token: string; name: string }) {
  const { call, queries } = useSite()
  const navigate = useNavigate()
  const params = { token }
  const accepting = useMutation({
    mutationFn: () => withProof((proof) => call(acceptInvitation, { params }, { proof })),
    onSuccess: async ({ makerId, contentType }) => {
      for (const list of [listOwnArtists, listOwnPodcasts, listOwnAlbums, listTeam]) {
        await queries.invalidateQueries({ queryKey: queryKeyOf(list) })
      }
      showToast(t('offer.accepted', { name }))
      const to = contentType === 'artist' ? `/studio/artists/${makerId}` : `/studio/podcasts/${makerId}`
      void navigate(to, { replace: true })
    },
  })
  const declining = useMutation({
    mutationFn: () => call(declineOffer, { params }),
    onSuccess: () => {
      showToast(t('offer.declined'))
      void navigate('/', { replace: true })
    },
  })
  const error = accepting.error ?? declining.error
  return (
    <>
      {error && <Problem words={describeFailure(error)} />}
      <div className="flex flex-wrap gap-2.5">
        <Button size="large" isWaiting={accepting.isPending} onClick={() => accepting.mutate()}>
          {t('offer.accept')}
        </Button>
        <Button size="large" kind="quiet" isWaiting={declining.isPending} onClick={() => declining.mutate()}>
          {t('offer.decline')}
        </Button>
      </div>
    </>
  )
}
