/** Money that is unassigned, with why it is in suspense and what to look for. */
import { useState } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { CopyButton } from '#web/ui/controls/copy.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { Table, type Column } from '#web/ui/layout/table.tsx'
import { t, type TranslationKey } from '#web/words/words.ts'
import { GiveDialog } from './give-dialog.tsx'
import type { MoneyWire } from '#web/admin/money.ts'
import { formatTimestamp } from '#web/admin/moments.ts'
import { formatAmount } from '#web/words/sats.ts'

type Item = MoneyWire['suspense'][number]

const REASONS: Partial<Record<string, { label: TranslationKey; note: TranslationKey }>> = {
  'unknown-invoice': { label: 'admin.whyUnknown', note: 'admin.whyUnknownNote' },
  underpaid: { label: 'admin.whyUnderpaid', note: 'admin.whyUnderpaidNote' },
  'paid-twice': { label: 'admin.whyTwice', note: 'admin.whyTwiceNote' },
  'recipient-deleted': { label: 'admin.whyDeleted', note: 'admin.whyDeletedNote' },
  'keysend-unknown': { label: 'admin.whyKeysend', note: 'admin.whyKeysendNote' },
  'keysend-not-payable': { label: 'admin.whyKeysendDraft', note: 'admin.whyKeysendDraftNote' },
  unbookable: { label: 'admin.whyUnbookable', note: 'admin.whyUnbookableNote' },
  'ticket-refund': { label: 'admin.whyRefund', note: 'admin.whyRefundNote' },
  'ticket-late': { label: 'admin.whyTickets', note: 'admin.whyTicketsNote' },
  'purchase-late': { label: 'admin.whyDownload', note: 'admin.whyDownloadNote' },
  'promo-late': { label: 'admin.whyPromo', note: 'admin.whyPromoNote' },
}

const columnsOf = (onGive: (item: Item) => void): Column<Item>[] => [
  {
    key: 'why',
    head: t('admin.why'),
    cell: ({ reason, createdAt }) => {
      const words = REASONS[reason]
      return (
        <>
          <span className="block font-semi">{words === undefined ? reason : t(words.label)}</span>
          {words !== undefined && <span className="block max-w-[52ch] text-sm text-ink-2">{t(words.note)}</span>}
          <time dateTime={createdAt} className="block text-sm text-ink-3">
            {formatTimestamp(createdAt)}
          </time>
        </>
      )
    },
  },
  { key: 'amount', head: t('admin.amount'), cell: ({ msatAmount }) => formatAmount(msatAmount), isFigure: true },
  {
    key: 'id',
    head: t('admin.hash'),
    isWideOnly: true,
    cell: ({ paymentHash, paymentId }) => {
      const text = paymentHash ?? paymentId
      return text === null ? (
        '–'
      ) : (
        <CopyButton
          text={text}
          kind="quiet"
          size="small"
          labels={{ idle: `${text.slice(0, 8)}…`, copied: t('common.copied') }}
        />
      )
    },
  },
  {
    key: 'give',
    head: t('admin.owner'),
    cell: (item) => (
      <Button kind="quiet" size="small" onClick={() => onGive(item)}>
        {t('admin.giveAway')}
      </Button>
    ),
  },
]

export function SuspenseTable({ suspense, custody }: { suspense: Item[]; custody: MoneyWire['custody'] }) {
  const [given, setGiven] = useState<Item | null>(null)
  return (
    <Section title={t('admin.suspense')}>
      <GiveDialog item={given} custody={custody} onClose={() => setGiven(null)} />
      {suspense.length === 0 ? (
        <p className="text-ink-2">{t('admin.noSuspense')}</p>
      ) : (
        <Table
          caption={t('admin.suspense')}
          columns={columnsOf(setGiven)}
          rows={suspense}
          rowKey={({ itemId }) => itemId}
        />
      )}
    </Section>
  )
}
