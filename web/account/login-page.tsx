/** The log-in page: e-mail and password, with a mailed code and a second
 * factor when required, and all other methods this server offers. */
import { useState } from 'react'
import { login } from '#contract/accounts/auth.ts'
import { ApiError } from '#web/data/api.ts'
import { Head } from '#web/frame/head.tsx'
import { Link } from '#web/navigation/link.tsx'
import { useSearchParams } from '#web/navigation/navigation.tsx'
import { useSettings, useSite } from '#web/data/site.ts'
import { useDraftNames } from '#web/session/drafts.ts'
import { PasswordField } from '#web/session/password-field.tsx'
import { useSession } from '#web/session/session.ts'
import { t } from '#web/words/words.ts'
import { AuthFrame } from './auth-frame.tsx'
import { checkLogin } from './form-errors.ts'
import { type EnteredLogin, MailedCodeForm } from './mailed-code-form.tsx'
import { SecondFactorForm } from './second-factor-form.tsx'
import { EmailField, LeaveWhenSignedIn, SignForm, useNext } from './sign-form.tsx'
import { loadLoginMethods, useLoginMethods, LoginMethods } from './login-methods.tsx'

export const load = loadLoginMethods

export function Page() {
  const [challenge, setChallenge] = useState<string | null>(null)
  const [isBackup, setIsBackup] = useState(false)
  const [lost, setLost] = useState<string | null>(null)
  const [entered, setEntered] = useState<EnteredLogin | null>(null)
  const showSecondFactor = (asked: string) => {
    setLost(null)
    setIsBackup(false)
    setChallenge(asked)
    setEntered(null)
  }
  return (
    <>
      <Head title={t('shell.logIn')} path="/login" isHidden />
      <LeaveWhenSignedIn />
      {challenge === null && entered === null && (
        <FirstStep notice={lost} onAsked={showSecondFactor} onCodeNeeded={setEntered} />
      )}
      {entered !== null && (
        <AuthFrame title={t('account.secondTitle')} lead={t('account.mailedCodeLead', { email: entered.email })}>
          <MailedCodeForm entered={entered} onAsked={showSecondFactor} onBack={() => setEntered(null)} />
        </AuthFrame>
      )}
      {challenge !== null && (
        <AuthFrame
          title={t('account.secondTitle')}
          lead={t(isBackup ? 'account.secondLeadBackup' : 'account.secondLead')}
        >
          <SecondFactorForm
            challenge={challenge}
            isBackup={isBackup}
            onKind={setIsBackup}
            onLost={(text) => {
              setLost(text)
              setChallenge(null)
            }}
          />
        </AuthFrame>
      )}
    </>
  )
}

type FirstProps = {
  notice: string | null
  onAsked: (challenge: string) => void
  onCodeNeeded: (entered: EnteredLogin) => void
}

function FirstStep(props: FirstProps) {
  const lead = useLead()
  const { hasPassword } = useLoginMethods()
  return (
    <AuthFrame title={t('account.loginTitle')} lead={lead}>
      {hasPassword && <PasswordForm {...props} />}
      <LoginMethods />
      <NewHere />
    </AuthFrame>
  )
}

/** What happened before, and what comes after. */
function useLead(): string {
  const { search } = useNext()
  const [query] = useSearchParams()
  const { hasPassword } = useLoginMethods()
  const isAwake = useSession((state) => state.isAwake)
  const hasDrafts = useDraftNames().length > 0 && isAwake
  if (query.has('over')) return [t('account.sessionOver'), ...(hasDrafts ? [t('account.draftsWait')] : [])].join(' ')
  if (search !== '') return t('account.loginToGoOn')
  return hasPassword ? t('account.loginLead') : t('waysIn.only')
}

function PasswordForm({ notice, onAsked, onCodeNeeded }: FirstProps) {
  const { call } = useSite()
  const { search } = useNext()
  return (
    <SignForm
      check={checkLogin}
      send={({ email, password }) =>
        call(login, { body: { email, password } }).catch((error: unknown) => {
          if (error instanceof ApiError && error.code === 'mailed-code-needed') onCodeNeeded({ email, password })
          throw error
        })
      }
      notice={notice}
      onAsked={onAsked}
      buttonLabel={t('account.loginButton')}
      waitLabel={t('account.loggingIn')}
      fields={(errors) => (
        <>
          <EmailField error={errors.email} />
          <PasswordField required isNew={false} error={errors.password} />
          <p className="-mt-3 flex justify-end">
            <Link to={`/forgot-password${search}`} className="py-1 text-sm font-semi text-purple hover:underline">
              {t('account.forgot')}
            </Link>
          </p>
        </>
      )}
    />
  )
}

function NewHere() {
  const { isRegistrationOpen } = useSettings()
  const { search } = useNext()
  if (!isRegistrationOpen) return null
  return (
    <p className="mt-6 text-ink-2">
      {t('account.newHere')}{' '}
      <Link to={`/register${search}`} className="font-semi text-purple hover:underline">
        {t('account.registerTitle')}
      </Link>
    </p>
  )
}
