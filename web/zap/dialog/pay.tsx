/** Paying a zap: its value in dollars, its effect on the balance, the main button and the other payment methods below.
 * The methods are in methods.ts. */
import { Link } from '#web/navigation/link.tsx'
import { formatDollars, usePrice } from '#web/format/price.ts'
import { hasPage } from '#web/routes.ts'
import type { Account } from '#web/session/account.ts'
import { ReasonedButton } from '#web/ui/controls/reasoned-button.tsx'
import { Bolt } from '#web/ui/mark.tsx'
import { t } from '#web/words/words.ts'
import { shortfallOf, type PaymentMethod } from '#web/zap/payment/methods.ts'
import { formatSats } from '#web/words/sats.ts'

type Paying = {
  account: Account | undefined
  amountMsat: number | null
  minMsat: number
  /** In the order they are offered. */
  methods: PaymentMethod[]
}

export function PayNote(paying: Paying) {
  const { amountMsat } = paying
  const price = usePrice()
  return (
    <p className="mt-3 flex flex-wrap gap-x-3 text-sm text-ink-2">
      <span className="flex-[1_1_10rem]">
        <PayTexts {...paying} />
      </span>
      {price && amountMsat !== null && <span className="font-semi">{formatDollars(amountMsat, price)}</span>}
    </p>
  )
}

function PayTexts({ account, amountMsat, minMsat, methods }: Paying) {
  if (!account) return t('zap.anyWallet')
  if (account.isLocked) return t('zap.balanceHeld')
  const balance = formatSats(account.msatBalance)
  if (amountMsat === null) return t('shell.balanceLabel', { sats: balance })
  const sats = formatSats(amountMsat)
  if (account.msatBalance >= amountMsat) {
    return t('zap.left', { sats, left: formatSats(account.msatBalance - amountMsat) })
  }
  const rest = formatSats(shortfallOf(account, amountMsat, minMsat))
  return (
    <>
      {methods.includes('rest') ? t('zap.restNote', { balance, rest }) : t('zap.tooLittle', { balance, sats })}{' '}
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
const MAIN: Record<PaymentMethod, (text: Words) => string> = {
  balance: ({ sats }) => t('zap.send', { sats }),
  connected: ({ sats }) => t('zap.payConnected', { sats }),
  browser: ({ sats }) => t('zap.payBrowser', { sats }),
  rest: ({ sats, rest }) => t('zap.sendWithRest', { sats, rest }),
  invoice: ({ sats }) => t('zap.makeInvoice', { sats }),
}
/** The label while no amount is entered. */
const PLAIN: Record<PaymentMethod, () => string> = {
  balance: () => t('zap.sendPlain'),
  connected: () => t('zap.fromConnected'),
  browser: () => t('zap.fromBrowser'),
  rest: () => t('zap.sendPlain'),
  invoice: () => t('zap.makeInvoicePlain'),
}
/** The label as an alternative method. */
const ASIDE: Record<PaymentMethod, (text: Words) => string> = {
  balance: () => t('zap.fromBalance'),
  connected: () => t('zap.fromConnected'),
  browser: () => t('zap.fromBrowser'),
  rest: ({ sats, rest }) => t('zap.sendWithRest', { sats, rest }),
  invoice: () => t('zap.otherWallet'),
}
const ASIDE_LOOKS =
  'mx-auto mt-1 -mb-1 block min-h-11 rounded-pill px-4 font-semi text-ink-2 hover:text-ink disabled:opacity-45'

export function PayButtons({
  account,
  amountMsat,
  minMsat,
  methods,
  busyMethod,
  isSigning,
  problem,
  onPay,
  onLogIn,
}: Paying & {
  busyMethod: PaymentMethod | null
  /** Of the amount; `isSaid` if its field shows it. */
  problem: { reason: string | undefined; isSaid: boolean }
  /** The payer's key is signing, before the invoice is created. */
  isSigning: boolean
  onPay: (method: PaymentMethod) => void
  onLogIn: () => void
}) {
  const [first = 'invoice', ...others] = methods
  const text = textsFor({ account, amountMsat: amountMsat ?? 0, minMsat })
  return (
    <>
      <ReasonedButton
        {...problem}
        type="submit"
        kind="zap"
        size="large"
        isWaiting={busyMethod !== null}
        icon={<Bolt />}
        className="w-full tabular-nums"
      >
        {busyMethod === null
          ? mainText(first, { account, amountMsat, minMsat })
          : isSigning
            ? t('zap.signing')
            : busyText(busyMethod, amountMsat)}
      </ReasonedButton>
      {others.map((method) => (
        <button
          key={method}
          type="button"
          disabled={amountMsat === null}
          onClick={() => onPay(method)}
          className={ASIDE_LOOKS}
        >
          {ASIDE[method](text)}
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

function mainText(method: PaymentMethod, { account, amountMsat, minMsat }: Omit<Paying, 'methods'>): string {
  return amountMsat === null ? PLAIN[method]() : MAIN[method](textsFor({ account, amountMsat, minMsat }))
}

type Amounts = { account: Account | undefined; amountMsat: number; minMsat: number }

function textsFor({ account, amountMsat, minMsat }: Amounts): Words {
  return { sats: formatSats(amountMsat), rest: account ? formatSats(shortfallOf(account, amountMsat, minMsat)) : '' }
}

function busyText(method: PaymentMethod, amountMsat: number | null): string {
  if (method !== 'balance' || amountMsat === null) return t('zap.makingInvoice')
  return t('zap.sending', { sats: formatSats(amountMsat) })
}
