/** The receipt itself, most important first: the change of the balance,
 * what it was for, the arithmetic, the timeline and the proof. */
import { useQuery } from '@tanstack/react-query'
import { getForwarding } from '#contract/accounts/account.ts'
import { Link } from '#web/navigation/link.tsx'
import { describeDollars, usePrice } from '#web/format/price.ts'
import { callQuery } from '#web/data/queries.ts'
import { useAccount } from '#web/session/account.ts'
import { useSettings, useSite } from '#web/data/site.ts'
import { summaryOf } from '#web/format/boost-summary.ts'
import { Badge } from '#web/ui/layout/badge.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Mark } from '#web/ui/mark.tsx'
import { Row, Rows } from '#web/ui/layout/rows.tsx'
import { SplitBar } from '#web/ui/charts/split-bar.tsx'
import { formatDuration } from '#web/words/format.ts'
import { satsUnit } from '#web/format/sats-unit.ts'
import { formatAmount } from '#web/words/sats.ts'
import { t } from '#web/words/words.ts'
import {
  contentHref,
  describeDue,
  describeTypeOf,
  paymentStatusOf,
  titleOf,
  type Receipt,
} from '#web/wallet/payment-texts.ts'
import { ReceiptAttempts } from './attempts.tsx'
import { BoostPart, useBoostOf } from './boost-part.tsx'
import { ReceiptFacts } from './facts.tsx'
import { arithmeticOf, headlineOf } from './lines.ts'
import { ReceiptShares } from './shares-part.tsx'
import { ReceiptTimeline } from './timeline.tsx'
import { ReceiptThanks } from './thanks.tsx'
import { TopUpTracks } from './top-up-tracks.tsx'
import { usernameBeside } from './shares.ts'

/** Printed alone, dark on light in both themes. */
export const PAPER =
  'rounded-header border border-line bg-highlight px-5 py-6 md:px-9 md:py-9 ' +
  'print:absolute print:inset-x-0 print:top-0 print:z-50 print:rounded-none print:border-0 print:bg-[#fff] print:[color-scheme:light]'

export function ReceiptPaper({ payment }: { payment: Receipt }) {
  const { brandName } = useSettings()
  const { data: account } = useAccount()
  const { type, comment, legs } = payment
  const status = useStatus(payment)
  const note = `${status.note} ${describeDue(payment)}`.trim()
  const isWithdrawal = type === 'Withdraw'
  return (
    <article className={PAPER}>
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <span className="brand-name flex items-center gap-2.5">
          <Mark size={22} />
          {brandName}
        </span>
        <span role="status">
          <Badge tone={status.tone}>{status.label}</Badge>
        </span>
      </header>
      <h1 className="mt-8 font-text text-base font-semi tracking-normal text-ink-2">{describeTypeOf(payment)}</h1>
      <Headline payment={payment} />
      <About payment={payment} me={account?.name ?? null} />
      {note !== '' && <p className="mt-3 max-w-[60ch] text-ink-2">{note}</p>}
      {comment && !isWithdrawal && (
        <blockquote className="mt-4 border-l-2 border-line-2 pl-3.5 text-lg break-words">{comment}</blockquote>
      )}
      {type === 'Earnings' && (
        <ReceiptThanks
          paymentId={payment.paymentId}
          name={payment.displayName ?? payment.name ?? t('wallet.somebody')}
        />
      )}
      {payment.note === 'boost' || payment.note === 'stream' ? (
        <BoostPart payment={payment} />
      ) : legs.length > 0 ? (
        <ReceiptShares payment={payment} me={account?.name ?? null} />
      ) : (
        <PlainArithmetic payment={payment} />
      )}
      {type === 'Autoforward' && <Remainder />}
      {type === 'Top Up' && <TopUpTracks paymentId={payment.paymentId} />}
      <ReceiptAttempts attempts={payment.attempts} />
      <ReceiptTimeline payment={{ ...payment, state: status.state }} />
      <ReceiptFacts payment={payment} />
      <p className="mt-5 text-xs text-ink-3">{t('wallet.unitNote')}</p>
    </article>
  )
}

/** A boost says itself what became of it: its line is open as long as a share is kept. */
function useStatus(payment: Receipt) {
  const boost = useBoostOf(payment).data
  if (boost === undefined) return { ...paymentStatusOf(payment), state: payment.state }
  const { sums, ...whole } = summaryOf(boost)
  return { ...whole, note: sums.map(({ label, msat }) => `${label}: ${formatAmount(msat)}`).join(' · ') }
}

function Headline({ payment }: { payment: Receipt }) {
  const price = usePrice()
  const { msatChange, msatAmount, state } = payment
  const isBack = state === 'failed' && msatChange === 0
  return (
    <>
      <p className="@container mt-1 flex flex-wrap items-baseline gap-x-2.5">
        <span
          className={classNames(
            'numeral text-3xl wrap-anywhere @max-[18rem]:text-xl',
            isBack && 'text-ink-3 line-through decoration-2',
          )}
        >
          {headlineOf(payment)}
        </span>
        <span className="font-semi text-ink-2">{satsUnit(headlineOf(payment))}</span>
      </p>
      {price && !isBack && (
        <p className="mt-1 text-sm text-ink-2">
          {t('wallet.nowWorth', { dollars: describeDollars(msatChange || msatAmount, price, new Date()) })}
        </p>
      )}
    </>
  )
}

/** What it was for, at which position, and between whom. */
function About({ payment, me }: { payment: Receipt; me: string | null }) {
  const { type, contentTitle, contentType, contentId, contentTime, isAnonymous } = payment
  const receiver = describeReceiver(payment)
  const isReceived = type === 'Earnings' || type === 'Zap' || type === 'Ticket Sale'
  const href = contentHref(contentType, contentId)
  const title = titleOf({ type, title: contentTitle, address: null })
  return (
    <div className="mt-3 flex flex-col gap-0.5">
      {contentTitle !== null && (
        <p className="text-lg font-semi">
          {href === null ? (
            title
          ) : (
            <Link to={href} className="text-purple hover:underline">
              {title}
            </Link>
          )}
          {contentTime !== null && (
            <span className="font-medium text-ink-2"> {t('wallet.atTime', { time: formatDuration(contentTime) })}</span>
          )}
        </p>
      )}
      {isReceived && <p className="break-words text-ink-2">{describePayer(payment, me)}</p>}
      {isAnonymous && <p className="text-ink-2">{t('wallet.isAnonymous')}</p>}
      {receiver !== null && <p className="break-words text-ink-2">{t('wallet.to', { name: receiver })}</p>}
    </div>
  )
}

/** A payer name that came from outside is marked as such, because it is not verified. */
function describePayer(payment: Receipt, me: string | null): string {
  const { name, displayName, payerName } = payment
  if (name !== null) {
    const called = name === me ? t('wallet.you', { name: displayName ?? name }) : (displayName ?? name)
    const username = usernameBeside(payment)
    return t('wallet.from', { name: username === null ? called : `${called} @${username}` })
  }
  if (payerName !== null) return t('wallet.fromOutside', { name: payerName })
  return t('wallet.from', { name: t('wallet.somebody') })
}

/** A username, an address or a key, preceded by the name of a user on this server. */
function describeReceiver({ counterparty, counterpartyName }: Receipt): string | null {
  if (counterparty === null || counterpartyName === null || counterpartyName === counterparty) return counterparty
  return `${counterpartyName} ${counterparty.includes('@') ? counterparty : `@${counterparty}`}`
}

function PlainArithmetic({ payment }: { payment: Receipt }) {
  const { brandName } = useSettings()
  const { state, type, feeReserveMsat, feeMsat } = payment
  const isInside = type === 'Withdraw' && feeReserveMsat === null
  return (
    <section className="mt-7">
      <h2 className="sr-only">{t('wallet.arithmetic')}</h2>
      <Rows>
        {arithmeticOf(payment).map(({ name, amount, isTotal }) => (
          <Row key={name} name={name} isStrong={isTotal}>
            {amount}
          </Row>
        ))}
      </Rows>
      {isInside && <p className="mt-3 text-sm text-ink-2">{t('wallet.insideNote', { brand: brandName })}</p>}
      {type === 'Autoforward' && (
        <p className="mt-3 text-sm text-ink-2">
          {feeMsat === null
            ? t('wallet.forwardFeeNote', { brand: brandName })
            : t('wallet.forwardFeePaid', { brand: brandName, sats: formatAmount(feeMsat) })}
        </p>
      )}
      {feeReserveMsat !== null && feeReserveMsat > 0 && state === 'settled' && (
        <Reserve reserveMsat={feeReserveMsat} usedMsat={feeMsat ?? 0} />
      )}
    </section>
  )
}

/** What was reserved for the network fee, and what became of it. */
function Reserve({ reserveMsat, usedMsat }: { reserveMsat: number; usedMsat: number }) {
  const used = { key: 'used', name: t('wallet.reserveUsed'), weight: usedMsat, amount: formatAmount(usedMsat) }
  const backMsat = reserveMsat - usedMsat
  const back = {
    key: 'back',
    name: t('wallet.reserveBack'),
    weight: backMsat,
    amount: formatAmount(backMsat),
    isHouse: true,
  }
  return (
    <div className="mt-6">
      <h3 className="mb-2.5 font-text text-sm font-semi tracking-normal">
        {t('wallet.reserveTitle', { sats: formatAmount(reserveMsat) })}
      </h3>
      <SplitBar parts={[used, back]} />
    </div>
  )
}

/** Batches are in whole sats: fractions of a sat, and later earnings, wait for the next batch. */
function Remainder() {
  const { call } = useSite()
  const { data } = useQuery(callQuery(call, getForwarding, {}))
  if (!data || data.lightningAddress === null) return null
  return (
    <p className="mt-3 rounded-field bg-sunken px-4 py-3 text-sm">
      {t('wallet.remainder', { sats: formatAmount(data.msatWaiting) })}
    </p>
  )
}
