/** The newest record, of an artist or of all, as a band in its colours: its cover, its title as large as fits, and its tracks. */
import { getAlbum } from '#contract/catalog/albums.ts'
import { CoverPlayButton, RowPlayButton } from '#web/content/play-button.tsx'
import { PlayableRow } from '#web/player/playing/playable-row.tsx'
import { SatsZapButton } from '#web/content/zap-button.tsx'
import { usePageData } from '#web/frame/page-data.ts'
import { Link } from '#web/navigation/link.tsx'
import { playablesOfTracks } from '#web/player/state/playables.ts'
import { FittedTitle } from '#web/ui/fitted-title.tsx'
import { floodStyle } from '#web/ui/flood.ts'
import { Cover } from '#web/ui/images/cover.tsx'
import { formatDuration } from '#web/words/format.ts'
import { t } from '#web/words/words.ts'
import { Byline } from '#web/catalog/lists/byline.tsx'
import { partSentences } from './sentences.ts'

/** More are on the record's own page. */
const TRACKS = 8
const WORDS_CHARACTERS = 240

type NewestRecordProps = {
  albumId: string
  /** On pages of more than one artist. */
  hasArtist?: boolean
  level?: 'h2' | 'h3'
}

export function NewestRecord({ albumId, hasArtist = false, level = 'h3' }: NewestRecordProps) {
  const album = usePageData(getAlbum, { params: { albumId } })
  if (!album) return null
  const { id, title, titleFit, artworkUrl, description, tracks } = album
  const list = playablesOfTracks(tracks)
  const words = description === null ? '' : partSentences(description, 3, WORDS_CHARACTERS).lead
  return (
    <article
      style={floodStyle(album.colorInfo)}
      className="flood bleed grid items-start md:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]"
    >
      <div className="group/row relative">
        <Cover src={artworkUrl} alt="" seed={id} sizes="(min-width: 761px) 42vw, 100vw" />
        <CoverPlayButton list={list} index={0} />
      </div>
      <div className="flex min-w-0 flex-col justify-between gap-6 self-stretch px-(--gut) py-[clamp(1.25rem,3vw,3.5rem)]">
        <div>
          <FittedTitle title={title} fit={titleFit} level={level}>
            {(shown) => (
              <Link to={`/album/${id}`} className="hover:underline">
                {shown}
              </Link>
            )}
          </FittedTitle>
          {hasArtist && (
            <p className="title-2">
              {album.hasVariousArtists ? t('catalog.variousArtists') : <Byline parts={album.bylineParts} />}
            </p>
          )}
        </div>
        <div className="grid gap-x-10 gap-y-4 xl:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
          <p className="max-w-[40ch]">{words}</p>
          <ol className="min-w-0">
            {tracks.slice(0, TRACKS).map((track, index) => (
              <PlayableRow
                key={track.id}
                ids={[track.id]}
                className="flex min-h-12 flex-wrap items-center gap-x-2 border-t border-line"
              >
                <RowPlayButton
                  list={list}
                  index={list.findIndex((playable) => playable.id === track.id)}
                  number={index + 1}
                  title={track.title}
                />
                <Link
                  to={`/track/${track.id}`}
                  className="min-w-[min(100%,9em)] flex-1 truncate leading-11 font-semi hover:underline"
                >
                  {track.title}
                </Link>
                <span className="ml-auto text-sm">{track.duration !== null && formatDuration(track.duration)}</span>
                <SatsZapButton
                  content={{ contentId: track.id, title: track.title, artist: track.byline, artworkUrl }}
                  amountMsat={track.msatTotal}
                  isText
                  className="min-w-16"
                />
              </PlayableRow>
            ))}
          </ol>
        </div>
      </div>
    </article>
  )
}
