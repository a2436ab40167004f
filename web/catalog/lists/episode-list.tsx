/** The episodes of a show: date and title, a description, the small horizon, and the sats, which zap. */
import { SMALL_HORIZONS_PER_CALL } from '#contract/listening/horizon.ts'
import { Link } from '#web/navigation/link.tsx'
import { Badge } from '#web/ui/layout/badge.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Cover } from '#web/ui/images/cover.tsx'
import { formatDate } from '#web/words/format.ts'
import { t } from '#web/words/words.ts'
import { ExplicitMark, isPublic } from '#web/content/badges.tsx'
import { isSpecial, nameOfKind, placeOf } from './episode-place.ts'
import { LateSmallHorizon } from '#web/content/late-horizon.tsx'
import { CoverPlayButton } from '#web/content/play-button.tsx'
import { PlayableRow, usePlaying } from '#web/player/playing/playable-row.tsx'
import { playablesOfEpisodes, podcastHref, type EpisodeWire } from '#web/player/state/playables.ts'
import { formatLength } from '#web/content/number-formats.ts'
import { SatsZapButton } from '#web/content/zap-button.tsx'

export function EpisodeList({
  episodes,
  showArtworkUrl,
  hasShows = false,
  hasSeasons = true,
}: {
  episodes: readonly EpisodeWire[]
  showArtworkUrl: string | null
  /** The episodes belong to several shows, so each names its show. */
  hasShows?: boolean
  /** False below the heading of a season. */
  hasSeasons?: boolean
}) {
  const list = playablesOfEpisodes(episodes)
  // Of a long list, the newest have their horizon.
  const ids = list.slice(0, SMALL_HORIZONS_PER_CALL).map(({ id }) => id)
  return (
    <ol className="@container">
      {episodes.map((episode) => (
        <EpisodeRow
          key={episode.id}
          episode={episode}
          coverUrl={episode.artworkUrl ?? showArtworkUrl}
          list={list}
          ids={ids}
          hasShow={hasShows}
          hasSeason={hasSeasons}
        />
      ))}
    </ol>
  )
}

type RowProps = {
  episode: EpisodeWire
  coverUrl: string | null
  list: ReturnType<typeof playablesOfEpisodes>
  ids: readonly string[]
  hasShow: boolean
  hasSeason: boolean
}

function EpisodeRow({ episode, coverUrl, list, ids, hasShow, hasSeason }: RowProps) {
  const { isPlaying } = usePlaying([episode.id])
  return (
    <PlayableRow
      ids={[episode.id]}
      className={classNames(
        'grid items-center gap-x-[clamp(0.875rem,1.9vw,2.25rem)] gap-y-2 border-b border-line py-4',
        '@min-[17.5rem]:grid-cols-[72px_minmax(0,1fr)] @min-[20rem]:grid-cols-[72px_minmax(0,1fr)_auto] @min-[30rem]:grid-cols-[clamp(88px,7.6vw,128px)_minmax(0,1fr)_auto]',
        '@min-[60rem]:grid-cols-[clamp(88px,7.6vw,128px)_minmax(0,6fr)_minmax(0,5fr)_minmax(5.5rem,auto)]',
      )}
    >
      <span className="relative block max-w-40">
        <Cover src={coverUrl} alt="" seed={episode.podcastId} sizes="128px" />
        <CoverPlayButton list={list} index={list.findIndex(({ id }) => id === episode.id)} />
      </span>
      <div className="min-w-0">
        <p className="dotted text-sm text-ink-2">
          {isSpecial(episode.kind) && <span className="font-strong text-ink">{nameOfKind(episode.kind)}</span>}
          {notesOf(episode, hasSeason).map((note) => (
            <span key={note}>{note}</span>
          ))}
        </p>
        <p className="flex items-center gap-2">
          <Link to={`/episode/${episode.id}`} className="chart-row-title line-clamp-2 min-w-0 py-0.5 hover:underline">
            {episode.title}
          </Link>
          {episode.isExplicit && <ExplicitMark />}
          {episode.isDraft && <Badge tone="purple">{t('catalog.draft')}</Badge>}
        </p>
        {hasShow && (
          <Link
            to={podcastHref(episode.podcastUrl)}
            className="block truncate text-sm leading-6 font-semi hover:underline"
          >
            {episode.podcast}
          </Link>
        )}
        {episode.description && <p className="mt-1 line-clamp-2 max-w-[62ch] text-ink-2">{episode.description}</p>}
      </div>
      <span className="h-[clamp(40px,4.6vw,92px)] @max-[60rem]:hidden">
        {ids.includes(episode.id) && <LateSmallHorizon contentId={episode.id} ids={ids} isPlaying={isPlaying} />}
      </span>
      {isPublic(episode) && (
        <SatsZapButton
          content={{
            contentId: episode.id,
            title: episode.title,
            artist: episode.podcast,
            artworkUrl: coverUrl,
          }}
          amountMsat={episode.msatTotal}
          className="justify-self-end text-xl @min-[17.5rem]:@max-[20rem]:col-start-2 @min-[17.5rem]:@max-[20rem]:justify-self-start md:text-[clamp(1.25rem,1rem+0.9vw,2.1rem)]"
        />
      )}
    </PlayableRow>
  )
}

function notesOf(episode: EpisodeWire, hasSeason: boolean): string[] {
  const notes: string[] = []
  if (episode.compressorError !== null) return [t('catalog.fileRefused')]
  if (episode.isProcessing) notes.push(t('catalog.processing'))
  notes.push(...placeOf({ ...episode, season: hasSeason ? episode.season : null }))
  if (episode.publishedAt !== null) notes.push(formatDate(episode.publishedAt))
  if (episode.duration !== null) notes.push(formatLength(episode.duration))
  return notes
}
