/** How a zap is paid: what it costs in dollars, what the balance has to do with it, the button and the other ways below.
 * Which ways there are: ways.ts. */
import { Link } from '../navigation/link.tsx'
import { formatDollars, usePrice } from '../price.ts'
import { hasPage } from '../routes.ts'
import type { Account } from '../session/account.ts'
import { Button } from '../ui/button.tsx'
import { Bolt } from '../ui/mark.tsx'
import { t } from '../words/words.ts'
import { restOf, type Way } from './ways.ts'
import { formatSats } from '../words/sats.ts'

type Paying = {
  account: Account | undefined
  amountMsat: number | null
  minMsat: number
  /** In the order they are offered. */
  ways: Way[]
}

export function PayNote(paying: Paying) {
  const { amountMsat } = paying
  const price = usePrice()
  return (
    <p className="mt-3 text-sm text-ink-2">
      {price && amountMsat !== null && (
        <span className="float-right pl-3 font-semi">{formatDollars(amountMsat, price)}</span>
      )}
      <PayWords {...paying} />
    </p>
  )
}

function PayWords({ account, amountMsat, minMsat, ways }: Paying) {
  if (!account) return t('zap.anyWallet')
  if (account.isLocked) return t('zap.balanceHeld')
  const balance = formatSats(account.msatBalance)
  if (amountMsat === null) return t('shell.balanceLabel', { sats: balance })
  const sats = formatSats(amountMsat)
  if (account.msatBalance >= amountMsat) {
    return t('zap.left', { sats, left: formatSats(account.msatBalance - amountMsat) })
  }
  const rest = formatSats(restOf(account, amountMsat, minMsat))
  return (
    <>
      {ways.includes('rest') ? t('zap.restNote', { balance, rest }) : t('zap.tooLittle', { balance, sats })}{' '}
      {hasPage('/transactions') && (
        <Link to="/transactions?open=deposit" className="font-semi text-purple underline">
          {t('zap.addSats')}
        </Link>
      )}
    </>
  )
}

type Words = { sats: string; rest: string }

/** As the button of the first way. */
const MAIN: Record<Way, (words: Words) => string> = {
  balance: ({ sats }) => t('zap.send', { sats }),
  rest: ({ sats, rest }) => t('zap.sendWithRest', { sats, rest }),
  invoice: ({ sats }) => t('zap.makeInvoice', { sats }),
}
/** While no amount stands. */
const PLAIN: Record<Way, () => string> = {
  balance: () => t('zap.sendPlain'),
  rest: () => t('zap.sendPlain'),
  invoice: () => t('zap.makeInvoicePlain'),
}
/** As one of the others. */
const ASIDE: Record<Way, () => string> = {
  balance: () => t('zap.fromBalance'),
  rest: () => t('zap.sendPlain'),
  invoice: () => t('zap.otherWallet'),
}
const ASIDE_LOOKS = 'mx-auto mt-1 -mb-1 block min-h-11 rounded-pill px-4 font-semi text-ink-2 hover:text-ink'

export function PayButtons({
  account,
  amountMsat,
  minMsat,
  ways,
  busyWay,
  onPay,
  onLogIn,
}: Paying & { busyWay: Way | null; onPay: (way: Way) => void; onLogIn: () => void }) {
  const [first = 'invoice', ...others] = ways
  return (
    <>
      <Button
        type="submit"
        kind="zap"
        size="large"
        isWaiting={busyWay !== null}
        icon={<Bolt />}
        className="w-full tabular-nums"
      >
        {busyWay === null ? mainWords(first, { account, amountMsat, minMsat }) : busyWords(busyWay, amountMsat)}
      </Button>
      {others.map((way) => (
        <button key={way} type="button" onClick={() => onPay(way)} className={ASIDE_LOOKS}>
          {ASIDE[way]()}
        </button>
      ))}
      {!account && (
        <button type="button" onClick={onLogIn} className={ASIDE_LOOKS}>
          {t('zap.logInToPay')}
        </button>
      )}
    </>
  )
}

function mainWords(way: Way, { account, amountMsat, minMsat }: Omit<Paying, 'ways'>): string {
  if (amountMsat === null) return PLAIN[way]()
  const rest = account ? formatSats(restOf(account, amountMsat, minMsat)) : ''
  return MAIN[way]({ sats: formatSats(amountMsat), rest })
}

function busyWords(way: Way, amountMsat: number | null): string {
  if (way !== 'balance' || amountMsat === null) return t('zap.makingInvoice')
  return t('zap.sending', { sats: formatSats(amountMsat) })
}
