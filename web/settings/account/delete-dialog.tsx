/** The final confirmation before an account is deleted: type the
 * username, and confirm that the remaining balance is given up. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { deleteAccount, getDeletion } from '#contract/accounts/leaving.ts'
import { useCallOnce } from '#web/data/api-attempt.ts'
import { describeProblem } from '#web/session/fresh-login.tsx'
import { queryKeyOf } from '#web/data/queries.ts'
import { useGoToStartPage } from '#web/session/account.ts'
import { withProof } from '#web/session/proof.ts'
import { useSession } from '#web/session/session.ts'
import { useSite } from '#web/data/site.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { DialogButtons } from '#web/ui/overlays/dialog-buttons.tsx'
import { Field, SwitchField } from '#web/ui/controls/field.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { showToast } from '#web/ui/overlays/toast.tsx'
import { formatAmount } from '#web/words/sats.ts'
import { t } from '#web/words/words.ts'
import type { Deletion } from './deletion.ts'
import { deleteOwnSubscription } from '#web/settings/notifications/push-device.ts'

type Props = { isOpen: boolean; deletion: Deletion; onClose: () => void }

export function DeleteDialog({ isOpen, deletion, onClose }: Props) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('settings.deleteTitle')} closeLabel={t('common.close')}>
      <DeleteForm deletion={deletion} onClose={onClose} />
    </Dialog>
  )
}

function DeleteForm({ deletion, onClose }: Omit<Props, 'isOpen'>) {
  const { confirm, msatForfeit, draftCount } = deletion
  const [typed, setTyped] = useState('')
  const [isGivenUp, setIsGivenUp] = useState(false)
  const deleting = useDeleting(deletion)
  const isMeant = typed.trim() === confirm && (msatForfeit === 0 || isGivenUp)
  const problem = describeProblem(deleting.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isMeant) deleting.mutate()
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <p>{t('settings.deleteLead')}</p>
      {draftCount > 0 && <p>{t('settings.deleteDrafts', { count: draftCount })}</p>}
      {msatForfeit > 0 && (
        <SwitchField
          label={t('settings.forfeit', { sats: formatAmount(msatForfeit) })}
          hint={t('settings.forfeitHint')}
          isOn={isGivenUp}
          onChange={setIsGivenUp}
        />
      )}
      <Field
        label={t('settings.deleteConfirm', { name: confirm })}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        maxLength={100}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {problem !== undefined && <Problem words={problem} />}
      <DialogButtons
        cancelLabel={t('settings.keepAccount')}
        onCancel={onClose}
        type="submit"
        kind="danger"
        disabled={!isMeant}
        isWaiting={deleting.isPending}
      >
        {t('settings.deleteNow')}
      </DialogButtons>
    </form>
  )
}

/** When the server reports an obstacle, the list of obstacles is fetched again. */
function useDeleting({ confirm, msatForfeit }: Deletion) {
  const { call } = useSite()
  const queries = useQueryClient()
  const leave = useGoToStartPage()
  const callOnce = useCallOnce()
  const forget = useSession((state) => state.signOut)
  return useMutation({
    mutationFn: () => {
      const body = { confirm, ...(msatForfeit > 0 && { forfeitMsat: msatForfeit }) }
      return callOnce(body, (options) => withProof((proof) => call(deleteAccount, { body }, { ...options, proof })))
    },
    onSuccess: async () => {
      // Deletes what the browser stores first: the start page cannot be loaded with a token that has ended.
      forget()
      await leave()
      showToast(t('settings.deleted'))
      await deleteOwnSubscription().catch(() => null)
    },
    onError: () => void queries.invalidateQueries({ queryKey: queryKeyOf(getDeletion) }),
  })
}
