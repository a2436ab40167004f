/** The frame of the log-in pages: the form on one side, a short introduction on the other. */
import type { ReactNode } from 'react'
import { useSettings } from '#web/data/site.ts'
import { classNames } from '#web/ui/class-names.ts'
import { t } from '#web/words/words.ts'

export function AuthFrame({
  title,
  lead,
  isForAnybody = false,
  children,
}: {
  title: string
  lead: string
  /** Also shown to signed-in users. */
  isForAnybody?: boolean
  children: ReactNode
}) {
  return (
    <div className="bleed auth-frame">
      {/* Signed-in users are being redirected, so the form must not flash up. */}
      <div className={classNames('gut py-[clamp(1rem,4vw,4rem)]', !isForAnybody && 'signed-in:invisible')}>
        <div className="max-w-[27rem]">
          <h1 className="title-1 wrap-anywhere hyphens-auto">{title}</h1>
          <p className="mt-3 mb-7 text-lg text-balance text-ink-2">{lead}</p>
          {children}
        </div>
      </div>
      <Pledge />
    </div>
  )
}

/** In the colours of the brand: there is no picture here to take them from. */
function Pledge() {
  const { feePpm } = useSettings()
  return (
    <div className="flood pledge gut flex flex-col justify-end gap-[clamp(1.25rem,2.4vw,2.5rem)] py-[clamp(2rem,4vw,4rem)]">
      <p className="pledge-title">{t('account.promise', { percent: (1_000_000 - feePpm) / 10_000 })}</p>
      <ul className="flex max-w-[46ch] flex-col gap-2 md:text-lg">
        <li>{t('account.promiseDirect')}</li>
        <li>{t('account.promiseSeen')}</li>
        <li>{t('account.promiseNoAds')}</li>
      </ul>
    </div>
  )
}
