/** Creates an account and signs in immediately; the confirmation e-mail follows. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { getRegistration } from '#contract/accounts/registration.ts'
import { PASSWORD_MIN } from '#contract/fields.ts'
import { Head } from '#web/frame/head.tsx'
import { Link } from '#web/navigation/link.tsx'
import { useSearchParams } from '#web/navigation/navigation.tsx'
import { callQuery } from '#web/data/queries.ts'
import { useSettings, useSite } from '#web/data/site.ts'
import { PasswordField } from '#web/session/password-field.tsx'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { showToast } from '#web/ui/overlays/toast.tsx'
import { t } from '#web/words/words.ts'
import { Agreement } from './agreement.tsx'
import { AuthFrame } from './auth-frame.tsx'
import { bodyOfRegister, checkRegister, type FormErrors } from './form-errors.ts'
import { EmailField, LeaveWhenSignedIn, SignForm, useNext } from './sign-form.tsx'
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
  /** The part of a proof of work that is expected to be done. */
  const [worked, setWorked] = useState<number | null>(null)
  return (
    <AuthFrame title={t('account.registerTitle')} lead={t(hasPassword ? 'account.registerLead' : 'waysIn.only')}>
      {hasPassword && (
        <SignForm
          check={checkRegister}
          send={async (entered) => {
            const { registerWith } = await import('./work/registering.ts')
            return registerWith(call, bodyOfRegister(entered), setWorked).finally(() => setWorked(null))
          }}
          onSignedIn={() => showToast(t('account.registered'))}
          buttonLabel={t('account.registerButton')}
          waitLabel={
            worked === null ? t('account.registering') : t('account.working', { percent: Math.floor(worked * 100) })
          }
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
      <PasswordField required isNew hint={t('account.passwordHint', { min: PASSWORD_MIN })} error={errors.password} />
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
      <InviteField />
    </>
  )
}

/** Links of invitations contain the code. */
function InviteField() {
  const { call } = useSite()
  const [search] = useSearchParams()
  const { data } = useQuery(callQuery(call, getRegistration, {}))
  const code = search.get('invite') ?? ''
  if (data?.needsInvite !== true && code === '') return null
  return (
    <Field label={t('account.invite')} name="invite" autoComplete="off" defaultValue={code} required maxLength={64} />
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
