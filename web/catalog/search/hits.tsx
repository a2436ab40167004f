/** Search results: the best match across the page in its own colours, then each kind in dense rows. */
import type { SearchType } from '#contract/listening/search.ts'
import { Link } from '#web/navigation/link.tsx'
import { FittedTitle } from '#web/ui/fitted-title.tsx'
import { Cover } from '#web/ui/images/cover.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { floodStyle } from '#web/ui/flood.ts'
import { t, type TranslationKey } from '#web/words/words.ts'
import { PlayDisc } from '#web/content/play-button.tsx'
import { playablesOfEpisodes, playablesOfTracks } from '#web/player/state/playables.ts'
import { EpisodeList } from '#web/catalog/lists/episode-list.tsx'
import { coverSeedOfHit, type Hit, hrefOfHit, kindLabels, roundKinds } from './kinds.ts'
import { TrackList } from '#web/catalog/lists/track-list.tsx'

/** How many of each kind, while all kinds are shown. */
const SHOWN = { track: 8, episode: 3, row: 9 }

export function SearchHits({ hits, type }: { hits: readonly Hit[]; type: SearchType | undefined }) {
  const isMixed = type === undefined
  const [best] = hits
  const others = isMixed ? hits.slice(1) : hits
  const of = (kind: SearchType, most: number) =>
    others.filter((hit) => hit.type === kind).slice(0, isMixed ? most : others.length)
  const tracks = of('track', SHOWN.track).flatMap(({ track }) => track ?? [])
  const episodes = of('episode', SHOWN.episode).flatMap(({ episode }) => episode ?? [])
  const rows = (kind: SearchType, title: TranslationKey) => (
    <Rows key={kind} title={t(title)} hits={of(kind, SHOWN.row)} />
  )
  return (
    <>
      {isMixed && best !== undefined && <BestHit hit={best} />}
      {tracks.length > 0 && (
        <Section title={t('search.tracks')}>
          <TrackList tracks={tracks} isOfArtist hasArtists />
        </Section>
      )}
      {rows('artist', 'search.artists')}
      {rows('album', 'search.albums')}
      {rows('podcast', 'search.podcasts')}
      {episodes.length > 0 && (
        <Section title={t('search.episodes')}>
          <EpisodeList episodes={episodes} showArtworkUrl={null} hasShows />
        </Section>
      )}
      {rows('playlist', 'search.playlists')}
      {rows('profile', 'search.people')}
    </>
  )
}

function BestHit({ hit }: { hit: Hit }) {
  const playables = [
    ...(hit.track === null ? [] : playablesOfTracks([hit.track])),
    ...(hit.episode === null ? [] : playablesOfEpisodes([hit.episode])),
  ]
  return (
    <section
      aria-label={t('search.best')}
      style={floodStyle(hit.colorInfo)}
      className="flood bleed gut py-[clamp(1.25rem,2.6vw,3rem)] [--title-most:min(16rem,26svh)]"
    >
      <FittedTitle title={hit.name} fit={hit.nameFit} level="h2">
        {(shown) => (
          <Link to={hrefOfHit(hit)} className="hover:underline">
            {shown}
          </Link>
        )}
      </FittedTitle>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <Cover
          src={hit.artworkUrl}
          alt=""
          seed={coverSeedOfHit(hit)}
          shape={roundKinds.has(hit.type) ? 'round' : 'square'}
          sizes="160px"
          isEager
          className="w-[clamp(5rem,11vw,10rem)] shrink-0"
        />
        <PlayDisc list={playables} title={hit.name} />
        <p className="title-3 min-w-0">{[t(kindLabels[hit.type]), hit.artist].filter(Boolean).join(' · ')}</p>
      </div>
    </section>
  )
}

function Rows({ title, hits }: { title: string; hits: readonly Hit[] }) {
  if (hits.length === 0) return null
  return (
    <Section title={title}>
      <ul className="grid gap-x-[clamp(12px,1.5vw,28px)] sm:grid-cols-2 lg:grid-cols-3">
        {hits.map((hit) => (
          <li key={hit.id} className="min-w-0 border-b border-line">
            <Link to={hrefOfHit(hit)} className="group flex min-h-16 items-center gap-3.5 py-2">
              <Cover
                src={hit.artworkUrl}
                alt=""
                seed={coverSeedOfHit(hit)}
                shape={roundKinds.has(hit.type) ? 'round' : 'square'}
                sizes="48px"
                className="w-12 shrink-0"
              />
              <span className="min-w-0">
                <span className="block truncate font-semi group-hover:underline">{hit.name}</span>
                {hit.artist !== null && <span className="block truncate text-sm text-ink-2">{hit.artist}</span>}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  )
}
