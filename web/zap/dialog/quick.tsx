/** A zap of the usual amount, sent with one more press after showing its cost and recipients.
 * All other options are in form.tsx, one press away. */
import { formatSats } from '#web/words/sats.ts'
import { formatDollars, usePrice } from '#web/format/price.ts'
import type { Account } from '#web/session/account.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Bolt } from '#web/ui/mark.tsx'
import { t } from '#web/words/words.ts'
import { ZapShares } from './form.tsx'
import type { ZapTerms } from '#web/zap/payment/legs.ts'

export function ZapQuickStage({
  amountMsat,
  terms,
  account,
  contentTime,
  isAnonymous,
  isBusy,
  onSend,
  onMore,
}: {
  amountMsat: number
  terms: ZapTerms
  account: Account
  contentTime: number | undefined
  isAnonymous: boolean
  isBusy: boolean
  onSend: () => void
  onMore: () => void
}) {
  const price = usePrice()
  const sats = formatSats(amountMsat)
  return (
    <div>
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="numeral text-4xl">{sats}</span>
        <span className="font-semi text-ink-2">{t('zap.sats')}</span>
        {price && <span className="ml-auto font-semi text-ink-2">{formatDollars(amountMsat, price)}</span>}
      </p>
      <p className="mt-1.5 text-sm text-ink-2">
        {t('zap.left', { sats, left: formatSats(account.msatBalance - amountMsat) })}
        {isAnonymous && ` ${t('zap.namelessQuick')}`}
      </p>
      <ZapShares amountMsat={amountMsat} terms={terms} contentTime={contentTime} />
      <Button
        kind="zap"
        size="large"
        icon={<Bolt />}
        isWaiting={isBusy}
        onClick={onSend}
        data-autofocus
        className="mt-5 w-full tabular-nums"
      >
        {t(isBusy ? 'zap.sending' : 'zap.send', { sats })}
      </Button>
      <button
        type="button"
        disabled={isBusy}
        onClick={onMore}
        className="mx-auto mt-1 -mb-1 block min-h-11 rounded-pill px-4 font-semi text-ink-2 hover:text-ink"
      >
        {t('zap.more')}
      </button>
    </div>
  )
}
