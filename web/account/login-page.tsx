/** Signing in with e-mail and password. */
import { Link } from 'react-router'
import { login } from '#contract/auth.ts'
import { Head } from '../head.tsx'
import { useSettings, useSite } from '../site.ts'
import { t } from '../words/words.ts'
import { AuthFrame } from './auth-frame.tsx'
import { checkLogin } from './form-errors.ts'
import { EmailField, LeaveWhenSignedIn, PasswordField, SignForm, useNext } from './sign-form.tsx'

export function Page() {
  const { call } = useSite()
  const { isRegistrationOpen } = useSettings()
  const { search } = useNext()
  return (
    <>
      <Head title={t('shell.logIn')} path="/login" isHidden />
      <LeaveWhenSignedIn />
      <AuthFrame title={t('account.loginTitle')} lead={t(search === '' ? 'account.loginLead' : 'account.loginToGoOn')}>
        <SignForm
          check={checkLogin}
          send={({ email, password }) => call(login, { body: { email, password } })}
          buttonLabel={t('account.loginButton')}
          waitLabel={t('account.loggingIn')}
          fields={(errors) => (
            <>
              <EmailField error={errors.email} />
              <PasswordField isNew={false} error={errors.password} />
            </>
          )}
        />
        {isRegistrationOpen && (
          <p className="mt-6 text-ink-2">
            {t('account.newHere')}{' '}
            <Link to={`/register${search}`} className="font-semi text-purple hover:underline">
              {t('account.registerTitle')}
            </Link>
          </p>
        )}
      </AuthFrame>
    </>
  )
}
