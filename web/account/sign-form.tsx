/** The form of log-in and registration: validates, sends, shows errors at their fields, and signs in.
 * The fields are defined by each page. */
import { useMutation } from '@tanstack/react-query'
import { useRef, useState, type FormEvent, type ReactNode } from 'react'
import type { Wire } from '#contract/endpoint.ts'
import type { login } from '#contract/accounts/auth.ts'
import { Navigate } from '#web/navigation/link.tsx'
import { useSearchParams } from '#web/navigation/navigation.tsx'
import { useSession } from '#web/session/session.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { t } from '#web/words/words.ts'
import { errorsOfResponse, focusFirst, readForm, type Entered, type FormErrors } from './form-errors.ts'
import { safeNext } from '#web/session/next-path.ts'

/** `/login` and `/register` continue to the same page, and pass it to each other. */
export function useNext(): { next: string; search: string } {
  const [search] = useSearchParams()
  const next = safeNext(search.get('next'))
  return { next, search: next === '/' ? '' : `?next=${encodeURIComponent(next)}` }
}

/** Continues as soon as the user is signed in, by this form or in another tab. `isNew`: to the suggestions for new users,
 * unless they came for something else. */
export function LeaveWhenSignedIn({ isNew = false }: { isNew?: boolean }) {
  const { next } = useNext()
  const session = useSession((state) => state.session)
  return session && <Navigate to={isNew && next === '/' ? '/welcome' : next} />
}

export function SignForm({
  check,
  send,
  fields,
  buttonLabel,
  waitLabel,
  notice = null,
  onSignedIn,
  onAsked,
}: {
  check: (entered: Entered) => FormErrors
  send: (entered: Entered) => Promise<Wire<typeof login>>
  fields: (errors: FormErrors) => ReactNode
  buttonLabel: string
  waitLabel: string
  /** A message about what happened before the form appeared. */
  notice?: string | null
  onSignedIn?: () => void
  /** A second factor is required. */
  onAsked?: (challenge: string) => void
}) {
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<FormErrors>(notice === null ? {} : { form: notice })
  const { isAwake, signIn } = useSession()
  const show = (found: FormErrors) => {
    setErrors(found)
    // Once the fields are editable again.
    requestAnimationFrame(() => form.current && focusFirst(form.current, found))
  }
  const signing = useMutation({
    mutationFn: send,
    onSuccess: (response) => {
      if (!('token' in response)) return onAsked?.(response.challenge)
      onSignedIn?.()
      signIn(response)
    },
    onError: (error) => show(errorsOfResponse(error)),
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const entered = readForm(event.currentTarget)
    const found = check(entered)
    if (Object.keys(found).length > 0) show(found)
    else {
      setErrors({})
      signing.mutate(entered)
    }
  }
  return (
    // POST, so that a form submitted before hydration never puts a password into a URL.
    <form ref={form} method="post" noValidate onSubmit={submit} className="flex flex-col gap-5">
      {/* Read-only instead of disabled, so that the focus is kept. */}
      <div className="contents" aria-busy={signing.isPending}>
        {fields(errors)}
      </div>
      {errors.form !== undefined && <Problem words={errors.form} />}
      <Button
        type="submit"
        size="large"
        disabled={!isAwake}
        isWaiting={signing.isPending || signing.isSuccess}
        className="mt-1 w-full"
      >
        {signing.isPending || signing.isSuccess ? waitLabel : buttonLabel}
      </Button>
    </form>
  )
}

export function EmailField({ error }: { error: string | undefined }) {
  return (
    <Field
      label={t('account.email')}
      name="email"
      type="email"
      inputMode="email"
      autoComplete="email"
      spellCheck={false}
      maxLength={254}
      required
      error={error}
    />
  )
}

/** A code that was e-mailed. */
export function CodeField({ error }: { error: string | undefined }) {
  return (
    <Field
      label={t('account.code')}
      name="code"
      autoFocus
      autoComplete="one-time-code"
      inputMode="numeric"
      maxLength={20}
      error={error}
    />
  )
}
