/** The timeline of a payment, step by step, with its current state while it is in progress. */
import { classNames } from '#web/ui/class-names.ts'
import { CheckIcon, CloseIcon } from '#web/ui/icon.tsx'
import { t } from '#web/words/words.ts'
import { formatMoment, type Receipt } from '#web/wallet/payment-texts.ts'

type Step = { name: string; at: string | null; look: 'done' | 'now' | 'failed' }

export function ReceiptTimeline({ payment }: { payment: Receipt }) {
  const steps = stepsOf(payment)
  return (
    <section className="mt-8">
      <h2 className="mb-3 font-text text-base font-semi tracking-normal">{t('wallet.timeline')}</h2>
      <ol>
        {steps.map(({ name, at, look }, index) => (
          <li key={name} className="relative flex gap-3 pb-3 last:pb-0">
            {index < steps.length - 1 && (
              <span aria-hidden="true" className="absolute top-5 bottom-0 left-[9px] w-px bg-line-2" />
            )}
            <Dot look={look} />
            <p className="min-w-0 text-sm">
              <span className="block font-semi">{name}</span>
              {at !== null && (
                <time dateTime={at} className="text-ink-2">
                  {formatMoment(new Date(at))}
                </time>
              )}
            </p>
          </li>
        ))}
      </ol>
    </section>
  )
}

function Dot({ look }: { look: Step['look'] }) {
  const shape = 'relative mt-0.5 grid size-[19px] shrink-0 place-items-center rounded-pill'
  if (look === 'done') {
    return (
      <span aria-hidden="true" className={classNames(shape, 'bg-mint-soft text-mint')}>
        <CheckIcon size={12} />
      </span>
    )
  }
  if (look === 'failed') {
    return (
      <span aria-hidden="true" className={classNames(shape, 'bg-pink-soft text-pink')}>
        <CloseIcon size={12} />
      </span>
    )
  }
  return (
    <span aria-hidden="true" className={classNames(shape, 'bg-purple-soft')}>
      <span className="size-2 animate-breathe rounded-pill bg-purple" />
    </span>
  )
}

function stepsOf(payment: Receipt): Step[] {
  const { type, state, createdAt, finishedAt } = payment
  const isPayout = payment.feeReserveMsat !== null
  if (type === 'Autoforward') return [done(t('wallet.didBatch'), createdAt), endOf(payment)]
  if (isPayout) return [done(t('wallet.didHold'), createdAt), ...askedSteps(payment), endOf(payment)]
  if (type === 'Deposit' || (type === 'Zap' && createdAt !== finishedAt)) {
    return [done(t('wallet.didInvoice'), createdAt), endOf(payment)]
  }
  return [state === 'settled' ? done(t('wallet.didAtOnce'), finishedAt ?? createdAt) : endOf(payment)]
}

const done = (name: string, at: string | null): Step => ({ name, at, look: 'done' })

/** The payment request to the node has no stored time; only the fact is known. */
function askedSteps({ state, detail }: Receipt): Step[] {
  if (state === 'pending' && detail === 'reserved') return []
  const asked = done(t('wallet.didAsk'), null)
  return detail === 'unknown' ? [asked, done(t('wallet.didDoubt'), null)] : [asked]
}

function endOf({ type, state, detail, finishedAt, arrivesAt }: Receipt): Step {
  const isIncoming = type === 'Deposit' || type === 'Zap'
  if (state === 'settled') return done(t(isIncoming ? 'wallet.didArrive' : 'wallet.didReach'), finishedAt)
  if (state === 'failed') {
    const name = t(isIncoming ? 'wallet.didRunOut' : 'wallet.didComeBack')
    return { name, at: finishedAt, look: 'failed' }
  }
  if (isIncoming) return { name: t('wallet.isWaiting'), at: null, look: 'now' }
  if (type === 'Ticket Sale' || type === 'Top Up')
    return { name: t('wallet.stateOnItsWay'), at: arrivesAt, look: 'now' }
  if (detail === 'reserved') return { name: t('wallet.isQueued'), at: null, look: 'now' }
  if (detail === null) return { name: t('wallet.isAgain'), at: null, look: 'now' }
  return { name: t(detail === 'unknown' ? 'wallet.isAsking' : 'wallet.isTravelling'), at: null, look: 'now' }
}
