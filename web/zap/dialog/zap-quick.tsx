/** A zap of the usual amount, sent with one more press after showing its cost and recipients.
 * All other options are in zap-form.tsx, one press away. */
import { formatSats } from '../../words/sats.ts'
import { formatDollars, usePrice } from '../../format/price.ts'
import type { Account } from '../../session/account.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Bolt } from '../../ui/mark.tsx'
import { t } from '../../words/words.ts'
import { ZapShares } from './zap-form.tsx'
import type { ZapTerms } from '../payment/zap-legs.ts'

export function ZapQuickStage({
  amountMsat,
  terms,
  account,
  contentTime,
  isNameless,
  isBusy,
  onSend,
  onMore,
}: {
  amountMsat: number
  terms: ZapTerms
  account: Account
  contentTime: number | undefined
  isNameless: boolean
  isBusy: boolean
  onSend: () => void
  onMore: () => void
}) {
  const price = usePrice()
  const sats = formatSats(amountMsat)
  return (
    <div>
      <p className="flex items-baseline gap-2">
        <span className="numeral text-4xl">{sats}</span>
        <span className="font-semi text-ink-2">{t('zap.sats')}</span>
        {price && <span className="ml-auto font-semi text-ink-2">{formatDollars(amountMsat, price)}</span>}
      </p>
      <p className="mt-1.5 text-sm text-ink-2">
        {t('zap.left', { sats, left: formatSats(account.msatBalance - amountMsat) })}
        {isNameless && ` ${t('zap.namelessQuick')}`}
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
