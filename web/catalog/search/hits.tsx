/** Search results: the best match in large, then each kind in its usual layout. */
import type { ReactNode } from 'react'
import type { SearchType } from '#contract/listening/search.ts'
import { Link } from '#web/navigation/link.tsx'
import { Cover } from '#web/ui/images/cover.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { floodStyle } from '#web/ui/flood.ts'
import { t, type TranslationKey } from '#web/words/words.ts'
import { EpisodeList } from '#web/catalog/lists/episode-list.tsx'
import { type Hit, hrefOfHit, kindLabels, roundKinds } from './kinds.ts'
import { TrackList } from '#web/catalog/lists/track-list.tsx'

/** How many of each kind, while all kinds are shown. */
const SHOWN = { track: 6, episode: 3, card: 6 }

export function SearchHits({ hits, type }: { hits: readonly Hit[]; type: SearchType | undefined }) {
  const of = (kind: SearchType) => hits.filter((hit) => hit.type === kind)
  const first = hits[0]
  const most = (count: number) => (type === undefined ? count : hits.length)
  const tracks = of('track')
    .flatMap(({ track }) => track ?? [])
    .slice(0, most(SHOWN.track))
  const episodes = of('episode')
    .flatMap(({ episode }) => episode ?? [])
    .slice(0, most(SHOWN.episode))
  const cards = (kind: SearchType, title: TranslationKey) => (
    <Cards key={kind} title={t(title)} hits={of(kind).slice(0, most(SHOWN.card))} />
  )
  const songs = tracks.length > 0 && (
    <Part key="tracks" title={t('search.tracks')}>
      <TrackList tracks={tracks} isOfArtist hasArtists />
    </Part>
  )
  const parts = [
    songs,
    cards('artist', 'search.artists'),
    cards('album', 'search.albums'),
    cards('podcast', 'search.podcasts'),
    episodes.length > 0 && (
      <Part key="episodes" title={t('search.episodes')}>
        <EpisodeList episodes={episodes} showArtworkUrl={null} hasShows />
      </Part>
    ),
    cards('playlist', 'search.playlists'),
    cards('profile', 'search.people'),
  ]
  if (type !== undefined || first === undefined) return <div className="-mt-6">{parts}</div>
  return (
    <>
      <div className="@container">
        <div className="grid gap-x-10 gap-y-8 @min-[46rem]:grid-cols-[minmax(0,340px)_minmax(0,1fr)]">
          <BestHit hit={first} />
          <div className="min-w-0 [&>section]:mt-0">{songs}</div>
        </div>
      </div>
      {parts.slice(1)}
    </>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return <Section title={title}>{children}</Section>
}

function BestHit({ hit }: { hit: Hit }) {
  return (
    <section aria-label={t('search.best')} className="@container min-w-0">
      <h2 className="mb-4 text-xl md:text-2xl">{t('search.best')}</h2>
      <Link
        to={hrefOfHit(hit)}
        style={floodStyle(hit.colorInfo)}
        className="flood group flex flex-col items-start gap-4 rounded-bar p-4 @min-[24rem]:flex-row @min-[24rem]:items-center"
      >
        <Cover
          src={hit.artworkUrl}
          alt=""
          seed={hit.id}
          shape={roundKinds.has(hit.type) ? 'round' : 'square'}
          sizes="160px"
          isEager
          className="w-40 max-w-full shrink-0 shadow-float @min-[24rem]:w-24"
        />
        <span className="w-full min-w-0">
          <span className="line-clamp-3 font-display text-xl leading-[1.08] font-bold tracking-[-0.012em] group-hover:underline @min-[18rem]:@max-[24rem]:text-2xl">
            {hit.name}
          </span>
          <span className="mt-1 block text-sm">
            {[t(kindLabels[hit.type]), hit.artist].filter(Boolean).join(' · ')}
          </span>
        </span>
      </Link>
    </section>
  )
}

function Cards({ title, hits }: { title: string; hits: readonly Hit[] }) {
  if (hits.length === 0) return null
  return (
    <Part title={title}>
      <ul className="card-grid gap-x-4 gap-y-6 md:gap-x-5.5">
        {hits.map((hit) => {
          const isRound = roundKinds.has(hit.type)
          return (
            <li key={hit.id} className={isRound ? 'min-w-0 text-center' : 'min-w-0'}>
              <Link to={hrefOfHit(hit)} className="group block">
                <Cover
                  src={hit.artworkUrl}
                  alt=""
                  seed={hit.id}
                  shape={isRound ? 'round' : 'square'}
                  className="transition-transform duration-200 group-hover:-translate-y-1"
                />
                <span className="mt-2.5 line-clamp-2 font-semi group-hover:underline">{hit.name}</span>
                {hit.artist !== null && <span className="block truncate text-sm text-ink-2">{hit.artist}</span>}
              </Link>
            </li>
          )
        })}
      </ul>
    </Part>
  )
}
