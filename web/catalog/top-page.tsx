/** The full Top 40: of the day, the week and the month. */
import { chartPhases, listTopTracks, type ChartPhase } from '#contract/catalog/charts.ts'
import type { Wire } from '#contract/endpoint.ts'
import { Head } from '#web/frame/head.tsx'
import { useSearchParams } from '#web/navigation/navigation.tsx'
import type { Visit } from '#web/frame/page.ts'
import { EmptyState } from '#web/ui/states/empty.tsx'
import { PageSkeleton } from '#web/ui/states/skeleton.tsx'
import { TabLinks } from '#web/ui/controls/tabs.tsx'
import { t, type TranslationKey } from '#web/words/words.ts'
import { ChartBands } from './lists/chart-bands.tsx'
import { ChartList, unitOf } from './lists/chart-list.tsx'
import { ItemListLd } from '#web/content/json-ld.tsx'
import { ListHeading } from '#web/content/list-parts.tsx'
import { preload, usePageData } from '#web/frame/page-data.ts'
import { PlayDisc } from '#web/content/play-button.tsx'
import { playablesOfTracks } from '#web/player/state/playables.ts'

const PHASES: Record<ChartPhase, { name: TranslationKey; lead: TranslationKey; empty: TranslationKey }> = {
  day: { name: 'top.day', lead: 'top.leadDay', empty: 'top.emptyDay' },
  week: { name: 'top.week', lead: 'top.lead', empty: 'top.empty' },
  month: { name: 'top.month', lead: 'top.leadMonth', empty: 'top.emptyMonth' },
}

const BANDS = 3
const WIDE = 10

const phaseOf = (search: URLSearchParams): ChartPhase =>
  chartPhases.find((phase) => phase === search.get('phase')) ?? 'week'
const hrefOf = (phase: ChartPhase) => (phase === 'week' ? '/top' : `/top?phase=${phase}`)

export const load = (visit: Visit) =>
  preload(visit, listTopTracks, { query: { phase: phaseOf(visit.url.searchParams) } })

/** Size is rank: three bands, seven wide rows, and the rest in columns. */
function Chart({ tracks, phase }: { tracks: Wire<typeof listTopTracks>; phase: ChartPhase }) {
  const list = playablesOfTracks(tracks)
  const [rows, rest] = [tracks.slice(BANDS, WIDE), tracks.slice(WIDE)]
  return (
    <>
      <ChartBands tracks={tracks.slice(0, BANDS)} list={list} unit={unitOf(phase)} />
      <div className="mt-8 grid gap-8">
        {rows.length > 0 && <ChartList tracks={rows} list={list} phase={phase} isWide />}
        {rest.length > 0 && <ChartList tracks={rest} list={list} phase={phase} columns={3} />}
      </div>
    </>
  )
}

export function Page() {
  const phase = phaseOf(useSearchParams()[0])
  const tracks = usePageData(listTopTracks, { query: { phase } })
  if (!tracks) return <PageSkeleton label={t('common.loading')} />
  const { lead, empty } = PHASES[phase]
  return (
    <>
      <Head title={t('top.title')} description={t(lead)} path={hrefOf(phase)} />
      <ItemListLd
        name={t('top.title')}
        items={tracks.map(({ id, title }) => ({ name: title, href: `/track/${id}` }))}
      />
      <ListHeading title={t('top.title')} lead={t(lead)}>
        {tracks.length > 0 && <PlayDisc list={playablesOfTracks(tracks)} title={t('top.title')} />}
      </ListHeading>
      <div className="mb-4">
        <TabLinks
          label={t('top.phases')}
          isOnePage
          links={chartPhases.map((one) => ({
            href: hrefOf(one),
            name: t(PHASES[one].name),
            isSelected: one === phase,
          }))}
        />
      </div>
      {tracks.length === 0 ? <EmptyState sentence={t(empty)} /> : <Chart tracks={tracks} phase={phase} />}
    </>
  )
}
