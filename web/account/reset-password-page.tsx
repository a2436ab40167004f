/** The target of the link in the reset e-mail: choose a new password. All sessions end, including the one in this browser. */
import { useMutation } from '@tanstack/react-query'
import { useRef, useState, type FormEvent } from 'react'
import { resetPassword } from '#contract/accounts/auth.ts'
import { PASSWORD_MIN } from '#contract/fields.ts'
import { ApiError } from '#web/data/api.ts'
import { Head } from '#web/frame/head.tsx'
import { useSearchParams } from '#web/navigation/navigation.tsx'
import { PasswordField } from '#web/session/password-field.tsx'
import { useSession } from '#web/session/session.ts'
import { useSite } from '#web/data/site.ts'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { describeFailure } from '#web/data/failures.ts'
import { t } from '#web/words/words.ts'
import { AuthFrame } from './auth-frame.tsx'
import { checkNewPassword, readForm } from './form-errors.ts'
import { Notice } from './notice.tsx'

export function Page() {
  const [search] = useSearchParams()
  const [state, setState] = useState<'open' | 'done' | 'invalid'>('open')
  const oobCode = search.get('oobCode') ?? ''
  return (
    <>
      <Head title={t('account.resetTitle')} path="/reset-password" isHidden />
      {state === 'done' ? (
        <Done />
      ) : oobCode === '' ? (
        <LinkInvalid title={t('account.resetMissingTitle')} words={t('account.resetMissing')} />
      ) : state === 'invalid' ? (
        <LinkInvalid title={t('account.codeInvalidTitle')} words={t('account.resetInvalid')} />
      ) : (
        <Choosing oobCode={oobCode} onDone={() => setState('done')} onInvalid={() => setState('invalid')} />
      )}
    </>
  )
}

type ChoosingProps = { oobCode: string; onDone: () => void; onInvalid: () => void }

function Choosing({ oobCode, onDone, onInvalid }: ChoosingProps) {
  const { call } = useSite()
  const { isAwake, signOut } = useSession()
  const form = useRef<HTMLFormElement>(null)
  const [error, setError] = useState<string | undefined>(undefined)
  const setting = useMutation({
    mutationFn: (newPassword: string) => call(resetPassword, { body: { oobCode, newPassword } }),
    onSuccess: () => {
      signOut()
      onDone()
    },
    onError: (failure) => failure instanceof ApiError && failure.code === 'action-code-invalid' && onInvalid(),
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { password } = readForm(event.currentTarget)
    const found = checkNewPassword(password)
    setError(found)
    if (found === undefined) setting.mutate(password)
    else requestAnimationFrame(() => form.current?.querySelector('input')?.focus())
  }
  return (
    <AuthFrame title={t('account.resetTitle')} lead={t('account.resetLead')} isForAnybody>
      <form ref={form} method="post" noValidate onSubmit={submit} className="flex flex-col gap-5">
        <PasswordField
          isNew
          required
          label={t('account.newPassword')}
          hint={t('account.passwordHint', { min: PASSWORD_MIN })}
          error={error}
        />
        {setting.isError && <Problem words={describeFailure(setting.error)} />}
        <Button type="submit" size="large" disabled={!isAwake} isWaiting={setting.isPending} className="w-full">
          {t(setting.isPending ? 'account.resetting' : 'account.resetButton')}
        </Button>
      </form>
    </AuthFrame>
  )
}

function Done() {
  return (
    <Notice
      tone="done"
      title={t('account.resetDoneTitle')}
      actions={<ButtonLink to="/login">{t('shell.logIn')}</ButtonLink>}
    >
      <p role="status">{t('account.resetDone')}</p>
    </Notice>
  )
}

function LinkInvalid({ title, words }: { title: string; words: string }) {
  return (
    <Notice
      tone="wrong"
      title={title}
      actions={<ButtonLink to="/forgot-password">{t('account.anotherLink')}</ButtonLink>}
    >
      <p role="alert">{words}</p>
    </Notice>
  )
}
