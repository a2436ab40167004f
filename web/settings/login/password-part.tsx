/** Changes the password. All other sessions end. */
import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { changePassword } from '#contract/accounts/auth.ts'
import { PASSWORD_MAX, PASSWORD_MIN } from '#contract/fields.ts'
import { listLogins, listSessions } from '#contract/accounts/sessions.ts'
import { describeProblem } from '#web/session/fresh-login.tsx'
import { useRefresh } from '#web/data/queries.ts'
import { PasswordField } from '#web/session/password-field.tsx'
import { withProof } from '#web/session/proof.ts'
import { useSession } from '#web/session/session.ts'
import { useSite } from '#web/data/site.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { FormButtons } from '#web/ui/controls/form-buttons.tsx'
import { showToast } from '#web/ui/overlays/toast.tsx'
import { t } from '#web/words/words.ts'
import { Panel } from '#web/settings/panel.tsx'
import type { PartProps } from '#web/settings/part-props.ts'
import { useHasPassword } from './login-methods.ts'

export function PasswordPart({ account }: PartProps) {
  const hasPassword = useHasPassword()
  const [isChanging, setIsChanging] = useState(false)
  return (
    <Panel
      title={t('account.password')}
      note={hasPassword === false ? t('settings.passwordNone') : t('settings.passwordNote')}
    >
      {hasPassword !== false && !isChanging && (
        <Button
          kind="quiet"
          className="self-start"
          disabled={hasPassword === undefined}
          onClick={() => setIsChanging(true)}
        >
          {t('settings.passwordChange')}
        </Button>
      )}
      {isChanging && <ChangeForm email={account.email ?? ''} onEnd={() => setIsChanging(false)} />}
    </Panel>
  )
}

function ChangeForm({ email, onEnd }: { email: string; onEnd: () => void }) {
  const { call } = useSite()
  const refresh = useRefresh()
  const signIn = useSession((state) => state.signIn)
  const [password, setPassword] = useState('')
  const [showsErrors, setShowsErrors] = useState(false)
  const changing = useMutation({
    mutationFn: () => withProof((proof) => call(changePassword, { body: { newPassword: password } }, { proof })),
    onSuccess: (signedIn) => {
      signIn(signedIn)
      for (const endpoint of [listSessions, listLogins]) void refresh(endpoint)
      showToast(t('settings.passwordChanged'))
      onEnd()
    },
  })
  const isShort = password.length < PASSWORD_MIN
  const wrong = isShort ? t('account.passwordShort', { min: PASSWORD_MIN, count: password.length }) : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setShowsErrors(true)
    if (wrong === undefined) changing.mutate()
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        isNew
        label={t('settings.passwordNew')}
        autoFocus
        maxLength={PASSWORD_MAX}
        value={password}
        onChange={(event) => {
          setPassword(event.target.value)
          setShowsErrors(false)
        }}
        hint={t('account.passwordHint', { min: PASSWORD_MIN })}
        error={(showsErrors ? wrong : undefined) ?? describeProblem(changing.error)}
      />
      <FormButtons type="submit" isWaiting={changing.isPending} cancelLabel={t('settings.cancel')} onCancel={onEnd}>
        {t('settings.passwordSave')}
      </FormButtons>
    </form>
  )
}
