/** Requests an e-mail to reset the password. The response is the same whether the account exists or not. */
import { useMutation } from '@tanstack/react-query'
import { useRef, useState, type FormEvent } from 'react'
import { sendPasswordReset } from '#contract/accounts/auth.ts'
import { parseEmail } from '#contract/accounts/identifiers.ts'
import { Head } from '#web/frame/head.tsx'
import { Link } from '#web/navigation/link.tsx'
import { useSession } from '#web/session/session.ts'
import { useSettings, useSite } from '#web/data/site.ts'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { describeFailure } from '#web/data/failures.ts'
import { t } from '#web/words/words.ts'
import { AuthFrame } from './auth-frame.tsx'
import { readForm, emailError } from './form-errors.ts'
import { Notice } from './notice.tsx'
import { EmailField, useNext } from './sign-form.tsx'

export function Page() {
  const [sentTo, setSentTo] = useState<string | null>(null)
  return (
    <>
      <Head title={t('account.forgotTitle')} path="/forgot-password" isHidden />
      {sentTo === null ? <RequestForm onSent={setSentTo} /> : <Sent email={sentTo} onAgain={() => setSentTo(null)} />}
    </>
  )
}

function RequestForm({ onSent }: { onSent: (email: string) => void }) {
  const { call } = useSite()
  const { search } = useNext()
  const isAwake = useSession((state) => state.isAwake)
  const form = useRef<HTMLFormElement>(null)
  const [error, setError] = useState<string | undefined>(undefined)
  const sending = useMutation({
    mutationFn: (email: string) => call(sendPasswordReset, { body: { email } }),
    onSuccess: (_answer, email) => onSent(email),
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const email = readForm(event.currentTarget).email.trim()
    const isAddress = parseEmail(email) !== null
    setError(isAddress ? undefined : emailError(email))
    if (isAddress) sending.mutate(email)
    else requestAnimationFrame(() => form.current?.querySelector('input')?.focus())
  }
  return (
    <AuthFrame title={t('account.forgotTitle')} lead={t('account.forgotLead')} isForAnybody>
      <form ref={form} method="post" noValidate onSubmit={submit} className="flex flex-col gap-5">
        <EmailField error={error} />
        {sending.isError && <Problem words={describeFailure(sending.error)} />}
        <Button type="submit" size="large" disabled={!isAwake} isWaiting={sending.isPending} className="w-full">
          {t(sending.isPending ? 'account.forgotSending' : 'account.forgotButton')}
        </Button>
      </form>
      <p className="mt-6">
        <Link to={`/login${search}`} className="font-semi text-purple hover:underline">
          {t('shell.logIn')}
        </Link>
      </p>
    </AuthFrame>
  )
}

function Sent({ email, onAgain }: { email: string; onAgain: () => void }) {
  const { isSandbox } = useSettings()
  const actions = (
    <>
      {isSandbox && (
        <ButtonLink to={`/sandbox/mail?to=${encodeURIComponent(email)}`}>{t('account.openMails')}</ButtonLink>
      )}
      <Button kind="quiet" onClick={onAgain}>
        {t('account.forgotAgain')}
      </Button>
    </>
  )
  return (
    <Notice tone="done" title={t('account.forgotSentTitle')} actions={actions}>
      <p role="status">{t('account.forgotSent', { email })}</p>
    </Notice>
  )
}
