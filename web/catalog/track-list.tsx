/** The songs of an album or an artist as rows: number or play state, title, sats, length, zap. */
import { Link } from 'react-router'
import { formatSats } from '#contract/money.ts'
import { Badge } from '../ui/badge.tsx'
import { classNames } from '../ui/class-names.ts'
import { Cover } from '../ui/cover.tsx'
import { formatDuration } from '../words/format.ts'
import { t } from '../words/words.ts'
import { ExplicitMark } from './badges.tsx'
import { RowPlayButton, usePlaying } from './play-button.tsx'
import { playablesOfTracks, type TrackWire } from './playables.ts'
import { RowZapButton } from './zap-button.tsx'

export function TrackList({
  tracks,
  isOfArtist = false,
}: {
  tracks: readonly TrackWire[]
  /** Covers and album titles stand in the rows: the songs come from many albums. */
  isOfArtist?: boolean
}) {
  const list = playablesOfTracks(tracks)
  return (
    <ol className="-mx-2">
      {tracks.map((track, index) => (
        <TrackRow
          key={track.id}
          track={track}
          number={index + 1}
          list={list}
          index={list.findIndex(({ id }) => id === track.id)}
          isOfArtist={isOfArtist}
        />
      ))}
    </ol>
  )
}

type RowProps = {
  track: TrackWire
  number: number
  list: ReturnType<typeof playablesOfTracks>
  index: number
  isOfArtist: boolean
}

function TrackRow({ track, number, list, index, isOfArtist }: RowProps) {
  const { isCurrent } = usePlaying([track.id])
  return (
    <li
      className={classNames(
        'group/row flex items-center gap-2.5 rounded-item px-2 py-1.5 transition-colors md:gap-3.5',
        isCurrent ? 'bg-highlight' : 'hover:bg-highlight',
      )}
    >
      <span className="grid w-11 shrink-0 place-items-center">
        <RowPlayButton list={list} index={index} number={number} title={track.title} />
      </span>
      {isOfArtist && (
        <Cover
          src={track.artworkUrl}
          alt=""
          seed={track.albumId}
          shape="small"
          sizes="48px"
          className="w-12 shrink-0"
        />
      )}
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-2">
          <Link to={`/track/${track.id}`} className="min-w-0 truncate font-semi hover:underline">
            {track.title}
          </Link>
          {track.isExplicit && <ExplicitMark />}
        </p>
        <TrackNote track={track} isOfArtist={isOfArtist} />
      </div>
      <Amount amountMsat={track.msatTotal} />
      <span className="w-10 text-right text-sm text-ink-2">
        {track.duration !== null && formatDuration(track.duration)}
      </span>
      {!track.isDraft && (
        <RowZapButton
          content={{
            contentId: track.id,
            title: track.title,
            artist: track.artist,
            artworkUrl: track.artworkUrl,
          }}
        />
      )}
    </li>
  )
}

function TrackNote({ track, isOfArtist }: { track: TrackWire; isOfArtist: boolean }) {
  if (track.compressorError !== null) return <p className="text-sm text-pink">{track.compressorError}</p>
  if (track.isProcessing) return <Badge tone="purple">{t('catalog.processing')}</Badge>
  if (track.liveUrl === null) return <Badge>{t('catalog.noAudio')}</Badge>
  if (!isOfArtist) return null
  return (
    <Link to={`/album/${track.albumId}`} className="block truncate text-sm text-ink-2 hover:underline">
      {track.albumTitle}
    </Link>
  )
}

function Amount({ amountMsat }: { amountMsat: number }) {
  return (
    <span className="hidden w-28 text-right text-sm font-semi sm:block">
      {amountMsat > 0 && t('catalog.sats', { sats: formatSats(amountMsat) })}
    </span>
  )
}
