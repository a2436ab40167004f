/** The balance as the largest thing of the page; beside it its value, what is in flight, and deposit and withdraw. */
import type { CSSProperties } from 'react'
import { describeDollars, usePrice } from '#web/format/price.ts'
import { satsUnit } from '#web/format/sats-unit.ts'
import type { Account } from '#web/session/account.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { textWidth } from '#web/ui/fit-text.ts'
import { FittedFigure } from '#web/ui/fitted-figure.tsx'
import { Skeleton } from '#web/ui/states/skeleton.tsx'
import { formatAmount, formatSats } from '#web/words/sats.ts'
import { t } from '#web/words/words.ts'
import { BalanceShape, HEAD_GRID } from './wallet-skeleton.tsx'

const MSAT_PER_SAT = 1_000
const MOST = 'min(27rem, 46svh)'

/** Exact, with three decimals where it is not whole; less than a sat is `<1`, and is written out beside it. */
const shownBalance = (msatBalance: number): string =>
  msatBalance < MSAT_PER_SAT ? formatSats(msatBalance) : formatAmount(msatBalance)

/** As wide as its figure at most, so that what belongs to a short balance is beside it. */
const figureRoom = (text: string) => ({ '--figure': `calc(${textWidth(text)} * ${MOST})` }) as CSSProperties

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
    <section className="mt-5 md:mt-7">
      <h1 className="mb-2 font-text text-base font-semi tracking-normal md:text-lg">{t('wallet.balance')}</h1>
      <div className={HEAD_GRID} style={account && figureRoom(shownBalance(account.msatBalance))}>
        {account ? (
          <FittedFigure text={shownBalance(account.msatBalance)} most={MOST} />
        ) : (
          <div role="status" aria-label={t('common.loading')}>
            <BalanceShape />
          </div>
        )}
        <div className="md:pb-[clamp(1.25rem,2.6vw,3rem)]">
          {account ? (
            <Worth msatBalance={account.msatBalance} heldMsat={heldMsat} />
          ) : (
            <Skeleton className="h-14 w-40 max-w-full" />
          )}
          <div className="mt-5 grid grid-cols-[repeat(auto-fit,minmax(min(100%,8.5rem),1fr))] gap-2.5 md:flex md:flex-wrap">
            <Button size="large" onClick={onDeposit}>
              {t('wallet.deposit')}
            </Button>
            <Button kind="outline" size="large" onClick={onWithdraw} disabled={account === undefined}>
              {t('wallet.withdraw')}
            </Button>
          </div>
        </div>
      </div>
    </section>
  )
}

/** The unit, then one sentence: what it is worth, and what is on its way. */
function Worth({ msatBalance, heldMsat }: { msatBalance: number; heldMsat: number }) {
  const price = usePrice()
  const isFraction = msatBalance > 0 && msatBalance < MSAT_PER_SAT
  const sentences = [
    isFraction && t('wallet.exactly', { sats: formatAmount(msatBalance) }),
    price && t('wallet.sentence', { text: describeDollars(msatBalance, price, new Date()) }),
    heldMsat > 0 && t('wallet.held', { sats: formatAmount(heldMsat) }),
  ]
  return (
    <>
      <p aria-hidden="true" className="title-2">
        {satsUnit(shownBalance(msatBalance))}
      </p>
      <p role="status" className="sr-only">
        {t('shell.balanceLabel', { sats: shownBalance(msatBalance) })}
      </p>
      <p className="mt-2 max-w-[44ch] text-ink-2 first-letter:uppercase">{sentences.filter(Boolean).join(' ')}</p>
    </>
  )
}
