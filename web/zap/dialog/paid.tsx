/** The stage of a paid zap: thanks, a ripple, and the shares as booked. Names and
 * amounts are shown only once the server has reported them, because the splits may
 * have changed or an account may have been deleted. Other outcomes: outcome.tsx. */
import { useQuery } from '@tanstack/react-query'
import { getZapShares } from '#contract/payments/terms.ts'
import { Link } from '#web/navigation/link.tsx'
import { callQuery } from '#web/data/queries.ts'
import { hasPage } from '#web/routes.ts'
import { useSettings, useSite } from '#web/data/site.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Bolt, Ripple } from '#web/ui/mark.tsx'
import { SplitBar } from '#web/ui/charts/split-bar.tsx'
import { t } from '#web/words/words.ts'
import type { Attempt } from '#web/zap/payment/attempts.ts'
import { arrivedOf, partsOfShares, thanksText } from '#web/zap/payment/legs.ts'
import { formatAmount, formatSats } from '#web/words/sats.ts'
import { ZapCard } from './zap-card.tsx'

export function ZapPaidStage({
  attempt,
  onDone,
  onAgain,
}: {
  attempt: Attempt
  onDone: () => void
  onAgain: () => void
}) {
  const amountMsat = attempt.invoice?.msatReceived ?? attempt.request.msatAmount
  const moreMsat = amountMsat - attempt.request.msatAmount
  const paymentId = attempt.paymentId ?? attempt.invoice?.invoiceId ?? null
  const shares = useShares(paymentId)
  const { brandName: brand } = useSettings()
  const arrived = shares === undefined ? null : arrivedOf(shares)
  const house = t('zap.house', { brand, percent: attempt.terms.feePpm / 10_000 })
  const parts = partsOfShares(shares ?? [], house)
  return (
    <div className="text-center">
      <div className="relative mx-auto mt-4 mb-5 size-20">
        <span className="absolute -inset-16">
          <Ripple className="size-full" />
        </span>
        <span className="relative grid size-full place-items-center rounded-pill bg-orange text-on-orange">
          <Bolt size={38} />
        </span>
      </div>
      <p className="mx-auto max-w-[32ch] text-lg text-balance">
        <span className="numeral block animate-settle text-4xl">
          {arrived === null ? formatSats(amountMsat) : formatAmount(arrived.amountMsat)}{' '}
        </span>
        <span className="mt-1.5 block">{arrived === null ? t('zap.paidToNobody') : thanksText(arrived.names)}</span>
      </p>
      {moreMsat > 0 && <p className="mt-2 text-sm text-ink-2">{t('zap.paidMore', { sats: formatSats(moreMsat) })}</p>}
      <section className="pouring mt-6 text-left">
        <h3 className="mb-2 font-text text-base font-semi tracking-normal">{t('zap.receipt')}</h3>
        {parts.length === 0 && <p className="text-sm text-ink-2">{t('zap.readingShares')}</p>}
        <SplitBar parts={parts} unit={t('zap.sats')} showAll={(count) => t('zap.allShares', { count })} />
        {attempt.request.comment !== undefined && (
          <blockquote className="mt-3 rounded-field bg-beige px-4 py-3 text-sm">
            <span className="sr-only">{t('zap.yourMessage')}: </span>
            <span className="line-clamp-4">{attempt.request.comment}</span>
          </blockquote>
        )}
        <ReceiptLink paymentId={attempt.paymentId} />
      </section>
      {paymentId !== null && (
        <ZapCard
          paymentId={paymentId}
          title={attempt.title}
          amountMsat={amountMsat}
          atSeconds={attempt.request.contentTime}
        />
      )}
      <div className="sticky bottom-0 mt-3 grid grid-cols-2 gap-2.5 bg-highlight pt-3 pb-1 after:absolute after:inset-x-0 after:top-full after:h-5 after:bg-highlight after:content-['']">
        <Button kind="outline" size="large" onClick={onAgain}>
          {t('zap.again')}
        </Button>
        <Button size="large" onClick={onDone}>
          {t('zap.done')}
        </Button>
      </div>
    </div>
  )
}

/** Only payments from a balance have a receipt page. */
function ReceiptLink({ paymentId }: { paymentId: string | null }) {
  if (paymentId === null || !hasPage(`/transactions/zap-sent/${paymentId}`)) return null
  return (
    <p className="mt-3">
      <Link to={`/transactions/zap-sent/${paymentId}`} className="font-semi text-purple underline underline-offset-4">
        {t('zap.seeReceipt')}
      </Link>
    </p>
  )
}

/** Undefined until the server has reported them. */
function useShares(id: string | null) {
  const { call } = useSite()
  const paymentId = id ?? ''
  const { data } = useQuery({ ...callQuery(call, getZapShares, { params: { paymentId } }), enabled: paymentId !== '' })
  return data
}
