/** The log-in step after many wrong passwords for an account: enter the code e-mailed to its address. */
import { useMutation } from '@tanstack/react-query'
import { useRef, useState, type FormEvent } from 'react'
import { login } from '#contract/accounts/auth.ts'
import { ApiError } from '#web/data/api.ts'
import { readText } from '#web/format/form-text.ts'
import { useSession } from '#web/session/session.ts'
import { useSite } from '#web/data/site.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { describeFailure } from '#web/data/failures.ts'
import { t } from '#web/words/words.ts'
import { CodeField } from './sign-form.tsx'
import { TextButton } from './text-button.tsx'

export type EnteredLogin = { email: string; password: string }

export function MailedCodeForm({
  entered,
  onAsked,
  onBack,
}: {
  entered: EnteredLogin
  /** A second factor is required. */
  onAsked: (challenge: string) => void
  onBack: () => void
}) {
  const { call } = useSite()
  const signIn = useSession((state) => state.signIn)
  const form = useRef<HTMLFormElement>(null)
  const [error, setError] = useState<string | undefined>(undefined)
  const [isMailedAgain, setIsMailedAgain] = useState(false)
  const show = (text: string) => {
    setError(text)
    requestAnimationFrame(() => form.current?.querySelector('input')?.select())
  }
  const sending = useMutation({
    mutationFn: (mailedCode: string | null) =>
      call(login, { body: { ...entered, ...(mailedCode !== null && { mailedCode }) } }),
    onMutate: () => {
      setError(undefined)
      setIsMailedAgain(false)
    },
    onSuccess: (response) => {
      if ('token' in response) signIn(response)
      else onAsked(response.challenge)
    },
    onError: (failure) => {
      if (failure instanceof ApiError && failure.code === 'mailed-code-needed') setIsMailedAgain(true)
      else show(describeFailure(failure))
    },
  })
  const isWaiting = sending.isPending || sending.isSuccess
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const code = readText(event.currentTarget, 'code').replaceAll(/[\s-]/g, '')
    if (/^\d{8}$/.test(code)) sending.mutate(code)
    else show(t('account.mailedCodeMissing'))
  }
  return (
    <form ref={form} method="post" noValidate onSubmit={submit} className="flex flex-col gap-5">
      <CodeField error={error} />
      {isMailedAgain && <p role="status">{t('account.mailedAnotherCode')}</p>}
      <Button type="submit" size="large" isWaiting={isWaiting} className="w-full">
        {t(isWaiting ? 'account.checkingCode' : 'account.checkCode')}
      </Button>
      <div className="flex flex-wrap justify-between gap-x-4 gap-y-2">
        <TextButton words={t('account.mailAnotherCode')} onPress={() => isWaiting || sending.mutate(null)} />
        <TextButton words={t('account.backToPassword')} onPress={onBack} />
      </div>
    </form>
  )
}
