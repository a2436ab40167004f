/** Asks for an authenticator code or a backup code, and sends it. */
import type { UseMutationResult } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { describeProblem } from '#web/session/fresh-login.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { t } from '#web/words/words.ts'

const CHARACTERS_MIN = 6

export function CodeForm({
  button,
  sending,
}: {
  button: string
  sending: Pick<UseMutationResult<unknown, Error, string>, 'mutate' | 'isPending' | 'error' | 'reset'>
}) {
  const [code, setCode] = useState('')
  const [showsErrors, setShowsErrors] = useState(false)
  const wrong = code.replaceAll(/[\s-]/g, '').length < CHARACTERS_MIN ? t('settings.codeShort') : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setShowsErrors(true)
    if (wrong === undefined) sending.mutate(code.trim())
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <Field
        label={t('settings.code')}
        inputMode="text"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        maxLength={20}
        value={code}
        onChange={(event) => {
          setCode(event.target.value)
          setShowsErrors(false)
          sending.reset()
        }}
        error={(showsErrors ? wrong : undefined) ?? describeProblem(sending.error)}
      />
      <Button type="submit" size="large" isWaiting={sending.isPending}>
        {button}
      </Button>
    </form>
  )
}
