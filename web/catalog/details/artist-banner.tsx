/** The top of an artist's page with a banner: the photograph over the width of the window and below the header, the name
 * across it, and the actions at the left. */
import type { ReactNode } from 'react'
import type { getImagery } from '#contract/catalog/imagery.ts'
import type { Wire } from '#contract/endpoint.ts'
import type { TitleFit } from '#web/ui/fit-text.ts'
import { FittedTitle } from '#web/ui/fitted-title.tsx'
import { t } from '#web/words/words.ts'
import { BannerPrint } from './print.tsx'

export type Banner = NonNullable<Wire<typeof getImagery>['banner']>

export function ArtistBanner({
  banner,
  name,
  fit,
  byline,
  actions,
}: {
  banner: Banner
  name: string
  fit: TitleFit | null
  byline: ReactNode
  actions: ReactNode
}) {
  return (
    <section className="banner bleed gut">
      <BannerPrint wide={banner.wide} narrow={banner.narrow} alt={banner.alt ?? ''} />
      <a href={banner.url} target="_blank" rel="noopener noreferrer" className="absolute inset-0">
        <span className="sr-only">{t('imagery.openPhotograph', { name })}</span>
      </a>
      <div className="pointer-events-none relative [&_a]:pointer-events-auto [&_button]:pointer-events-auto">
        <p className="mb-3 font-semi md:text-lg">{byline}</p>
        <div className="poster-actions mb-[clamp(1.25rem,3vw,3rem)]">{actions}</div>
        <FittedTitle title={name} fit={fit} />
      </div>
    </section>
  )
}
