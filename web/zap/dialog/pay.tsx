/** Paying a zap: its value in dollars, its effect on the balance, the main button and the other payment methods below.
 * The methods are in ways.ts. */
import { Link } from '#web/navigation/link.tsx'
import { formatDollars, usePrice } from '#web/format/price.ts'
import { hasPage } from '#web/routes.ts'
import type { Account } from '#web/session/account.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Bolt } from '#web/ui/mark.tsx'
import { t } from '#web/words/words.ts'
import { restOf, type Way } from '#web/zap/payment/ways.ts'
import { formatSats } from '#web/words/sats.ts'

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

/** The label of the main button. */
const MAIN: Record<Way, (words: Words) => string> = {
  balance: ({ sats }) => t('zap.send', { sats }),
  connected: ({ sats }) => t('zap.payConnected', { sats }),
  browser: ({ sats }) => t('zap.payBrowser', { sats }),
  rest: ({ sats, rest }) => t('zap.sendWithRest', { sats, rest }),
  invoice: ({ sats }) => t('zap.makeInvoice', { sats }),
}
/** The label while no amount is entered. */
const PLAIN: Record<Way, () => string> = {
  balance: () => t('zap.sendPlain'),
  connected: () => t('zap.fromConnected'),
  browser: () => t('zap.fromBrowser'),
  rest: () => t('zap.sendPlain'),
  invoice: () => t('zap.makeInvoicePlain'),
}
/** The label as an alternative method. */
const ASIDE: Record<Way, (words: Words) => string> = {
  balance: () => t('zap.fromBalance'),
  connected: () => t('zap.fromConnected'),
  browser: () => t('zap.fromBrowser'),
  rest: ({ sats, rest }) => t('zap.sendWithRest', { sats, rest }),
  invoice: () => t('zap.otherWallet'),
}
const ASIDE_LOOKS = 'mx-auto mt-1 -mb-1 block min-h-11 rounded-pill px-4 font-semi text-ink-2 hover:text-ink'

export function PayButtons({
  account,
  amountMsat,
  minMsat,
  ways,
  busyWay,
  isSigning,
  onPay,
  onLogIn,
}: Paying & {
  busyWay: Way | null
  /** The payer's key is signing, before the invoice is created. */
  isSigning: boolean
  onPay: (way: Way) => void
  onLogIn: () => void
}) {
  const [first = 'invoice', ...others] = ways
  const words = wordsFor({ account, amountMsat: amountMsat ?? 0, minMsat })
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
        {busyWay === null
          ? mainWords(first, { account, amountMsat, minMsat })
          : isSigning
            ? t('zap.signing')
            : busyWords(busyWay, amountMsat)}
      </Button>
      {others.map((way) => (
        <button key={way} type="button" onClick={() => onPay(way)} className={ASIDE_LOOKS}>
          {ASIDE[way](words)}
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
  return amountMsat === null ? PLAIN[way]() : MAIN[way](wordsFor({ account, amountMsat, minMsat }))
}

type Amounts = { account: Account | undefined; amountMsat: number; minMsat: number }

function wordsFor({ account, amountMsat, minMsat }: Amounts): Words {
  return { sats: formatSats(amountMsat), rest: account ? formatSats(restOf(account, amountMsat, minMsat)) : '' }
}

function busyWords(way: Way, amountMsat: number | null): string {
  if (way !== 'balance' || amountMsat === null) return t('zap.makingInvoice')
  return t('zap.sending', { sats: formatSats(amountMsat) })
}
