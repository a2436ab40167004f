/** The ledger's internal accounts beside the users' total: together they add up to zero. */
import { Section } from '#web/ui/layout/section.tsx'
import { Table, type Column } from '#web/ui/layout/table.tsx'
import { t, type TranslationKey } from '#web/words/words.ts'
import type { MoneyWire } from '#web/admin/money.ts'
import { formatExactSats } from '#web/words/sats.ts'

const WORDS: Partial<Record<string, { name: TranslationKey; meaning: TranslationKey }>> = {
  lightning: { name: 'admin.nameLightning', meaning: 'admin.accountLightning' },
  routing_fees: { name: 'admin.nameRouting', meaning: 'admin.accountRouting' },
  inflight: { name: 'admin.nameInflight', meaning: 'admin.accountInflight' },
  platform_fee: { name: 'admin.nameFee', meaning: 'admin.accountFee' },
  house: { name: 'admin.nameHouse', meaning: 'admin.accountHouse' },
  suspense: { name: 'admin.nameSuspense', meaning: 'admin.accountSuspense' },
  users: { name: 'admin.nameUsers', meaning: 'admin.accountUsers' },
}

type Row = { account: string; msatBalance: number; isTotal?: true }

const COLUMNS: Column<Row>[] = [
  {
    key: 'account',
    head: t('admin.account'),
    cell: ({ account, isTotal }) =>
      isTotal ? <span className="block font-semi">{t('admin.together')}</span> : <Account account={account} />,
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

/** The display name with the ledger's account name beside it; accounts without a display name show only the latter. */
function Account({ account }: { account: string }) {
  const text = WORDS[account]
  if (text === undefined) return <span className="block font-semi">{account}</span>
  return (
    <>
      <span className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-semi">{t(text.name)}</span>
        <code className="text-xs text-ink-3">{account}</code>
      </span>
      <span className="block text-sm text-ink-2">{t(text.meaning)}</span>
    </>
  )
}

function writeSigned(amountMsat: number): string {
  return `${amountMsat < 0 ? '−' : ''}${formatExactSats(Math.abs(amountMsat))}`
}
