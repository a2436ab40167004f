/** Assigns money in suspense to the user it turned out to belong
 * to. This cannot be undone, so the amount is confirmed first. */
import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { getMoney, assignSuspense } from '#contract/operator/admin.ts'
import { proposeBooking } from '#contract/operator/proposals.ts'
import { describeProblem, withRecentLogin } from '#web/session/fresh-login.tsx'
import { useRefresh } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { t } from '#web/words/words.ts'
import { needsProposal, type MoneyWire } from '#web/admin/money.ts'
import { ReasonField } from '#web/admin/reason-dialog.tsx'
import { formatAmount } from '#web/words/sats.ts'

type Item = MoneyWire['suspense'][number]

/** Reasons of money that somebody without an account can claim. */
const CLAIMED_BY_LINK: readonly string[] = ['ticket-refund', 'ticket-late', 'purchase-late']

type Custody = MoneyWire['custody']

export function GiveDialog({ item, custody, onClose }: { item: Item | null; custody: Custody; onClose: () => void }) {
  return (
    <Dialog isOpen={item !== null} onClose={onClose} title={t('admin.giveTitle')} closeLabel={t('common.close')}>
      {item !== null && <GiveForm item={item} custody={custody} onDone={onClose} />}
    </Dialog>
  )
}

type FormProps = { item: Item; custody: Custody; onDone: () => void }

function GiveForm({ item: { itemId, msatAmount, reason: why }, custody, onDone }: FormProps) {
  const { call } = useSite()
  const refresh = useRefresh()
  const [username, setUsername] = useState('')
  const [reason, setReason] = useState('')
  const isProposal = needsProposal(custody, msatAmount)
  const giving = useMutation({
    mutationFn: () =>
      withRecentLogin<unknown>(() => {
        const name = username.trim().toLowerCase()
        if (!isProposal) {
          return call(assignSuspense, { params: { itemId }, body: { username: name, reason: reason.trim() } })
        }
        const body = { action: 'assign-suspense', subjectId: itemId, username: name, reason: reason.trim() } as const
        return call(proposeBooking, { body })
      }),
    onSuccess: () => {
      void refresh(getMoney)
      onDone()
    },
  })
  const problem = describeProblem(giving.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    giving.mutate()
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <p className="text-ink-2">{t('admin.giveHint', { sats: formatAmount(msatAmount) })}</p>
      {CLAIMED_BY_LINK.includes(why) && <Problem words={t('admin.giveTakesClaim')} />}
      <Field
        label={t('admin.giveTo')}
        value={username}
        onChange={(event) => setUsername(event.target.value)}
        autoComplete="off"
        required
      />
      <ReasonField value={reason} onChange={setReason} />
      {isProposal && (
        <p className="text-ink-2">{t(custody.isAlone ? 'admin.secondOperatorMissing' : 'admin.secondOperatorLead')}</p>
      )}
      {problem !== undefined && <Problem words={problem} />}
      <Button
        type="submit"
        size="large"
        isWaiting={giving.isPending}
        disabled={username.trim() === '' || reason.trim() === ''}
      >
        {t(isProposal ? 'admin.propose' : 'admin.give')}
      </Button>
    </form>
  )
}
