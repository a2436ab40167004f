/** Photographs side by side, uncropped: each as wide as its shape, so that those of a row have one height. Pressing one opens
 * the original. */
import type { CSSProperties } from 'react'
import type { getImagery } from '#contract/catalog/imagery.ts'
import type { Wire } from '#contract/endpoint.ts'
import { t } from '#web/words/words.ts'

type Photograph = Wire<typeof getImagery>['gallery'][number]

/** A panorama or a stripe is cut to this at most. */
const RATIOS = { least: 0.6, most: 2.6 }

export function Gallery({ photographs }: { photographs: readonly Photograph[] }) {
  return (
    <section className="mt-(--band)" aria-labelledby="gallery">
      <h2 id="gallery" className="title-1 mb-[clamp(1.25rem,2.4vw,2.5rem)]">
        {t('imagery.gallery')}
      </h2>
      <ul className="gallery bleed">
        {photographs.map((photograph) => (
          <li key={photograph.id} style={{ '--ratio': ratioOf(photograph) } as CSSProperties}>
            <figure>
              <a href={photograph.url} target="_blank" rel="noopener noreferrer" className="block">
                <img
                  src={photograph.smallUrl}
                  alt={photograph.alt ?? photograph.caption ?? t('imagery.openPicture')}
                  width={photograph.width}
                  height={photograph.height}
                  loading="lazy"
                  decoding="async"
                  style={{ objectPosition: `${photograph.focus.x * 100}% ${photograph.focus.y * 100}%` }}
                />
              </a>
              {photograph.caption !== null && (
                <figcaption className="px-1 pt-2 text-sm">{photograph.caption}</figcaption>
              )}
            </figure>
          </li>
        ))}
      </ul>
    </section>
  )
}

const ratioOf = ({ width, height }: Photograph) => Math.min(RATIOS.most, Math.max(RATIOS.least, width / height))
