/** Creates an account and signs in immediately; the confirmation e-mail follows. */
import { register } from '#contract/accounts/auth.ts'
import { PASSWORD_MIN } from '#contract/fields.ts'
import { Head } from '#web/frame/head.tsx'
import { Link } from '#web/navigation/link.tsx'
import { useSettings, useSite } from '#web/data/site.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { showToast } from '#web/ui/overlays/toast.tsx'
import { t } from '#web/words/words.ts'
import { Agreement } from './agreement.tsx'
import { AuthFrame } from './auth-frame.tsx'
import { bodyOfRegister, checkRegister, type FormErrors } from './form-errors.ts'
import { EmailField, LeaveWhenSignedIn, PasswordField, SignForm, useNext } from './sign-form.tsx'
import { loadLoginMethods, useLoginMethods, LoginMethods } from './login-methods.tsx'

export const load = loadLoginMethods

export function Page() {
  const { isRegistrationOpen } = useSettings()
  return (
    <>
      <Head title={t('shell.signUp')} path="/register" isHidden />
      <LeaveWhenSignedIn isNew />
      {isRegistrationOpen ? <OpenRegister /> : <ClosedRegister />}
    </>
  )
}

function OpenRegister() {
  const { call } = useSite()
  const { hasPassword } = useLoginMethods()
  return (
    <AuthFrame title={t('account.registerTitle')} lead={t(hasPassword ? 'account.registerLead' : 'waysIn.only')}>
      {hasPassword && (
        <SignForm
          check={checkRegister}
          send={(entered) => call(register, { body: bodyOfRegister(entered) })}
          onSignedIn={() => showToast(t('account.registered'))}
          buttonLabel={t('account.registerButton')}
          waitLabel={t('account.registering')}
          fields={(errors) => <RegisterFields errors={errors} />}
        />
      )}
      <LoginMethods isNew />
      <Agreement />
      <HaveOne />
    </AuthFrame>
  )
}

function RegisterFields({ errors }: { errors: FormErrors }) {
  const { brandName } = useSettings()
  return (
    <>
      <EmailField error={errors.email} />
      <PasswordField isNew hint={t('account.passwordHint', { min: PASSWORD_MIN })} error={errors.password} />
      <Field
        label={t('account.name', { brand: brandName })}
        name="name"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={30}
        hint={t('account.nameHint')}
        error={errors.name}
      />
    </>
  )
}

function ClosedRegister() {
  return (
    <AuthFrame title={t('account.closedTitle')} lead={t('account.closed')}>
      <ButtonLink to="/">{t('account.listen')}</ButtonLink>
      <HaveOne />
    </AuthFrame>
  )
}

function HaveOne() {
  const { search } = useNext()
  return (
    <p className="mt-6 text-ink-2">
      {t('account.haveOne')}{' '}
      <Link to={`/login${search}`} className="font-semi text-purple hover:underline">
        {t('shell.logIn')}
      </Link>
    </p>
  )
}
