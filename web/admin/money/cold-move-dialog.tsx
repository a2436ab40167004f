/** Records what an operator has moved to cold storage, or back, with the transaction and the reason. */
import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { getMoney, listAdminActions } from '#contract/operator/admin.ts'
import { recordColdMove } from '#contract/operator/cold-storage.ts'
import { parseSats, satsToMsat } from '#web/format/amounts.ts'
import { useRefresh } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { describeProblem, withRecentLogin } from '#web/session/fresh-login.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { t } from '#web/words/words.ts'
import { needsProposal, type MoneyWire } from '#web/admin/money.ts'
import { ReasonField } from '#web/admin/reason-dialog.tsx'

type Custody = MoneyWire['custody']
/** `msat`: what to begin with. */
type Moved = { msat: number; isReturn: boolean }

type DialogProps = { moved: Moved | null; custody: Custody; onClose: () => void }

export function ColdMoveDialog({ moved, custody, onClose }: DialogProps) {
  const title = t(moved?.isReturn ? 'admin.recordColdReturn' : 'admin.recordCold')
  return (
    <Dialog isOpen={moved !== null} onClose={onClose} title={title} closeLabel={t('common.close')}>
      {moved !== null && <MoveForm moved={moved} custody={custody} onDone={onClose} />}
    </Dialog>
  )
}

function MoveForm({ moved, custody, onDone }: { moved: Moved; custody: Custody; onDone: () => void }) {
  const { call } = useSite()
  const refresh = useRefresh()
  const [amount, setAmount] = useState(moved.msat === 0 ? '' : String(Math.floor(moved.msat / 1_000)))
  const [reference, setReference] = useState('')
  const [reason, setReason] = useState('')
  const msat = satsToMsat(parseSats(amount) ?? 0)
  const recording = useMutation({
    mutationFn: () =>
      withRecentLogin(() =>
        call(recordColdMove, {
          body: {
            msatAmount: moved.isReturn ? -msat : msat,
            reference: reference.trim(),
            reason: reason.trim(),
          },
        }),
      ),
    onSuccess: () => {
      for (const endpoint of [getMoney, listAdminActions]) void refresh(endpoint)
      onDone()
    },
  })
  const problem = describeProblem(recording.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    recording.mutate()
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <p className="text-ink-2">{t('admin.recordColdLead')}</p>
      <Field
        label={t('admin.amount')}
        inputMode="numeric"
        value={amount}
        onChange={(event) => setAmount(event.target.value)}
        required
      />
      <Field
        label={t('admin.coldReference')}
        value={reference}
        onChange={(event) => setReference(event.target.value)}
        autoComplete="off"
        maxLength={200}
        required
      />
      <ReasonField value={reason} onChange={setReason} />
      {needsProposal(custody, msat) && (
        <p className="text-ink-2">{t(custody.isAlone ? 'admin.secondOperatorMissing' : 'admin.coldSecondOperator')}</p>
      )}
      {problem !== undefined && <Problem words={problem} />}
      <Button
        type="submit"
        size="large"
        isWaiting={recording.isPending}
        disabled={msat === 0 || reference.trim() === '' || reason.trim() === ''}
      >
        {t('admin.record')}
      </Button>
    </form>
  )
}
