/** For log-ins whose provider supplied no e-mail address: asks
 * for one, then for the code e-mailed to it, and signs in. */
import { useMutation } from '@tanstack/react-query'
import { useRef, useState, type FormEvent } from 'react'
import { parseEmail } from '#contract/accounts/identifiers.ts'
import { completeTwitterEmail, mailTwitterCode } from '#contract/accounts/social.ts'
import { ApiError } from '#web/data/api.ts'
import { readText } from '#web/format/form-text.ts'
import { useSession } from '#web/session/session.ts'
import { useSite } from '#web/data/site.ts'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { describeFailure } from '#web/data/failures.ts'
import { t } from '#web/words/words.ts'
import { AuthFrame } from './auth-frame.tsx'
import { emailError } from './form-errors.ts'
import { CodeField, EmailField } from './sign-form.tsx'

type StepProps = { challenge: string; onExpired: (words: string) => void }

export function MissingEmail({ challenge, onSignedIn }: { challenge: string; onSignedIn: () => void }) {
  const [email, setEmail] = useState<string | null>(null)
  const [expired, setExpired] = useState<string | null>(null)
  const step = { challenge, onExpired: setExpired }
  return (
    <AuthFrame
      title={t('waysIn.emailMissing')}
      lead={email === null ? t('waysIn.emailMissingLead') : t('waysIn.emailCodeLead', { email })}
      isForAnybody
    >
      {expired !== null ? (
        <div className="flex flex-col items-start gap-5">
          <p role="alert">{expired}</p>
          <ButtonLink to="/login">{t('waysIn.emailRestart')}</ButtonLink>
        </div>
      ) : email === null ? (
        <AddressForm {...step} onMailed={setEmail} />
      ) : (
        <CodeForm {...step} onSignedIn={onSignedIn} onOther={() => setEmail(null)} />
      )}
    </AuthFrame>
  )
}

/** One field and one button. Shows errors at the field, and reports an expired challenge to the parent. */
function useStep({ onExpired }: StepProps, send: (text: string) => Promise<void>) {
  const form = useRef<HTMLFormElement>(null)
  const [error, setError] = useState<string | undefined>(undefined)
  const show = (words: string) => {
    setError(words)
    requestAnimationFrame(() => form.current?.querySelector('input')?.select())
  }
  const sending = useMutation({
    mutationFn: send,
    onError: (failure) => {
      const words = describeFailure(failure)
      if (failure instanceof ApiError && failure.code === 'challenge-invalid') onExpired(words)
      else show(words)
    },
  })
  const submit = (name: string, check: (text: string) => string | undefined) => (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const text = readText(event.currentTarget, name).trim()
    const wrong = check(text)
    if (wrong !== undefined) return show(wrong)
    setError(undefined)
    sending.mutate(text)
  }
  return { form, error, submit, isWaiting: sending.isPending || sending.isSuccess }
}

function AddressForm({ onMailed, ...step }: StepProps & { onMailed: (email: string) => void }) {
  const { call } = useSite()
  const { form, error, submit, isWaiting } = useStep(step, async (email) => {
    await call(mailTwitterCode, { body: { challenge: step.challenge, email } })
    onMailed(email)
  })
  const check = (typed: string) => (parseEmail(typed) === null ? emailError(typed) : undefined)
  return (
    <form ref={form} method="post" noValidate onSubmit={submit('email', check)} className="flex flex-col gap-5">
      <EmailField error={error} />
      <Button type="submit" size="large" isWaiting={isWaiting} className="w-full">
        {t('waysIn.emailSend')}
      </Button>
    </form>
  )
}

function CodeForm({ onSignedIn, onOther, ...step }: StepProps & { onSignedIn: () => void; onOther: () => void }) {
  const { call } = useSite()
  const signIn = useSession((state) => state.signIn)
  const { form, error, submit, isWaiting } = useStep(step, async (typed) => {
    const code = typed.replaceAll(/[\s-]/g, '')
    signIn(await call(completeTwitterEmail, { body: { challenge: step.challenge, code } }))
    onSignedIn()
  })
  const check = (typed: string) => (/^(\d[\s-]*){6}$/.test(typed) ? undefined : t('waysIn.emailCodeMissing'))
  return (
    <form ref={form} method="post" noValidate onSubmit={submit('code', check)} className="flex flex-col gap-5">
      <CodeField error={error} />
      <Button type="submit" size="large" isWaiting={isWaiting} className="w-full">
        {t('account.checkCode')}
      </Button>
      <button type="button" onClick={onOther} className="min-h-8 self-start font-semi text-purple hover:underline">
        {t('waysIn.emailOther')}
      </button>
    </form>
  )
}
