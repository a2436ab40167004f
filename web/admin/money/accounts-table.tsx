/** All money by whom it is held for: what others own, and the operator's side. Together the accounts add up to zero. */
import { Section } from '#web/ui/layout/section.tsx'
import { Table, type Column } from '#web/ui/layout/table.tsx'
import { t, type TranslationKey } from '#web/words/words.ts'
import type { MoneyWire } from '#web/admin/money.ts'
import { formatSigned } from '#web/format/amounts.ts'

type Words = { name: TranslationKey; meaning: TranslationKey }

/** In the order in which they are shown. */
const OF_OTHERS: Readonly<Record<string, Words>> = {
  user: { name: 'admin.nameUsers', meaning: 'admin.accountUsers' },
  maturing: { name: 'admin.nameMaturing', meaning: 'admin.accountMaturing' },
  waiting: { name: 'admin.nameWaiting', meaning: 'admin.accountWaiting' },
  outside: { name: 'admin.nameOutside', meaning: 'admin.accountOutside' },
  boost: { name: 'admin.nameBoost', meaning: 'admin.accountBoost' },
  promo: { name: 'admin.namePromo', meaning: 'admin.accountPromo' },
  event: { name: 'admin.nameEvent', meaning: 'admin.accountEvent' },
  purse: { name: 'admin.namePurse', meaning: 'admin.accountPurse' },
  suspense: { name: 'admin.nameSuspense', meaning: 'admin.accountSuspense' },
}
const IN_PROGRESS: Readonly<Record<string, Words>> = {
  inflight: { name: 'admin.nameInflight', meaning: 'admin.accountInflight' },
}
const OF_OPERATOR: Readonly<Record<string, Words>> = {
  platform_fee: { name: 'admin.nameFee', meaning: 'admin.accountFee' },
  house: { name: 'admin.nameHouse', meaning: 'admin.accountHouse' },
  receivable: { name: 'admin.nameReceivable', meaning: 'admin.accountReceivable' },
  routing_fees: { name: 'admin.nameRouting', meaning: 'admin.accountRouting' },
  lightning: { name: 'admin.nameLightning', meaning: 'admin.accountLightning' },
}

type Row = { name: string; meaning?: string; account?: string; msatBalance: number }

const COLUMNS: Column<Row>[] = [
  { key: 'account', head: t('admin.account'), cell: Account },
  { key: 'balance', head: t('admin.balance'), cell: ({ msatBalance }) => formatSigned(msatBalance), isFigure: true },
]

export function AccountsTable({ money: { accounts } }: { money: MoneyWire }) {
  const others = rowsOf(accounts, OF_OTHERS)
  const inProgress = rowsOf(accounts, IN_PROGRESS)
  const held = [...others, ...inProgress]
  const own = rowsOf(accounts, OF_OPERATOR)
  return (
    <Section title={t('admin.accounts')}>
      <Table
        caption={t('admin.accounts')}
        columns={COLUMNS}
        rows={[
          ...others,
          { name: t('admin.owed'), msatBalance: sumOf(others) },
          ...inProgress,
          { name: t('admin.heldForOthers'), msatBalance: sumOf(held) },
          ...own,
          { name: t('admin.together'), msatBalance: sumOf([...held, ...own]) },
        ]}
        rowKey={({ name }) => name}
      />
      <p className="mt-3 max-w-[68ch] text-sm text-ink-2">{t('admin.sumRight')}</p>
    </Section>
  )
}

const sumOf = (rows: readonly Row[]): number => rows.reduce((sum, { msatBalance }) => sum + msatBalance, 0)

function rowsOf(accounts: MoneyWire['accounts'], words: Readonly<Record<string, Words>>): Row[] {
  return Object.entries(words).map(([account, { name, meaning }]) => {
    const msatBalance = accounts.find((one) => one.account === account)?.msatBalance ?? 0
    return { name: t(name), meaning: t(meaning), account, msatBalance }
  })
}

/** The name with the ledger's name of the account beside it; sums have a name only. */
function Account({ name, meaning, account }: Row) {
  return (
    <>
      <span className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-semi">{name}</span>
        {account !== undefined && <code className="text-xs text-ink-3">{account}</code>}
      </span>
      {meaning !== undefined && <span className="block text-sm text-ink-2">{meaning}</span>}
    </>
  )
}
