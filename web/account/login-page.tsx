/** Logging in: e-mail and password with the second step where it is on, and every other way this server knows. */
import { useState } from 'react'
import { login } from '#contract/auth.ts'
import { Head } from '../head.tsx'
import { Link } from '../navigation/link.tsx'
import { useSettings, useSite } from '../site.ts'
import { t } from '../words/words.ts'
import { AuthFrame } from './auth-frame.tsx'
import { checkLogin } from './form-errors.ts'
import { SecondFactorForm } from './second-factor-form.tsx'
import { EmailField, LeaveWhenSignedIn, PasswordField, SignForm, useNext } from './sign-form.tsx'
import { loadWays, useWays, WaysIn } from './ways-in.tsx'

export const load = loadWays

export function Page() {
  const [challenge, setChallenge] = useState<string | null>(null)
  const [isBackup, setIsBackup] = useState(false)
  const [lost, setLost] = useState<string | null>(null)
  return (
    <>
      <Head title={t('shell.logIn')} path="/login" isHidden />
      <LeaveWhenSignedIn />
      {challenge === null ? (
        <FirstStep
          notice={lost}
          onAsked={(asked) => {
            setLost(null)
            setIsBackup(false)
            setChallenge(asked)
          }}
        />
      ) : (
        <AuthFrame
          title={t('account.secondTitle')}
          lead={t(isBackup ? 'account.secondLeadBackup' : 'account.secondLead')}
        >
          <SecondFactorForm
            challenge={challenge}
            isBackup={isBackup}
            onKind={setIsBackup}
            onLost={(words) => {
              setLost(words)
              setChallenge(null)
            }}
          />
        </AuthFrame>
      )}
    </>
  )
}

function FirstStep({ notice, onAsked }: { notice: string | null; onAsked: (challenge: string) => void }) {
  const { search } = useNext()
  const { hasPassword } = useWays()
  const lead = hasPassword ? t('account.loginLead') : t('waysIn.only')
  return (
    <AuthFrame title={t('account.loginTitle')} lead={search === '' ? lead : t('account.loginToGoOn')}>
      {hasPassword && <PasswordForm notice={notice} onAsked={onAsked} />}
      <WaysIn />
      <NewHere />
    </AuthFrame>
  )
}

function PasswordForm({ notice, onAsked }: { notice: string | null; onAsked: (challenge: string) => void }) {
  const { call } = useSite()
  const { search } = useNext()
  return (
    <SignForm
      check={checkLogin}
      send={({ email, password }) => call(login, { body: { email, password } })}
      notice={notice}
      onAsked={onAsked}
      buttonLabel={t('account.loginButton')}
      waitLabel={t('account.loggingIn')}
      fields={(errors) => (
        <>
          <EmailField error={errors.email} />
          <PasswordField isNew={false} error={errors.password} />
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
