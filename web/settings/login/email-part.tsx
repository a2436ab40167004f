/** The e-mail address: whether it is confirmed, and changing it.
 * A new address applies once its confirmation link is opened. */
import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { changeEmail } from '#contract/accounts/auth.ts'
import { parseEmail } from '#contract/accounts/identifiers.ts'
import { describeProblem } from '#web/session/fresh-login.tsx'
import { Link } from '#web/navigation/link.tsx'
import { hasPage } from '#web/routes.ts'
import { SendAgain } from '#web/session/verify-email-note.tsx'
import { withProof } from '#web/session/proof.ts'
import { useSettings, useSite } from '#web/data/site.ts'
import { Badge } from '#web/ui/layout/badge.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { FormButtons } from '#web/ui/controls/form-buttons.tsx'
import { t } from '#web/words/words.ts'
import { Panel } from '#web/settings/panel.tsx'
import type { PartProps } from '#web/settings/part-props.ts'
import { useHasPassword } from './login-methods.ts'

export function EmailPart({ account: { email, emailVerified } }: PartProps) {
  const hasPassword = useHasPassword()
  const [isChanging, setIsChanging] = useState(false)
  const badge = email !== null && (
    <Badge tone={emailVerified ? 'mint' : 'pink'}>
      {t(emailVerified ? 'settings.emailConfirmed' : 'settings.emailOpen')}
    </Badge>
  )
  return (
    <Panel title={t('settings.email')} badge={badge}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className={email === null ? 'text-ink-2' : 'min-w-0 text-lg font-semi break-words'}>
          {email ?? t('settings.emailNone')}
        </p>
        {hasPassword && !isChanging && (
          <Button kind="quiet" onClick={() => setIsChanging(true)}>
            {t('settings.emailChange')}
          </Button>
        )}
      </div>
      {hasPassword === false && email !== null && <p className="text-sm text-ink-2">{t('settings.emailElsewhere')}</p>}
      {email !== null && !emailVerified && <SendAgain email={email} kind="quiet" size="small" />}
      {isChanging && <ChangeForm onEnd={() => setIsChanging(false)} />}
    </Panel>
  )
}

function ChangeForm({ onEnd }: { onEnd: () => void }) {
  const { call } = useSite()
  const [email, setEmail] = useState('')
  const [showsErrors, setShowsErrors] = useState(false)
  const changing = useMutation({
    mutationFn: (wanted: string) => withProof((proof) => call(changeEmail, { body: { email: wanted } }, { proof })),
  })
  const wrong = parseEmail(email) === null ? t('account.emailInvalid') : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setShowsErrors(true)
    if (wrong === undefined) changing.mutate(email)
  }
  if (changing.isSuccess) return <Sent email={email.trim()} onEnd={onEnd} />
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4 border-t border-line pt-4">
      <Field
        label={t('settings.emailNew')}
        type="email"
        name="email"
        autoComplete="email"
        autoFocus
        maxLength={254}
        value={email}
        onChange={(event) => {
          setEmail(event.target.value)
          setShowsErrors(false)
        }}
        hint={t('settings.emailNewHint')}
        error={(showsErrors ? wrong : undefined) ?? describeProblem(changing.error)}
      />
      <FormButtons type="submit" isWaiting={changing.isPending} cancelLabel={t('settings.cancel')} onCancel={onEnd}>
        {t('settings.emailSend')}
      </FormButtons>
    </form>
  )
}

function Sent({ email, onEnd }: { email: string; onEnd: () => void }) {
  const { isSandbox } = useSettings()
  return (
    <div role="status" className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-field bg-mint-soft px-4 py-3">
      <p className="min-w-0 flex-1">{t('settings.emailSent', { email })}</p>
      {isSandbox && hasPage('/sandbox/mail') && (
        <Link to={`/sandbox/mail?to=${encodeURIComponent(email)}`} className="text-sm font-semi text-purple underline">
          {t('account.openMails')}
        </Link>
      )}
      <Button kind="quiet" size="small" onClick={onEnd}>
        {t('common.close')}
      </Button>
    </div>
  )
}
