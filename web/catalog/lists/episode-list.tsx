/** The episodes of a show, each with a description and its own play and zap buttons. */
import { HeartButton } from '#web/likes/heart.tsx'
import { Link } from '#web/navigation/link.tsx'
import { Badge } from '#web/ui/layout/badge.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Cover } from '#web/ui/images/cover.tsx'
import { formatDate } from '#web/words/format.ts'
import { t } from '#web/words/words.ts'
import { ExplicitMark } from '#web/content/badges.tsx'
import { CoverPlayButton } from '#web/content/play-button.tsx'
import { playablesOfEpisodes, podcastHref, type EpisodeWire } from '#web/player/state/playables.ts'
import { formatLength } from '#web/content/number-formats.ts'
import { RowZapButton } from '#web/content/zap-button.tsx'
import { formatSats } from '#web/words/sats.ts'

export function EpisodeList({
  episodes,
  showArtworkUrl,
  hasShows = false,
}: {
  episodes: readonly EpisodeWire[]
  showArtworkUrl: string | null
  /** The episodes belong to several shows, so each names its show. */
  hasShows?: boolean
}) {
  const list = playablesOfEpisodes(episodes)
  return (
    <ol className="@container">
      {episodes.map((episode) => (
        <li
          key={episode.id}
          className={classNames(
            'group/row grid items-start gap-3.5 border-b border-line py-4 @min-[17.5rem]:grid-cols-[72px_minmax(0,1fr)_auto]',
            '@min-[30rem]:grid-cols-[104px_minmax(0,1fr)_auto] @min-[30rem]:gap-5',
          )}
        >
          <span className="relative block max-w-40">
            <Cover src={episode.artworkUrl ?? showArtworkUrl} alt="" seed={episode.id} sizes="104px" />
            <CoverPlayButton list={list} index={list.findIndex(({ id }) => id === episode.id)} />
          </span>
          <div className="min-w-0">
            <p className="flex items-center gap-2">
              <Link
                to={`/episode/${episode.id}`}
                className="line-clamp-2 text-lg leading-tight font-semi hover:underline"
              >
                {episode.title}
              </Link>
              {episode.isExplicit && <ExplicitMark />}
              {episode.isDraft && <Badge tone="purple">{t('catalog.draft')}</Badge>}
            </p>
            {hasShows && (
              <Link
                to={podcastHref(episode.podcastUrl)}
                className="block truncate text-sm leading-6 font-semi hover:underline"
              >
                {episode.podcast}
              </Link>
            )}
            {episode.description && <p className="mt-1 line-clamp-2 text-ink-2">{episode.description}</p>}
            <p className="dotted mt-1.5 text-sm text-ink-2">
              {notesOf(episode).map((note) => (
                <span key={note}>{note}</span>
              ))}
            </p>
          </div>
          {!episode.isDraft && (
            <span className="flex @min-[17.5rem]:@max-[30rem]:flex-col">
              <HeartButton contentId={episode.id} title={episode.title} />
              <RowZapButton
                content={{
                  contentId: episode.id,
                  title: episode.title,
                  artist: episode.podcast,
                  artworkUrl: episode.artworkUrl ?? showArtworkUrl,
                }}
              />
            </span>
          )}
        </li>
      ))}
    </ol>
  )
}

function notesOf(episode: EpisodeWire): string[] {
  const notes: string[] = []
  if (episode.compressorError !== null) return [episode.compressorError]
  if (episode.isProcessing) notes.push(t('catalog.processing'))
  if (episode.publishedAt !== null) notes.push(formatDate(episode.publishedAt))
  if (episode.duration !== null) notes.push(formatLength(episode.duration))
  if (episode.msatTotal > 0) notes.push(t('catalog.sats', { sats: formatSats(episode.msatTotal) }))
  return notes
}
