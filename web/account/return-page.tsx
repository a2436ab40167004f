/** Where OAuth providers redirect to: finishes the log-in automatically and continues. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { ExternalProvider } from '#contract/accounts/social.ts'
import { ApiError } from '#web/data/api.ts'
import { Head } from '#web/frame/head.tsx'
import { useLocation, useNavigate } from '#web/navigation/navigation.tsx'
import { useRefresh } from '#web/data/queries.ts'
import type { Attempt } from '#web/session/external-redirect.ts'
import { handToWaiting } from '#web/session/proof-external.ts'
import { useSession } from '#web/session/session.ts'
import { useSite } from '#web/data/site.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { showToast } from '#web/ui/overlays/toast.tsx'
import { t } from '#web/words/words.ts'
import { MissingEmail } from './missing-email.tsx'
import { Notice } from './notice.tsx'
import {
  changedByLinking,
  describeExternalFailure,
  finishExternalLogin,
  providerAt,
  readReturned,
  type Returned,
  takeAttempt,
} from './external.ts'

type Visit = { attempt: Attempt | null; returned: Returned }

export function Page() {
  const provider = providerAt(useLocation().pathname)
  const visit = useVisit(provider)
  return (
    <>
      <Head title={t('waysIn.returnTitle')} isHidden />
      {visit === null ? (
        <Waiting mode="login" />
      ) : visit.returned.error === undefined ? (
        <Finishing provider={provider} visit={visit} />
      ) : (
        <Failed mode={visit.attempt?.mode} words={t('waysIn.returnRefused')} />
      )}
    </>
  )
}

/** Read after hydration. The code is removed from the URL, so that it is not visible or stored in the history. */
function useVisit(provider: ExternalProvider): Visit | null {
  const [visit, setVisit] = useState<Visit | null>(null)
  const isAwake = useSession((state) => state.isAwake)
  const isRead = useRef(false)
  useEffect(() => {
    if (!isAwake || isRead.current) return
    isRead.current = true
    const [attempt, returned] = [takeAttempt(provider), readReturned(location)]
    const begin = () => setVisit({ attempt, returned })
    if (attempt === null) void handToWaiting(returned).then((isTaken) => (isTaken ? close() : begin()))
    else begin()
    history.replaceState(history.state, '', location.pathname)
  }, [isAwake, provider])
  return visit
}

function Finishing({ provider, visit }: { provider: ExternalProvider; visit: Visit }) {
  const { call } = useSite()
  const refresh = useRefresh()
  const navigate = useNavigate()
  const signIn = useSession((state) => state.signIn)
  const { mode = 'login', next = '/' } = visit.attempt ?? {}
  // A query, not a mutation: a code works once, and is sent only once however often this renders.
  const { data, error } = useQuery({
    queryKey: ['finish log-in', provider, visit.returned.code ?? '', visit.attempt?.verifier ?? ''],
    queryFn: async () => ({ signedIn: await finishExternalLogin(call, provider, visit) }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  useEffect(() => {
    if (!data) return
    const { signedIn } = data
    if (signedIn) signIn(signedIn)
    else {
      for (const endpoint of changedByLinking) void refresh(endpoint)
      showToast(t('waysIn.linked'))
    }
    void navigate(next, { replace: true })
  }, [data, navigate, next, refresh, signIn])
  if (error instanceof ApiError && error.code === 'twitter-email-missing' && error.challenge !== undefined) {
    return <MissingEmail challenge={error.challenge} onSignedIn={() => void navigate(next, { replace: true })} />
  }
  return error ? <Failed mode={mode} words={describeExternalFailure(error, provider)} /> : <Waiting mode={mode} />
}

function Waiting({ mode }: { mode: Attempt['mode'] }) {
  return (
    <Notice tone="waiting" title={t('waysIn.returnTitle')}>
      <p role="status">{t(mode === 'link' ? 'waysIn.linking' : 'waysIn.returning')}</p>
    </Notice>
  )
}

function Failed({ mode = 'login', words }: { mode: Attempt['mode'] | undefined; words: string }) {
  const again =
    mode === 'link' ? (
      <ButtonLink to="/settings">{t('waysIn.toSettings')}</ButtonLink>
    ) : (
      <ButtonLink to="/login">{t('waysIn.otherWays')}</ButtonLink>
    )
  return (
    <Notice tone="wrong" title={t('waysIn.returnFailed')} actions={again}>
      <p role="alert">{words}</p>
    </Notice>
  )
}
