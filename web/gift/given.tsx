/** The result of a first zap: the arcs leave the avatar and the artist's total rolls; then, how to get a
 * balance. */
import { useEffect } from 'react'
import { GIFT_MSAT } from '#contract/payments/gifts.ts'
import { Dollars } from '#web/format/dollars.tsx'
import { useSession } from '#web/session/session.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { Cover } from '#web/ui/images/cover.tsx'
import { Qr } from '#web/ui/images/qr.tsx'
import { Ripple } from '#web/ui/mark.tsx'
import { formatAmount, formatSats } from '#web/words/sats.ts'
import { t } from '#web/words/words.ts'
import { useFaceArtist } from './faces.tsx'
import { type Face, useGift } from './gift.ts'

const SHOWN_MS = 4_500
const POCKET_SATS = 5_000
const POCKET_MSAT = POCKET_SATS * 1_000

/** After a while, the next step follows automatically. */
export function useNextStep(isGiven: boolean): void {
  useEffect(() => {
    if (!isGiven) return
    const timer = setTimeout(() => useGift.setState({ step: { at: 'pocket' } }), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [isGiven])
}

export function GivenFace({ face, isLarge = false }: { face: Face; isLarge?: boolean }) {
  const portrait = useFaceArtist(face.href)?.artworkUrl ?? face.artworkUrl
  return (
    <span className={isLarge ? 'relative block w-[clamp(110px,13vw,200px)]' : 'relative block size-11 shrink-0'}>
      <Cover src={portrait} alt="" seed={face.href} shape="round" sizes="200px" className="size-full" />
      <Ripple className="size-[160%] text-current" />
    </span>
  )
}

/** The artist's total with this gift, less the fee: each figure rolls in, the last one first. */
export function GivenTotal({ face: { name, totalMsat, feeMsat } }: { face: Face }) {
  return (
    <>
      <span className="block text-lg font-semi">{t('gift.total', { name })}</span>
      <Rolling text={formatAmount((totalMsat ?? 0) + GIFT_MSAT - feeMsat)} />
    </>
  )
}

function Rolling({ text }: { text: string }) {
  return (
    <span className="block title-1 whitespace-nowrap">
      <span className="sr-only">{t('quote.sats', { sats: text })}</span>
      <span aria-hidden="true">
        {Array.from(text, (figure, index) => (
          <span
            key={`${index} ${figure}`}
            style={{ animationDelay: `${(text.length - index) * 40}ms` }}
            className="inline-block animate-rise"
          >
            {figure}
          </span>
        ))}
      </span>
    </span>
  )
}

export function GivenNote({ face }: { face: Face }) {
  return (
    <p role="status" className="max-w-[44ch]">
      <strong className="font-strong">
        {t('gift.arrived', { sats: formatAmount(GIFT_MSAT - face.feeMsat), name: face.name })}
      </strong>{' '}
      {t('gift.fee', { sats: formatAmount(face.feeMsat), all: formatSats(GIFT_MSAT) })}
    </p>
  )
}

const DEPOSIT_HREF = `/transactions?open=deposit&sats=${POCKET_SATS}`
const REGISTER_HREF = `/register?next=${encodeURIComponent(DEPOSIT_HREF)}`

function usePocket() {
  const isSignedIn = useSession((state) => state.session !== null)
  return { isSignedIn, href: isSignedIn ? DEPOSIT_HREF : REGISTER_HREF, sats: formatSats(POCKET_MSAT) }
}

export function PocketTitle() {
  const { sats } = usePocket()
  return (
    <h2 className="title-1">
      <span className="block">{t('gift.thatWasZap')}</span> <span className="block">{t('gift.pocket', { sats })}</span>
    </h2>
  )
}

export function Pocket() {
  const { isSignedIn, href, sats } = usePocket()
  return (
    <div className="flex flex-wrap items-center gap-x-8 gap-y-5">
      {!isSignedIn && (
        <Qr
          text={new URL(href, location.origin).href}
          label={t('gift.pocketCode', { sats })}
          labels={{ idle: t('common.tapToCopy'), copied: t('common.copied') }}
          className="w-[168px]"
        />
      )}
      <div className="min-w-0 flex-[1_1_16rem]">
        <p className="max-w-[40ch]">{t(isSignedIn ? 'gift.pocketOwn' : 'gift.pocketHow', { sats })}</p>
        <Dollars amountMsat={POCKET_MSAT} className="mt-1 text-sm" />
        <div className="mt-4 flex flex-wrap items-center gap-x-6 gap-y-2">
          <PocketLink />
          <NotNow />
        </div>
      </div>
    </div>
  )
}

export function PocketLink() {
  const { href, sats } = usePocket()
  return (
    <ButtonLink to={href} className="bg-on-orange text-cream">
      {t('gift.pocketGo', { sats })}
    </ButtonLink>
  )
}

export function NotNow() {
  return (
    <button
      type="button"
      onClick={() => useGift.setState({ step: { at: 'hidden' } })}
      className="min-h-11 font-semi underline decoration-2 underline-offset-[5px] hover:no-underline"
    >
      {t('gift.notNow')}
    </button>
  )
}
