/** The Top 40, whole. */
import { listTopTracks } from '#contract/tracks.ts'
import { Head } from '../head.tsx'
import type { Visit } from '../router.tsx'
import { EmptyState } from '../ui/empty.tsx'
import { PageSkeleton } from '../ui/skeleton.tsx'
import { t } from '../words/words.ts'
import { ChartList } from './chart-list.tsx'
import { ListHeading } from './list-parts.tsx'
import { preload, usePageData } from './page-data.ts'
import { PlayAllButton } from './play-button.tsx'
import { playablesOfTracks } from './playables.ts'

const INPUT = { query: {} }

export const load = (visit: Visit) => preload(visit, listTopTracks, INPUT)

export function Page() {
  const tracks = usePageData(listTopTracks, INPUT)
  if (!tracks) return <PageSkeleton label={t('common.loading')} />
  return (
    <>
      <Head title={t('top.title')} description={t('top.lead')} path="/top" />
      <ListHeading title={t('top.title')} lead={t('top.lead')}>
        {tracks.length > 0 && <PlayAllButton list={playablesOfTracks(tracks)} title={t('top.title')} />}
      </ListHeading>
      {tracks.length === 0 ? <EmptyState sentence={t('top.empty')} /> : <ChartList tracks={tracks} isWide />}
    </>
  )
}
