/** What an artist recommends of their own, with their sentence about it. */
import type { getImagery } from '#contract/catalog/imagery.ts'
import type { Wire } from '#contract/endpoint.ts'
import { Link } from '#web/navigation/link.tsx'
import { Cover } from '#web/ui/images/cover.tsx'
import { t } from '#web/words/words.ts'

type Pick = NonNullable<Wire<typeof getImagery>['pick']>

export function PickBand({ pick, name }: { pick: Pick; name: string }) {
  const href = `/${pick.kind}/${pick.id}`
  return (
    <section className="mt-(--band) grid items-center gap-x-[clamp(1.5rem,4vw,5rem)] gap-y-5 md:grid-cols-[minmax(0,4fr)_minmax(0,8fr)]">
      <Link to={href} className="block max-md:max-w-64" tabIndex={-1} aria-hidden="true">
        <Cover src={pick.artworkUrl} alt="" seed={pick.id} sizes="(min-width: 761px) 33vw, 256px" />
      </Link>
      <div className="min-w-0">
        <h2 className="font-semi md:text-lg">{t('imagery.pick', { name })}</h2>
        {pick.sentence !== '' && <blockquote className="title-1 mt-3 max-w-[22ch]">{pick.sentence}</blockquote>}
        <p className={pick.sentence === '' ? 'title-1 mt-3' : 'mt-5 text-xl'}>
          <Link to={href} className="font-semi underline decoration-2 underline-offset-[5px] hover:no-underline">
            {pick.title}
          </Link>
        </p>
        <p className="mt-1">
          {pick.kind === 'playlist' ? t('imagery.pickPlaylist', { name: pick.byline }) : pick.byline}
        </p>
      </div>
    </section>
  )
}
