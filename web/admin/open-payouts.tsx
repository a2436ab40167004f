/** Payments that have left a balance and have no outcome yet, the oldest first: what an operator looks at first. */
import { Badge } from '../ui/badge.tsx'
import { CopyButton } from '../ui/copy.tsx'
import { Section } from '../ui/section.tsx'
import { Table, type Column } from '../ui/table.tsx'
import { t, type PlainWordKey } from '../words/words.ts'
import type { MoneyWire } from './money.ts'
import { writeAge, writeMoment } from './moments.ts'
import { formatSats } from '../words/sats.ts'

type Payout = MoneyWire['payouts'][number]

const PURPOSES: Partial<Record<string, PlainWordKey>> = {
  withdraw: 'admin.purposeWithdraw',
  forward: 'admin.purposeForward',
  'platform-fee': 'admin.purposeFee',
}
const DETAILS: Record<Payout['detail'], { word: PlainWordKey; note: PlainWordKey }> = {
  reserved: { word: 'admin.reserved', note: 'admin.reservedNote' },
  sending: { word: 'admin.sending', note: 'admin.sendingNote' },
  unknown: { word: 'admin.unknown', note: 'admin.unknownNote' },
}

const COLUMNS: Column<Payout>[] = [
  {
    key: 'what',
    head: t('admin.what'),
    cell: ({ purpose, detail }) => (
      <>
        <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span className="font-semi">{purposeOf(purpose)}</span>
          <Badge tone={detail === 'unknown' ? 'pink' : 'purple'}>{t(DETAILS[detail].word)}</Badge>
        </span>
        <span className="block max-w-[52ch] text-sm text-ink-2">{t(DETAILS[detail].note)}</span>
      </>
    ),
  },
  {
    key: 'age',
    head: t('admin.age'),
    cell: ({ createdAt }) => (
      <time dateTime={createdAt} title={writeMoment(createdAt)} className="whitespace-nowrap">
        {writeAge(createdAt, new Date())}
      </time>
    ),
  },
  { key: 'amount', head: t('admin.amount'), cell: ({ msatAmount }) => formatSats(msatAmount), isFigure: true },
  {
    key: 'id',
    head: t('admin.payment'),
    isWideOnly: true,
    cell: ({ paymentId }) => (
      <CopyButton
        text={paymentId}
        kind="quiet"
        size="small"
        labels={{ idle: `${paymentId.slice(0, 8)}…`, copied: t('common.copied') }}
      />
    ),
  },
]

const purposeOf = (purpose: string): string => {
  const word = PURPOSES[purpose]
  return word === undefined ? purpose : t(word)
}

export function OpenPayouts({ payouts }: { payouts: Payout[] }) {
  const oldestFirst = payouts.toSorted((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt))
  return (
    <Section title={t('admin.payouts')}>
      {payouts.length === 0 ? (
        <p className="text-ink-2">{t('admin.noPayouts')}</p>
      ) : (
        <Table
          caption={t('admin.payouts')}
          columns={COLUMNS}
          rows={oldestFirst}
          rowKey={({ paymentId }) => paymentId}
        />
      )}
    </Section>
  )
}
