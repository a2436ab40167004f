/** The target of the link in the confirmation e-mail: confirms the address automatically and shows the next step. */
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { getAccount } from '#contract/accounts/account.ts'
import { verifyEmail } from '#contract/accounts/auth.ts'
import { ApiError } from '#web/data/api.ts'
import { Head } from '#web/frame/head.tsx'
import { useSearchParams } from '#web/navigation/navigation.tsx'
import { queryKeyOf, useRefresh } from '#web/data/queries.ts'
import { useAccount } from '#web/session/account.ts'
import { useSession } from '#web/session/session.ts'
import { SendAgain } from '#web/session/verify-email-note.tsx'
import { useSite } from '#web/data/site.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { t } from '#web/words/words.ts'
import { LoadFailure } from '#web/frame/load-failure.tsx'
import { Notice } from './notice.tsx'

export function Page() {
  const [search] = useSearchParams()
  const code = search.get('oobCode') ?? ''
  return (
    <>
      <Head title={t('account.verifyTitle')} path="/verify-email" isHidden />
      {code === '' ? <CodeMissing /> : <Verifying code={code} />}
    </>
  )
}

function Verifying({ code }: { code: string }) {
  const { call } = useSite()
  const refresh = useRefresh()
  // A query, not a mutation: a code works once, and is sent only once however often this renders.
  const { data, error, refetch } = useQuery({
    queryKey: [...queryKeyOf(verifyEmail), code],
    queryFn: () => call(verifyEmail, { body: { oobCode: code } }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  useEffect(() => {
    if (data) void refresh(getAccount)
  }, [data, refresh])
  if (data) return <Verified />
  if (error instanceof ApiError && error.status === 400) return <CodeInvalid />
  if (error) {
    return <LoadFailure error={error} retry={refetch} />
  }
  return (
    <Notice tone="waiting" title={t('account.verifyTitle')}>
      <p role="status">{t('account.verifying')}</p>
    </Notice>
  )
}

function Verified() {
  const session = useSession((state) => state.session)
  return (
    <Notice tone="done" title={t('account.verifiedTitle')} actions={<NextSteps isSignedIn={session !== null} />}>
      <p role="status">{t(session ? 'account.verified' : 'account.verifiedVisitor')}</p>
    </Notice>
  )
}

function CodeMissing() {
  return (
    <Notice tone="wrong" title={t('account.codeMissingTitle')} actions={<AnotherMail />}>
      <p role="alert">{t('account.codeMissing')}</p>
    </Notice>
  )
}

/** Most users who see this have simply opened the link twice. */
function CodeInvalid() {
  const { data: account } = useAccount()
  if (account?.emailVerified) {
    return (
      <Notice tone="done" title={t('account.alreadyVerifiedTitle')} actions={<NextSteps isSignedIn />}>
        <p role="status">{t('account.alreadyVerified')}</p>
      </Notice>
    )
  }
  return (
    <Notice tone="wrong" title={t('account.codeInvalidTitle')} actions={<AnotherMail />}>
      <p role="alert">{t(account ? 'account.codeInvalid' : 'account.codeInvalidVisitor')}</p>
    </Notice>
  )
}

function AnotherMail() {
  const { data: account } = useAccount()
  const isVisitor = useSession((state) => state.isAwake && state.session === null)
  if (isVisitor) return <ButtonLink to="/login?next=%2Ftransactions">{t('shell.logIn')}</ButtonLink>
  return account && !account.emailVerified && <SendAgain email={account.email} kind="solid" size="regular" />
}

function NextSteps({ isSignedIn }: { isSignedIn: boolean }) {
  return (
    <>
      {isSignedIn ? (
        <>
          <ButtonLink to="/transactions">{t('account.openWallet')}</ButtonLink>
          {/* For artists, who probably came from the studio. */}
          <ButtonLink to="/studio" kind="quiet">
            {t('shell.studio')}
          </ButtonLink>
        </>
      ) : (
        <ButtonLink to="/login">{t('shell.logIn')}</ButtonLink>
      )}
      <ButtonLink to="/" kind="quiet">
        {t('account.listen')}
      </ButtonLink>
    </>
  )
}
