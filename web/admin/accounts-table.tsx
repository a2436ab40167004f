/** Every account of the house beside what people have: together they are nothing. */
import { Section } from '../ui/section.tsx'
import { Table, type Column } from '../ui/table.tsx'
import { t, type PlainWordKey } from '../words/words.ts'
import type { MoneyWire } from './money.ts'
import { formatExactSats } from '../words/sats.ts'

const MEANINGS: Partial<Record<string, PlainWordKey>> = {
  lightning: 'admin.accountLightning',
  routing_fees: 'admin.accountRouting',
  inflight: 'admin.accountInflight',
  platform_fee: 'admin.accountFee',
  house: 'admin.accountHouse',
  suspense: 'admin.accountSuspense',
  users: 'admin.accountUsers',
}

type Row = { account: string; msatBalance: number; isTotal?: true }

const COLUMNS: Column<Row>[] = [
  {
    key: 'account',
    head: t('admin.account'),
    cell: ({ account, isTotal }) => (
      <>
        <span className="block font-semi">{isTotal ? t('admin.together') : account}</span>
        <span className="block text-sm text-ink-2">{meaningOf(account)}</span>
      </>
    ),
  },
  { key: 'balance', head: t('admin.balance'), cell: ({ msatBalance }) => writeSigned(msatBalance), isFigure: true },
]

export function AccountsTable({ money: { accounts, msatOwed } }: { money: MoneyWire }) {
  const rows: Row[] = [...accounts, { account: 'users', msatBalance: msatOwed }]
  const sumMsat = rows.reduce((sum, { msatBalance }) => sum + msatBalance, 0)
  return (
    <Section title={t('admin.accounts')}>
      <Table
        caption={t('admin.accounts')}
        columns={COLUMNS}
        rows={[...rows, { account: '', msatBalance: sumMsat, isTotal: true }]}
        rowKey={({ account }) => account}
      />
      <p className="mt-3 max-w-[68ch] text-sm text-ink-2">{t(sumMsat === 0 ? 'admin.sumRight' : 'admin.sumOwed')}</p>
    </Section>
  )
}

function meaningOf(account: string): string {
  const meaning = MEANINGS[account]
  return meaning === undefined ? '' : t(meaning)
}

function writeSigned(amountMsat: number): string {
  return `${amountMsat < 0 ? '−' : ''}${formatExactSats(Math.abs(amountMsat))}`
}
