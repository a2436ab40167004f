/** The orange band of the start page: a first zap, and the step after it. */
import { useEffect, useRef, type ReactNode, type RefObject } from 'react'
import { GIFT_MSAT } from '#contract/payments/gifts.ts'
import { formatSats } from '#web/words/sats.ts'
import { t } from '#web/words/words.ts'
import { Faces } from './faces.tsx'
import { useGift } from './gift.ts'
import { GivenFace, GivenNote, GivenTotal, Pocket, PocketTitle } from './given.tsx'
import { InvoiceCode } from './invoice-code.tsx'

export function GiftBand() {
  const { step, isOnUs } = useGift()
  const band = useRef<HTMLElement>(null)
  useSeen(band)
  const sats = formatSats(GIFT_MSAT)
  if (step.at === 'hidden') return null
  return (
    <section
      ref={band}
      aria-label={t('gift.region')}
      className="bleed mt-(--band) bg-orange px-(--gut) py-[clamp(2.5rem,5vw,5.5rem)] text-on-orange [--ink-2:var(--on-orange)]"
    >
      {step.at === 'choose' && (
        <Halves>
          <h2 className="title-1">
            <span className="block">{t('gift.liked')}</span> <span className="block">{t('gift.give', { sats })}</span>
            {isOnUs && <span className="block"> {t('gift.onUs')}</span>}
          </h2>
          <div>
            <p className="mb-5 max-w-[44ch] md:text-lg">{t(isOnUs ? 'gift.how' : 'gift.howUnpaid')}</p>
            <Faces isLarge />
          </div>
        </Halves>
      )}
      {step.at === 'paying' && (
        <Halves>
          <h2 className="title-1">{t('gift.give', { sats })}</h2>
          <InvoiceCode face={step.face} />
        </Halves>
      )}
      {step.at === 'given' && (
        <Halves>
          <div>
            <GivenTotal face={step.face} />
            <div className="mt-4">
              <GivenNote face={step.face} />
            </div>
          </div>
          <GivenFace face={step.face} isLarge />
        </Halves>
      )}
      {step.at === 'pocket' && (
        <Halves>
          <PocketTitle />
          <Pocket />
        </Halves>
      )}
    </section>
  )
}

/** The same height in every step, so that nothing below it moves. */
function Halves({ children }: { children: ReactNode }) {
  return (
    <div className="grid min-h-[clamp(240px,21vw,400px)] items-center gap-x-[clamp(2rem,6vw,7rem)] gap-y-8 md:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)]">
      {children}
    </div>
  )
}

/** While the band can be seen, the line above the player is not shown. */
function useSeen(band: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = band.current
    if (!element) return
    const observer = new IntersectionObserver(([entry]) =>
      useGift.setState({ isBandSeen: entry?.isIntersecting === true }),
    )
    observer.observe(element)
    return () => {
      observer.disconnect()
      useGift.setState({ isBandSeen: false })
    }
  }, [band])
}
