/** What the start page says while it is empty, or while the demo catalogue of a sandbox is not complete: then the page fills
 * without a reload. */
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { listTopTracks } from '#contract/catalog/charts.ts'
import { getDemo } from '#contract/operator/demo.ts'
import { listNewEpisodes } from '#contract/listening/discovery.ts'
import { listFeaturedTracks } from '#contract/catalog/tracks.ts'
import { callQuery, queryKeyOf } from '#web/data/queries.ts'
import { EmptyRoom } from '#web/content/empty/empty-room.tsx'
import { hasPage } from '#web/routes.ts'
import { useSite } from '#web/data/site.ts'
import { classNames } from '#web/ui/class-names.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { t } from '#web/words/words.ts'

const POLL_MS = 5_000
const HOME_CALLS = [listFeaturedTracks, listTopTracks, listNewEpisodes]

export function HomeNote({ isDemoOpen }: { isDemoOpen: boolean }) {
  if (isDemoOpen) return <DemoNote />
  return (
    <section className="mt-[clamp(2rem,5vw,5rem)]">
      <h2 className="empty-home">{t('minute.emptyTitle')}</h2>
      <div className="mt-6 flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
        <p className="max-w-[40ch] md:text-lg">{t('home.emptySentence')}</p>
        {hasPage('/studio') && (
          <ButtonLink to="/studio" size="large">
            {t('home.emptyAction')}
          </ButtonLink>
        )}
      </div>
      <EmptyRoom />
    </section>
  )
}

function DemoNote() {
  const { call, queries } = useSite()
  const { data, isError, dataUpdatedAt } = useQuery({ ...callQuery(call, getDemo, {}), refetchInterval: POLL_MS })
  // Also when the server does not respond: it has ended, and with it what it was making.
  const isStopped = isError || data?.isStopped === true
  // Refreshes after each poll, and when the note is removed because the catalogue exists.
  useEffect(
    () => () => {
      for (const one of HOME_CALLS) void queries.invalidateQueries({ queryKey: queryKeyOf(one) })
    },
    [dataUpdatedAt, queries],
  )
  return (
    <section role="status" className="mt-8 mb-10">
      <h2 className={classNames('empty-home', !isStopped && 'animate-breathe')}>
        {t(isStopped ? 'home.demoStoppedTitle' : 'home.demoTitle')}
      </h2>
      <p className="mt-5 max-w-[52ch] text-lg text-pretty">{t(isStopped ? 'home.demoStopped' : 'home.demoSentence')}</p>
    </section>
  )
}
