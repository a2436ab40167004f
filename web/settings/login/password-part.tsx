/** Changes the password. All other sessions end. */
import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { changePassword } from '#contract/accounts/auth.ts'
import { PASSWORD_MAX, PASSWORD_MIN } from '#contract/fields.ts'
import { listLogins, listSessions } from '#contract/accounts/sessions.ts'
import { describeProblem } from '#web/session/fresh-login.tsx'
import { useRefresh } from '#web/data/queries.ts'
import { withProof } from '#web/session/proof.ts'
import { useSession } from '#web/session/session.ts'
import { useSite } from '#web/data/site.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { HideIcon, ShowIcon } from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
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
  const [isShown, setIsShown] = useState(false)
  const changing = useMutation({
    mutationFn: () => withProof((proof) => call(changePassword, { body: { newPassword: password } }, { proof })),
    onSuccess: ({ token, expiresAt }) => {
      signIn({ token, expiresAt })
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
  const Shape = isShown ? HideIcon : ShowIcon
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <Field
        label={t('settings.passwordNew')}
        type={isShown ? 'text' : 'password'}
        name="password"
        autoComplete="new-password"
        autoFocus
        maxLength={PASSWORD_MAX}
        value={password}
        onChange={(event) => {
          setPassword(event.target.value)
          setShowsErrors(false)
        }}
        hint={t('account.passwordHint', { min: PASSWORD_MIN })}
        error={(showsErrors ? wrong : undefined) ?? describeProblem(changing.error)}
        suffix={
          <IconButton
            label={t(isShown ? 'account.hidePassword' : 'account.showPassword')}
            size="small"
            onClick={() => setIsShown(!isShown)}
          >
            <Shape size={19} aria-hidden="true" />
          </IconButton>
        }
      />
      <div className="flex flex-wrap gap-2.5">
        <Button type="submit" isWaiting={changing.isPending}>
          {t('settings.passwordSave')}
        </Button>
        <Button kind="quiet" onClick={onEnd}>
          {t('settings.cancel')}
        </Button>
      </div>
    </form>
  )
}
