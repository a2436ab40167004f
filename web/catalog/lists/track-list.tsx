/** The tracks of an album or an artist as rows: number or play state, title, small horizon, length, sats, which zap. Those of
 * several discs are below the titles of their discs. */
import { SMALL_HORIZONS_PER_CALL } from '#contract/listening/horizon.ts'
import { Link } from '#web/navigation/link.tsx'
import { RowMenu } from '#web/playlists/row-menu.tsx'
import { Badge } from '#web/ui/layout/badge.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Cover } from '#web/ui/images/cover.tsx'
import { formatDuration } from '#web/words/format.ts'
import { t } from '#web/words/words.ts'
import { EarnsMark, ExplicitMark, isPublic } from '#web/content/badges.tsx'
import { LateSmallHorizon } from '#web/content/late-horizon.tsx'
import { CoverPlayButton, RowPlayButton } from '#web/content/play-button.tsx'
import { PlayableRow, RowTitle, usePlaying } from '#web/player/playing/playable-row.tsx'
import { bylineHref, playablesOfTracks, type TrackWire } from '#web/player/state/playables.ts'
import type { Playable } from '#web/player/state/queue.ts'
import { SatsZapButton } from '#web/content/zap-button.tsx'

export function TrackList({
  tracks,
  isOfArtist = false,
  hasArtists = false,
  album,
}: {
  tracks: readonly TrackWire[]
  /** Rows show covers and album titles, because the tracks come from several albums. */
  isOfArtist?: boolean
  /** Rows show artists instead of albums, because the tracks come from several artists. */
  hasArtists?: boolean
  /** The album that all of them are on. Rows show who performs them, where it is somebody else. */
  album?: TracksAlbum
}) {
  const list = playablesOfTracks(tracks)
  // Of a longer list, the first have their horizon.
  const ids = list.slice(0, SMALL_HORIZONS_PER_CALL).map(({ id }) => id)
  const discs = Map.groupBy(tracks, ({ disc }) => (album && disc) || 1)
  const isTitled = discs.size > 1 || !discs.has(1)
  return [...discs].map(([disc, onDisc]) => (
    <div key={disc}>
      {isTitled && (
        <h3 className="mt-6 mb-2 title-3">
          {t('catalog.disc', { number: disc })}
          {album?.discTitles?.[disc - 1] && ` · ${album.discTitles[disc - 1]}`}
        </h3>
      )}
      <ol className="@container max-md:-mx-2">
        {onDisc.map((track, index) => (
          <TrackRow
            key={track.id}
            track={track}
            number={index + 1}
            list={list}
            index={list.findIndex(({ id }) => id === track.id)}
            ids={ids}
            isOfArtist={isOfArtist}
            hasArtist={hasArtists}
            note={album && track.byline !== album.byline ? track.byline : undefined}
          />
        ))}
      </ol>
    </div>
  ))
}

/** Releases saved for offline listening by an earlier version have none of it. */
type TracksAlbum = { byline?: string; discTitles?: readonly string[] }

type RowProps = {
  track: TrackWire
  number: number
  list: ReturnType<typeof playablesOfTracks>
  index: number
  ids: readonly string[]
  isOfArtist: boolean
  hasArtist: boolean
  /** Below the title. */
  note: string | undefined
}

function TrackRow({ track, number, list, index, ids, isOfArtist, hasArtist, note }: RowProps) {
  const { isCurrent, isPlaying } = usePlaying([track.id])
  // Without audio it is seen only by its owner, and cannot be paid.
  const playable = list[index]
  return (
    <PlayableRow
      ids={[track.id]}
      className={classNames(
        'track-row',
        isOfArtist ? '@min-[72rem]:min-h-28' : '@min-[42rem]:min-h-16',
        isCurrent ? 'min-h-22' : 'hover:bg-sunken',
      )}
    >
      <span
        className={classNames('-ml-2.5 grid w-11 shrink-0 place-items-center', isOfArtist && '@max-[28rem]:hidden')}
      >
        <RowPlayButton list={list} index={index} number={number} title={track.title} />
      </span>
      {isOfArtist && (
        <span className="relative w-12 shrink-0 @max-[20.5rem]:w-10 @min-[72rem]:w-[clamp(4rem,6.4vw,6.5rem)]">
          <Cover src={track.artworkUrl} alt="" seed={track.albumId} sizes="(min-width: 1024px) 104px, 48px" />
          <CoverPlayButton list={list} index={index} className="@min-[28rem]:hidden" />
        </span>
      )}
      <div className="min-w-0 flex-1 @max-[20.5rem]:basis-[calc(100%-3.5rem)]">
        <p className="flex items-center gap-x-2 has-[.title-2]:flex-wrap @max-[24rem]:flex-wrap">
          <RowTitle
            id={track.id}
            href={`/track/${track.id}`}
            className={classNames(
              'font-semi',
              isOfArtist ? '@min-[72rem]:title-2 @min-[72rem]:py-1' : '@min-[42rem]:text-lg',
            )}
          >
            {track.title}
          </RowTitle>
          {track.isExplicit && <ExplicitMark />}
        </p>
        <div className="flex flex-wrap items-center gap-x-2">
          <TrackNote track={track} isOfArtist={isOfArtist} hasArtist={hasArtist} note={note} />
          <EarnsMark msatPayoutAmount={track.msatPayoutAmount} />
        </div>
      </div>
      <span
        className={classNames(
          'h-10 shrink-0 @max-[46rem]:hidden',
          isOfArtist ? 'w-[min(20%,18rem)]' : 'w-[min(30%,18rem)]',
        )}
      >
        {ids.includes(track.id) && <LateSmallHorizon contentId={track.id} ids={ids} isPlaying={isPlaying} />}
      </span>
      <span className="w-10 text-right text-sm text-ink-2 @max-[28rem]:hidden">
        {track.duration !== null && formatDuration(track.duration)}
      </span>
      {isPublic(track) && playable && <TrackActions track={track} playable={playable} />}
    </PlayableRow>
  )
}

function TrackActions({ track, playable }: { track: TrackWire; playable: Playable }) {
  const { id, title, artist, artworkUrl, msatTotal } = track
  return (
    <div className="flex shrink-0 items-center gap-1.5 @max-[20.5rem]:ml-auto @min-[33rem]:gap-3">
      <RowMenu playable={playable} />
      <SatsZapButton
        content={{ contentId: id, title, artist, artworkUrl }}
        amountMsat={msatTotal}
        isText
        className="@min-[33rem]:min-w-20"
      />
    </div>
  )
}

const NOTE = 'min-w-0 truncate text-sm leading-6 text-ink-2'

function TrackNote({
  track,
  isOfArtist,
  hasArtist,
  note,
}: Pick<RowProps, 'track' | 'isOfArtist' | 'hasArtist' | 'note'>) {
  const { artist, byline, albumId, albumTitle } = track
  if (track.isTakenDown) return <Badge>{t('catalog.takenDown')}</Badge>
  if (track.compressorError !== null) return <p className="text-sm text-pink">{t('catalog.fileRefused')}</p>
  if (track.isProcessing) return <Badge tone="purple">{t('catalog.processing')}</Badge>
  if (track.liveUrl === null) return <Badge>{t('catalog.noAudio')}</Badge>
  if (hasArtist) {
    return (
      <Link to={bylineHref(track)} className={`${NOTE} hover:underline`}>
        {byline}
      </Link>
    )
  }
  if (note !== undefined) return <p className="line-clamp-2 min-w-0 text-sm leading-6 text-ink-2">{note}</p>
  if (!isOfArtist) return null
  return (
    <Link to={`/album/${albumId}`} className={`${NOTE} hover:underline`}>
      {byline === artist ? albumTitle : `${byline} · ${albumTitle}`}
    </Link>
  )
}
