/** The state of the money: the audit, liabilities and assets, payouts with an unknown outcome, and unassigned money. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { getMoney } from '#contract/operator/admin.ts'
import { describeDollars, usePrice } from '#web/format/price.ts'
import { callQuery } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { t, type TranslationKey } from '#web/words/words.ts'
import type { MoneyWire } from './money.ts'
import { AccountsTable } from './money/accounts-table.tsx'
import { AdminFrame, ListWaiting } from './admin-frame.tsx'
import { AuditBanner } from './money/audit-banner.tsx'
import { ColdStorage, msatAboveCeiling } from './money/cold-storage.tsx'
import { DifferencesTable } from './money/differences-table.tsx'
import { FeeDialog } from './money/fee-dialog.tsx'
import { OpenPayouts } from './money/open-payouts.tsx'
import { OutgoingSwitch } from './money/outgoing-switch.tsx'
import { ProposalsTable } from './money/proposals-table.tsx'
import { SuspenseTable } from './money/suspense-table.tsx'
import { formatAmount, formatSats } from '#web/words/sats.ts'

const POLL_MS = 5_000

export function Page() {
  const { call } = useSite()
  const { data, error, refetch } = useQuery({
    ...callQuery(call, getMoney, {}),
    staleTime: 0,
    refetchInterval: POLL_MS,
  })
  return (
    <AdminFrame title={t('admin.title')} lead={t('admin.lead')}>
      {data ? <Books money={data} /> : <ListWaiting error={error} onRetry={() => void refetch()} />}
    </AdminFrame>
  )
}

function Books({ money }: { money: MoneyWire }) {
  const [isWithdrawing, setIsWithdrawing] = useState(false)
  const feeMsat = money.accounts.find(({ account }) => account === 'platform_fee')?.msatBalance ?? 0
  return (
    <>
      <AuditBanner audit={money.audit} />
      <OutgoingSwitch outgoing={money.outgoing} />
      <Figures money={money} feeMsat={feeMsat} onWithdraw={() => setIsWithdrawing(true)} />
      <DifferencesTable differences={money.differences} custody={money.custody} />
      <OpenPayouts payouts={money.payouts} />
      <ColdStorage money={money} />
      <ProposalsTable proposals={money.proposals} />
      <SuspenseTable suspense={money.suspense} custody={money.custody} />
      <AccountsTable money={money} />
      <FeeDialog isOpen={isWithdrawing} feeMsat={feeMsat} onClose={() => setIsWithdrawing(false)} />
    </>
  )
}

type FiguresProps = { money: MoneyWire; feeMsat: number; onWithdraw: () => void }

function Figures({ money, feeMsat, onWithdraw }: FiguresProps) {
  const { msatOwed, msatSpendable, custody } = money
  return (
    <dl className="mt-4 grid grid-cols-[repeat(auto-fit,minmax(min(100%,15rem),1fr))] gap-4">
      <Figure name={t('admin.owed')} amountMsat={msatOwed} note={t('admin.owedNote')} />
      <Figure name={t('admin.spendable')} amountMsat={msatSpendable} {...describeSpendable(money)} />
      <Figure
        name={t('admin.outLastHour')}
        amountMsat={custody.msatOutLastHour}
        note={
          custody.msatOutPerHour === null
            ? t('admin.noOutCap')
            : t('admin.outCap', { sats: formatSats(custody.msatOutPerHour) })
        }
        isWarning={custody.msatOutPerHour !== null && custody.msatOutLastHour * 5 >= custody.msatOutPerHour * 4}
      />
      <Figure name={t('admin.fees')} amountMsat={feeMsat} note={t('admin.feesNote')}>
        <Button kind="quiet" size="small" onClick={onWithdraw} disabled={feeMsat <= 0}>
          {t('admin.withdraw')}
        </Button>
      </Figure>
    </dl>
  )
}

function describeSpendable(money: MoneyWire): { note: string; isWarning: boolean } {
  const { msatOwed, msatSpendable, coldStorage } = money
  const warning = (note: TranslationKey) => ({ note: t(note), isWarning: true })
  if (msatSpendable === null) return warning('admin.nodeAway')
  if (msatSpendable + coldStorage.msatHeld < msatOwed) return warning('admin.nodeShort')
  if (msatAboveCeiling(money) > 0) return warning('admin.nodeAboveCeiling')
  const sats = formatSats(coldStorage.msatHeld)
  return {
    note: msatSpendable < msatOwed ? t('admin.nodeWithCold', { sats }) : t('admin.nodeEnough'),
    isWarning: false,
  }
}

function Figure({
  name,
  amountMsat,
  note,
  isWarning = false,
  children,
}: {
  name: string
  amountMsat: number | null
  note: string
  isWarning?: boolean
  children?: React.ReactNode
}) {
  const price = usePrice()
  return (
    <div className="flex flex-col rounded-bar border border-line bg-highlight px-5 py-5">
      <dt className="text-sm font-semi text-ink-2">{name}</dt>
      <dd className="mt-2">
        <span className="flex flex-wrap items-baseline gap-x-2">
          <span className="numeral min-w-0 text-2xl break-all">
            {amountMsat === null ? '–' : formatAmount(amountMsat)}
          </span>
          <span className="text-sm font-semi text-ink-2">{t('common.sats')}</span>
        </span>
        {price && amountMsat !== null && (
          <span className="mt-1 block text-sm text-ink-2">{describeDollars(amountMsat, price, new Date())}</span>
        )}
        <span className={isWarning ? 'mt-2 block text-sm font-semi text-pink' : 'mt-2 block text-sm text-ink-2'}>
          {note}
        </span>
        {children !== undefined && <span className="mt-3 block">{children}</span>}
      </dd>
    </div>
  )
}
