/** The full Top 40: of the day, the week and the month. */
import { chartPhases, listTopTracks, type ChartPhase } from '#contract/catalog/charts.ts'
import type { Wire } from '#contract/endpoint.ts'
import { Head } from '#web/frame/head.tsx'
import { Link } from '#web/navigation/link.tsx'
import { useSearchParams } from '#web/navigation/navigation.tsx'
import type { Visit } from '#web/frame/page.ts'
import { EmptyList } from '#web/content/empty/empty-list.tsx'
import { PageSkeleton } from '#web/ui/states/skeleton.tsx'
import { t, type TranslationKey } from '#web/words/words.ts'
import { ChartBands } from './lists/chart-bands.tsx'
import { ChartList, unitOf } from './lists/chart-list.tsx'
import { ChartRows } from './lists/chart-rows.tsx'
import { ItemListLd } from '#web/content/json-ld.tsx'
import { preload, usePageData } from '#web/frame/page-data.ts'
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
  const shared = { list, unit: unitOf(phase), ids: tracks.slice(0, WIDE).map(({ id }) => id) }
  return (
    <>
      <ChartBands tracks={tracks.slice(0, BANDS)} {...shared} />
      {rows.length > 0 && (
        <div className="mt-[clamp(1rem,2vw,2.5rem)]">
          <ChartRows tracks={rows} {...shared} />
        </div>
      )}
      {rest.length > 0 && (
        <div className="mt-[clamp(2rem,3.4vw,4rem)]">
          <ChartList tracks={rest} list={list} phase={phase} />
        </div>
      )}
    </>
  )
}

/** Small: the chart is the heading. */
function Heading({ phase }: { phase: ChartPhase }) {
  return (
    <header className="mt-2 mb-5 flex md:mt-4 flex-wrap items-end justify-between gap-x-8 gap-y-3 md:mb-6">
      <div>
        <h1 className="title-1">{t('top.title')}</h1>
        <p className="mt-3 max-w-[52ch] text-lg text-ink-2">{t(PHASES[phase].lead)}</p>
      </div>
      <nav aria-label={t('top.phases')} className="flex flex-wrap gap-x-6">
        {chartPhases.map((one) => (
          <Link
            key={one}
            to={hrefOf(one)}
            replace
            preventScrollReset
            aria-current={one === phase ? 'page' : undefined}
            className="grid min-h-11 content-end border-b-3 border-transparent px-0.5 pb-1.5 font-semi text-ink-2 hover:text-ink aria-[current=page]:border-current aria-[current=page]:text-ink"
          >
            {t(PHASES[one].name)}
          </Link>
        ))}
      </nav>
    </header>
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
      <Heading phase={phase} />
      {tracks.length === 0 ? <EmptyList sentence={t(empty)} /> : <Chart tracks={tracks} phase={phase} />}
    </>
  )
}
