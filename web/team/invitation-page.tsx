/** An invitation to a team, or an offer of ownership: what it is for, and accepting it, after a log-in if necessary.
 * The server renders the same page for all invitations, so that no cache stores the content of one. */
import { useMutation, useQuery } from '@tanstack/react-query'
import { listOwnArtists } from '#contract/catalog/artists.ts'
import { listOwnPodcasts } from '#contract/catalog/podcasts.ts'
import { acceptInvitation, getInvitation } from '#contract/accounts/teams.ts'
import type { Wire } from '#contract/endpoint.ts'
import { describeFailure } from '#web/data/failures.ts'
import { callQuery, queryKeyOf } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { AccountNeeded } from '#web/frame/account-needed.tsx'
import { Head } from '#web/frame/head.tsx'
import { useNavigate, useParams } from '#web/navigation/navigation.tsx'
import { useSession } from '#web/session/session.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Cover } from '#web/ui/images/cover.tsx'
import { showToast } from '#web/ui/overlays/toast.tsx'
import { LinesSkeleton } from '#web/ui/states/lines-skeleton.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { describeRole, nameRole } from '#web/studio/content/role-words.ts'
import { t } from '#web/words/words.ts'
import { Offer } from './offer.tsx'

type Invitation = Wire<typeof getInvitation>

export function Page() {
  const { call } = useSite()
  const { isAwake } = useSession()
  const { token = '' } = useParams()
  const { data, error } = useQuery({ ...callQuery(call, getInvitation, { params: { token } }), enabled: isAwake })
  return (
    <div className="max-w-[36rem] pt-4">
      <Head title={t('invitation.title')} isHidden />
      {data ? (
        <Shown token={token} invitation={data} />
      ) : (
        <>
          <h1 className="title-great">{t('invitation.title')}</h1>
          <div className="mt-6">{error ? <Problem words={describeFailure(error)} /> : <LinesSkeleton />}</div>
        </>
      )}
    </div>
  )
}

function Shown({ token, invitation }: { token: string; invitation: Invitation }) {
  const { makerId, name, artworkUrl, role, from, isByMail } = invitation
  return (
    <>
      <Cover src={artworkUrl} alt="" seed={makerId} shape="round" sizes="96px" isEager className="mb-5 size-24" />
      {role === 'owner' ? (
        <Offer token={token} offer={invitation} />
      ) : (
        <>
          <h1 className="title-great">{t('invitation.lead', { from, name })}</h1>
          <p className="mt-5 text-lg font-semi">{t('invitation.role', { role: nameRole(role) })}</p>
          <p className="mt-1 text-lg text-ink-2">{describeRole(role)}</p>
          {isByMail && <p className="mt-3 text-ink-2">{t('invitation.byMail')}</p>}
          <AcceptForm token={token} name={name} />
        </>
      )}
    </>
  )
}

function AcceptForm({ token, name }: { token: string; name: string }) {
  const { call, queries } = useSite()
  const { session } = useSession()
  const navigate = useNavigate()
  const accepting = useMutation({
    mutationFn: () => call(acceptInvitation, { params: { token } }),
    onSuccess: async ({ makerId, contentType, role }) => {
      for (const list of [listOwnArtists, listOwnPodcasts]) {
        await queries.invalidateQueries({ queryKey: queryKeyOf(list) })
      }
      showToast(t('invitation.joined', { name }))
      const to = contentType === 'artist' ? `/studio/artists/${makerId}` : `/studio/podcasts/${makerId}`
      void navigate(role === 'door' ? '/studio/events' : to, { replace: true })
    },
  })
  return (
    <div className="mt-7 flex flex-col items-start gap-4">
      {accepting.error && <Problem words={describeFailure(accepting.error)} />}
      {session ? (
        <Button size="large" isWaiting={accepting.isPending} onClick={() => accepting.mutate()}>
          {t('invitation.accept')}
        </Button>
      ) : (
        <AccountNeeded path={`/invitations/${token}`} />
      )}
    </div>
  )
}
