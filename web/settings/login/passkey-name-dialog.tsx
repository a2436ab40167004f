/** Renames a passkey. Rendered only while one is being renamed. */
import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import type { Wire } from '#contract/endpoint.ts'
import { listPasskeys, PASSKEY_NAME_MAX, renamePasskey } from '#contract/accounts/passkeys.ts'
import { describeProblem } from '#web/session/fresh-login.tsx'
import { useRefresh } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { t } from '#web/words/words.ts'

type NameProps = { passkey: Wire<typeof listPasskeys>[number]; onClose: () => void }

export function PasskeyNameDialog({ passkey: { id, name }, onClose }: NameProps) {
  const { call } = useSite()
  const refresh = useRefresh()
  const [typed, setTyped] = useState(name)
  const renaming = useMutation({
    mutationFn: () => call(renamePasskey, { params: { passkeyId: id }, body: { name: typed.trim() } }),
    onSuccess: async () => {
      await refresh(listPasskeys)
      onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (typed.trim() !== '') renaming.mutate()
  }
  const problem = describeProblem(renaming.error)
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('settings.passkeyRenameWhat', { what: name })}
      closeLabel={t('common.close')}
    >
      <form onSubmit={submit} className="flex flex-col gap-4">
        <Field
          label={t('settings.passkeyName')}
          hint={t('settings.passkeyNameHint')}
          autoComplete="off"
          autoFocus
          maxLength={PASSKEY_NAME_MAX}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        {problem !== undefined && <Problem words={problem} />}
        <Button type="submit" size="large" isWaiting={renaming.isPending} disabled={typed.trim() === ''}>
          {t('settings.save')}
        </Button>
      </form>
    </Dialog>
  )
}
