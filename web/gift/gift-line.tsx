/** Follows playback, and shows the first zap as a bar above the player while the band of the start page is not visible.
 * Loaded with the first play. */
import { useEffect } from 'react'
import { GIFT_MSAT } from '#contract/payments/gifts.ts'
import { useSite } from '#web/data/site.ts'
import { useAccount } from '#web/session/account.ts'
import { formatSats } from '#web/words/sats.ts'
import { t } from '#web/words/words.ts'
import { offerGift } from './ask.ts'
import { isOver, rememberOver } from './device.ts'
import { Faces } from './faces.tsx'
import { useGift } from './gift.ts'
import { GivenFace, GivenNote, NotNow, PocketLink, useNextStep } from './given.tsx'
import { followHeard } from './heard.ts'
import { InvoiceCode } from './invoice-code.tsx'

export function GiftLine() {
  const site = useSite()
  const { step, isBandSeen } = useGift()
  const { data: account } = useAccount()
  const hasBalance = account !== undefined && account.msatBalance > 0
  useEffect(() => (isOver() ? undefined : followHeard((heard) => void offerGift(site, heard))), [site])
  useEffect(() => {
    if (hasBalance && useGift.getState().step.at === 'choose') useGift.setState({ step: { at: 'hidden' } })
  }, [hasBalance])
  useNextStep(step.at === 'given')
  if (step.at === 'hidden' || isBandSeen) return null
  return (
    <div
      role="group"
      aria-label={t('gift.region')}
      className="gift-line fixed inset-x-0 z-20 animate-rise border-t border-line bg-highlight px-(--gut) py-2 text-ink"
    >
      <Content />
    </div>
  )
}

function Content() {
  const { step, isOnUs } = useGift()
  const sats = formatSats(GIFT_MSAT)
  switch (step.at) {
    case 'choose':
      return (
        <div className="flex flex-wrap items-center gap-x-5 gap-y-1">
          <p className="min-w-0 flex-[1_1_12rem]">
            <strong className="font-strong">
              {t('gift.liked')} {t('gift.give', { sats })}
            </strong>{' '}
            {isOnUs && t('gift.onUs')}
          </p>
          <Faces />
          <Hide />
        </div>
      )
    case 'paying':
      return (
        <div className="flex flex-wrap items-center justify-between gap-4">
          <InvoiceCode face={step.face} />
          <Hide />
        </div>
      )
    case 'given':
      return (
        <div className="flex items-center gap-4">
          <GivenFace face={step.face} />
          <GivenNote face={step.face} />
        </div>
      )
    case 'pocket':
      return (
        <div className="flex flex-wrap items-center gap-x-5 gap-y-1">
          <p className="min-w-0 flex-[1_1_14rem]">
            <strong className="font-strong">{t('gift.thatWasZap')}</strong>{' '}
            {t('gift.pocket', { sats: formatSats(5_000_000) })}
          </p>
          <PocketLink />
          <NotNow />
        </div>
      )
    case 'hidden':
      return null
  }
}

function Hide() {
  const hide = () => {
    rememberOver()
    useGift.setState({ step: { at: 'hidden' } })
  }
  return (
    <button
      type="button"
      onClick={hide}
      className="min-h-11 text-sm font-semi underline underline-offset-4 hover:no-underline"
    >
      {t('gift.notNow')}
    </button>
  )
}
