/** Open differences between the ledger and the node. Each can be
 * booked with a reason: to the platform, or to a user's account. */
import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { getMoney, listAdminActions } from '#contract/operator/admin.ts'
import { bookDifference, getRecovery } from '#contract/operator/admin-money.ts'
import { proposeBooking } from '#contract/operator/proposals.ts'
import { formatExactChange } from '#web/format/amounts.ts'
import { describeProblem, withRecentLogin } from '#web/session/fresh-login.tsx'
import { useRefresh } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { Table, type Column } from '#web/ui/layout/table.tsx'
import { showToast } from '#web/ui/overlays/toast.tsx'
import { t, type TranslationKey } from '#web/words/words.ts'
import { needsProposal, type MoneyWire } from '#web/admin/money.ts'
import { formatTimestamp } from '#web/admin/moments.ts'
import { ReasonField } from '#web/admin/reason-dialog.tsx'

type Difference = MoneyWire['differences'][number]
type Custody = MoneyWire['custody']

const KINDS: Partial<Record<string, TranslationKey>> = {
  'unknown-payment': 'admin.diffUnknownPayment',
  'payout-unbooked': 'admin.diffPayoutUnbooked',
  'payout-missing': 'admin.diffPayoutMissing',
  'payout-fee': 'admin.diffPayoutFee',
  'receipt-unbooked': 'admin.diffReceiptUnbooked',
  'receipt-missing': 'admin.diffReceiptMissing',
  'receipt-amount': 'admin.diffReceiptAmount',
  'receipt-fee': 'admin.diffReceiptFee',
  books: 'admin.diffBooks',
  'changes-lost': 'admin.diffChangesLost',
  'last-second': 'admin.diffLastSecond',
}
/** Nothing can be booked for these. An operator closes them. */
const LOSSES: Partial<Record<string, TranslationKey>> = {
  'changes-lost': 'admin.lossChanges',
  'last-second': 'admin.lossSecond',
}
/** Booked as what they are, regardless of the selected account: a late payment, or a late receipt. */
const BY_THEMSELVES = new Set(['payout-unbooked', 'receipt-unbooked'])

const columnsOf = (onBook: (difference: Difference) => void): Column<Difference>[] => [
  {
    key: 'what',
    head: t('admin.what'),
    cell: ({ kind, subject, ours, nodes, firstSeenAt }) => {
      const label = KINDS[kind]
      return (
        <>
          <span className="block font-semi">{label === undefined ? kind : t(label)}</span>
          <span className="block max-w-[60ch] text-sm wrap-anywhere text-ink-2">
            {kind === 'books' ? ours : t(LOSSES[kind] ? 'admin.lossSides' : 'admin.diffSides', { ours, nodes })}
          </span>
          <span className="block max-w-[60ch] text-xs wrap-anywhere text-ink-3">
            {LOSSES[kind] ? t(LOSSES[kind]) : subject}
          </span>
          <time dateTime={firstSeenAt} className="block text-sm text-ink-3">
            {formatTimestamp(firstSeenAt)}
          </time>
        </>
      )
    },
  },
  {
    key: 'amount',
    head: t('admin.amount'),
    cell: ({ msatChange }) => (msatChange === null ? '–' : formatExactChange(msatChange)),
    isFigure: true,
  },
  {
    key: 'book',
    head: t('admin.book'),
    cell: (difference) =>
      difference.kind === 'books' ? (
        '–'
      ) : (
        <Button kind="quiet" size="small" onClick={() => onBook(difference)}>
          {t(LOSSES[difference.kind] ? 'admin.closeIt' : 'admin.bookIt')}
        </Button>
      ),
  },
]

export function DifferencesTable({ differences, custody }: { differences: Difference[]; custody: Custody }) {
  const [booked, setBooked] = useState<Difference | null>(null)
  const close = () => setBooked(null)
  if (differences.length === 0 && booked === null) return null
  return (
    <Section title={t('admin.differences')}>
      <p className="mb-3 max-w-[70ch] text-ink-2">{t('admin.differencesLead')}</p>
      <Dialog
        isOpen={booked !== null}
        onClose={close}
        title={t(booked && LOSSES[booked.kind] ? 'admin.closeTitle' : 'admin.bookTitle')}
        closeLabel={t('common.close')}
      >
        {booked !== null && <BookForm custody={custody} difference={booked} onDone={close} />}
      </Dialog>
      <Table
        caption={t('admin.differences')}
        columns={columnsOf(setBooked)}
        rows={differences}
        rowKey={({ differenceId }) => differenceId}
      />
    </Section>
  )
}

const BOOKED = { booked: 'admin.booked', healed: 'admin.bookedHealed', proposed: 'admin.proposed' } as const

type FormProps = { difference: Difference; custody: Custody; onDone: () => void }

function BookForm({ difference, custody, onDone }: FormProps) {
  const { differenceId, kind, msatChange } = difference
  const { call } = useSite()
  const refresh = useRefresh()
  const isLoss = LOSSES[kind] !== undefined
  const [reason, setReason] = useState('')
  const [username, setUsername] = useState('')
  const isProposal = needsProposal(custody, msatChange ?? 0)
  const booking = useMutation({
    mutationFn: () => {
      const user = username.trim().toLowerCase()
      const body = { reason: reason.trim(), ...(user === '' ? {} : { username: user }) }
      return withRecentLogin(async () => {
        if (!isProposal) return call(bookDifference, { params: { differenceId }, body })
        await call(proposeBooking, { body: { ...body, action: 'book-difference', subjectId: differenceId } })
        return { state: 'proposed' as const }
      })
    },
    onSuccess: ({ state }) => {
      for (const endpoint of [getMoney, getRecovery, listAdminActions]) void refresh(endpoint)
      showToast(t(isLoss ? 'admin.closed' : BOOKED[state]))
      onDone()
    },
  })
  const problem = describeProblem(booking.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    booking.mutate()
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <p className="text-ink-2">
        {isLoss ? t('admin.closeLead') : t('admin.bookHint', { sats: formatExactChange(msatChange ?? 0) })}
      </p>
      {!isLoss && !BY_THEMSELVES.has(kind) && (
        <Field
          label={t('admin.bookUser')}
          hint={t('admin.bookUserHint')}
          value={username}
          onChange={(event) => setUsername(event.target.value)}
          autoComplete="off"
        />
      )}
      <ReasonField value={reason} onChange={setReason} />
      {isProposal && (
        <p className="text-ink-2">{t(custody.isAlone ? 'admin.secondOperatorMissing' : 'admin.secondOperatorLead')}</p>
      )}
      {problem !== undefined && <Problem words={problem} />}
      <Button type="submit" size="large" isWaiting={booking.isPending} disabled={reason.trim() === ''}>
        {t(isLoss ? 'admin.closeIt' : isProposal ? 'admin.propose' : 'admin.bookIt')}
      </Button>
    </form>
  )
}
