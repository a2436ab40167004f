/** The attempts of a forward: each is a separate payment with its own invoice. */
import { Badge } from '#web/ui/layout/badge.tsx'
import { formatAmount } from '#web/words/sats.ts'
import { t } from '#web/words/words.ts'
import { describeReason, formatMoment, paymentStatusOf, type Receipt } from '#web/wallet/payment-texts.ts'

export function ReceiptAttempts({ attempts }: { attempts: Receipt['attempts'] }) {
  if (attempts.length === 0) return null
  return (
    <section className="mt-8">
      <h2 className="mb-1 font-text text-base font-semi tracking-normal">{t('wallet.attempts')}</h2>
      <ul>
        {attempts.map((attempt) => (
          <Attempt key={attempt.createdAt} attempt={attempt} />
        ))}
      </ul>
    </section>
  )
}

function Attempt({ attempt }: { attempt: Receipt['attempts'][number] }) {
  const { createdAt, state, failureReason, msatAmount, feeMsat } = attempt
  const status = paymentStatusOf({ ...attempt, type: 'Withdraw' })
  return (
    <li className="flex items-start justify-between gap-4 border-b border-line py-2.5 text-sm">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <time dateTime={createdAt}>{formatMoment(new Date(createdAt))}</time>
          <Badge tone={status.tone}>{status.label}</Badge>
        </p>
        {state === 'failed' && <p className="mt-0.5 text-ink-2">{describeReason(failureReason)}</p>}
      </div>
      <p className="text-right whitespace-nowrap">
        <span className="font-bold">{formatAmount(msatAmount)}</span>
        {feeMsat !== null && (
          <span className="block text-xs text-ink-2">{t('wallet.withFee', { sats: formatAmount(feeMsat) })}</span>
        )}
      </p>
    </li>
  )
}
