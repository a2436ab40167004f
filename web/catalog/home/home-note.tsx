/** What the start page says while it is empty, or while a sandbox
 * creates its demo catalogue: then the page fills without a reload. */
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { listTopTracks } from '#contract/catalog/charts.ts'
import { getDemo } from '#contract/operator/demo.ts'
import { listNewEpisodes } from '#contract/listening/discovery.ts'
import { listFeaturedTracks } from '#contract/catalog/tracks.ts'
import { callQuery, queryKeyOf } from '#web/data/queries.ts'
import { hasPage } from '#web/routes.ts'
import { useSite } from '#web/data/site.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { DrawnArcs } from '#web/ui/mark.tsx'
import { t } from '#web/words/words.ts'

const POLL_MS = 5_000
const HOME_CALLS = [listFeaturedTracks, listTopTracks, listNewEpisodes]

export function HomeNote({ isDemoMaking }: { isDemoMaking: boolean }) {
  if (isDemoMaking) return <DemoNote />
  return (
    <section className="mt-[clamp(2rem,5vw,5rem)]">
      <h2 className="empty-home">{t('minute.emptyTitle')}</h2>
      <div className="mt-6 flex flex-wrap items-center gap-x-8 gap-y-4">
        <p className="max-w-[40ch] md:text-lg">{t('home.emptySentence')}</p>
        {hasPage('/studio') && (
          <ButtonLink to="/studio" size="large">
            {t('home.emptyAction')}
          </ButtonLink>
        )}
      </div>
      <p className="bleed -mb-(--band) mt-(--band) grid min-h-40 place-items-center bg-(--under) px-(--gut) text-center text-cream">
        {t('horizon.empty')}
      </p>
    </section>
  )
}

function DemoNote() {
  const { call, queries } = useSite()
  const { dataUpdatedAt } = useQuery({ ...callQuery(call, getDemo, {}), refetchInterval: POLL_MS })
  // Refreshes after each poll, and when the note is removed because the catalogue exists.
  useEffect(
    () => () => {
      for (const one of HOME_CALLS) void queries.invalidateQueries({ queryKey: queryKeyOf(one) })
    },
    [dataUpdatedAt, queries],
  )
  return (
    <section role="status" className="mb-7 flex items-center gap-5 rounded-bar bg-purple-soft px-5 py-5 md:px-7">
      <DrawnArcs className="shrink-0 animate-breathe text-purple max-sm:hidden" />
      <div>
        <h2 className="text-xl">{t('home.demoTitle')}</h2>
        <p className="mt-1 max-w-[60ch] text-pretty text-ink-2">{t('home.demoSentence')}</p>
      </div>
    </section>
  )
}
