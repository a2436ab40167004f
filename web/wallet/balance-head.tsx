/** The balance in large type, with deposit and withdraw. */
import { describeDollars, usePrice } from '#web/format/price.ts'
import type { Account } from '#web/session/account.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { IncomingIcon, OutgoingIcon } from '#web/ui/icon.tsx'
import { GreatMark } from '#web/ui/mark.tsx'
import { t } from '#web/words/words.ts'
import { BalanceShape } from './wallet-skeleton.tsx'
import { satsUnit } from '#web/format/sats-unit.ts'
import { formatSats } from '#web/words/sats.ts'

export function BalanceHead({
  account,
  heldMsat,
  onDeposit,
  onWithdraw,
}: {
  account: Account | undefined
  /** Outgoing and no longer in the balance. */
  heldMsat: number
  onDeposit: () => void
  onWithdraw: () => void
}) {
  return (
    <section className="flood relative overflow-hidden rounded-bar px-5 py-6 md:rounded-header md:px-9 md:py-9">
      <GreatMark className="absolute top-5 right-8 h-[calc(100%-40px)] opacity-13 max-lg:hidden" />
      <div className="relative">
        <h1 className="font-text text-base font-semi tracking-normal">{t('wallet.balance')}</h1>
        {account ? <Balance msatBalance={account.msatBalance} /> : <BalanceSkeleton />}
        {heldMsat > 0 && <p className="mt-1">{t('wallet.held', { sats: formatSats(heldMsat) })}</p>}
        <div className="mt-6 flex flex-wrap gap-2.5">
          <Button size="large" icon={<IncomingIcon size={19} aria-hidden="true" />} onClick={onDeposit}>
            {t('wallet.deposit')}
          </Button>
          <Button
            kind="outline"
            size="large"
            icon={<OutgoingIcon size={19} aria-hidden="true" />}
            onClick={onWithdraw}
            disabled={account === undefined}
          >
            {t('wallet.withdraw')}
          </Button>
        </div>
      </div>
    </section>
  )
}

function Balance({ msatBalance }: { msatBalance: number }) {
  const price = usePrice()
  return (
    <>
      <p className="mt-2 flex flex-wrap items-baseline gap-x-3">
        {/* A new balance appears at once: counting up would show balances that never existed. */}
        <span key={msatBalance} aria-hidden="true" className="numeral origin-left animate-settle text-3xl lg:text-4xl">
          {formatSats(msatBalance)}
        </span>
        <span aria-hidden="true" className="text-lg font-semi">
          {satsUnit(formatSats(msatBalance))}
        </span>
        <span role="status" className="sr-only">
          {t('shell.balanceLabel', { sats: formatSats(msatBalance) })}
        </span>
      </p>
      {price && <p className="mt-1.5 text-lg font-medium">{describeDollars(msatBalance, price, new Date())}</p>}
      {/* Shown only when the balance is not a whole number of sats. */}
      {msatBalance % 1_000 !== 0 && <p className="mt-1">{t('wallet.exact', { msat: msatBalance })}</p>}
    </>
  )
}

function BalanceSkeleton() {
  return (
    <div role="status" aria-label={t('common.loading')}>
      <BalanceShape />
    </div>
  )
}
