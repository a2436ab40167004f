/** The second step of a log-in: six digits from the authenticator, or a backup code. */
import { useMutation } from '@tanstack/react-query'
import { useRef, useState, type FormEvent } from 'react'
import { loginSecondFactor } from '#contract/accounts/auth.ts'
import { ApiError } from '#web/data/api.ts'
import { readText } from '#web/format/form-text.ts'
import { useSession } from '#web/session/session.ts'
import { useSite } from '#web/data/site.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { describeFailure } from '#web/data/failures.ts'
import { t } from '#web/words/words.ts'
import { TextButton } from './text-button.tsx'

export function SecondFactorForm({
  challenge,
  isBackup,
  onKind,
  onLost,
}: {
  challenge: string
  isBackup: boolean
  onKind: (isBackup: boolean) => void
  /** The challenge has expired; the log-in starts again. */
  onLost: (text: string | null) => void
}) {
  const { call } = useSite()
  const signIn = useSession((state) => state.signIn)
  const form = useRef<HTMLFormElement>(null)
  const [error, setError] = useState<string | undefined>(undefined)
  const show = (text: string) => {
    setError(text)
    requestAnimationFrame(() => form.current?.querySelector('input')?.select())
  }
  const checking = useMutation({
    mutationFn: (code: string) => call(loginSecondFactor, { body: { challenge, code } }),
    onSuccess: signIn,
    onError: (failure) => {
      const text = describeFailure(failure)
      if (failure instanceof ApiError && failure.code === 'challenge-invalid') onLost(text)
      else show(text)
    },
  })
  const isWaiting = checking.isPending || checking.isSuccess
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const code = readText(event.currentTarget, 'code').replaceAll(/[\s-]/g, '')
    if (code.length < 6) show(t('account.codeMissing2'))
    else {
      setError(undefined)
      checking.mutate(code)
    }
  }
  return (
    <form ref={form} method="post" noValidate onSubmit={submit} className="flex flex-col gap-5">
      <Field
        // A separate field for each kind, so that text typed for one is not sent as the other.
        key={String(isBackup)}
        label={t(isBackup ? 'account.backupCode' : 'account.code')}
        name="code"
        autoFocus
        autoComplete="one-time-code"
        inputMode={isBackup ? 'text' : 'numeric'}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={20}
        error={error}
      />
      <Button type="submit" size="large" isWaiting={isWaiting} className="w-full">
        {t(isWaiting ? 'account.checkingCode' : 'account.checkCode')}
      </Button>
      <div className="flex flex-wrap justify-between gap-x-4 gap-y-2">
        <TextButton words={t(isBackup ? 'account.useApp' : 'account.useBackup')} onPress={() => onKind(!isBackup)} />
        <TextButton words={t('account.otherAccount')} onPress={() => onLost(null)} />
      </div>
    </form>
  )
}
