/** The frame of the log-in pages: the form on one side, a short introduction on the other. */
import type { ReactNode } from 'react'
import { useSettings } from '#web/data/site.ts'
import { classNames } from '#web/ui/class-names.ts'
import { GreatMark } from '#web/ui/mark.tsx'
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
    <div className="grid items-stretch gap-8 pt-2 md:pt-6 lg:grid-cols-[minmax(0,400px)_minmax(0,1fr)] lg:gap-14">
      {/* Signed-in users are being redirected, so the form must not flash up. */}
      <div
        className={classNames('mx-auto w-full max-w-[440px] min-w-0 lg:py-10', !isForAnybody && 'signed-in:invisible')}
      >
        <h1 className="title-great">{title}</h1>
        <p className="mt-2.5 mb-7 text-lg text-balance text-ink-2">{lead}</p>
        {children}
      </div>
      <Pledge />
    </div>
  )
}

function Pledge() {
  const { feePpm } = useSettings()
  const percent = (1_000_000 - feePpm) / 10_000
  return (
    <div
      className={classNames(
        'flood relative mx-auto flex w-full max-w-[440px] flex-col justify-end overflow-hidden p-5.5',
        'lg:mx-0 lg:min-h-[520px] lg:max-w-none lg:p-10',
      )}
    >
      <GreatMark className="absolute -top-6 -right-10 h-[62%] opacity-13" />
      <p className="title-great relative max-w-[15ch] max-xl:text-xl">{t('account.promise', { percent })}</p>
      <ul className="relative mt-3 flex max-w-[46ch] flex-col gap-1.5 opacity-90 lg:mt-6 lg:gap-2">
        <li>{t('account.promiseDirect')}</li>
        <li>{t('account.promiseSeen')}</li>
        <li>{t('account.promiseNoAds')}</li>
      </ul>
    </div>
  )
}
