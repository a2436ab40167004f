/** The Top 40 as type: huge numerals, what each song was paid this week, and a bar of it against the first. */
import { Link } from 'react-router'
import { formatSats } from '#contract/money.ts'
import { classNames } from '../ui/class-names.ts'
import { Cover } from '../ui/cover.tsx'
import { t } from '../words/words.ts'
import { ExplicitMark } from './badges.tsx'
import { CoverPlayButton } from './play-button.tsx'
import { artistHref, playablesOfTracks, type TrackWire } from './playables.ts'
import { RowZapButton } from './zap-button.tsx'

export function ChartList({ tracks, isWide = false }: { tracks: readonly TrackWire[]; isWide?: boolean }) {
  const list = playablesOfTracks(tracks)
  const mostMsat = Math.max(1, ...tracks.map((track) => track.msatTotal7Days))
  return (
    <>
      <Units isWide={isWide} columns={isWide ? 1 : Math.min(2, tracks.length)} />
      <ol className={classNames('grid', !isWide && 'gap-x-11 lg:grid-cols-2')}>
        {tracks.map((track, index) => (
          <li
            key={track.id}
            className={classNames(
              'group/row grid items-center gap-3 border-b border-line py-2.5 md:gap-3.5',
              isWide
                ? 'grid-cols-[38px_52px_minmax(0,1fr)_auto_44px] md:grid-cols-[76px_64px_minmax(0,1fr)_minmax(0,220px)_112px_44px]'
                : 'grid-cols-[38px_52px_minmax(0,1fr)_auto] md:grid-cols-[54px_52px_minmax(0,1fr)_84px_84px]',
            )}
          >
            <span
              className={classNames('numeral text-right', isWide ? 'text-2xl md:text-3xl' : 'text-2xl md:text-[38px]')}
            >
              {index + 1}
            </span>
            <span className="relative block">
              <Cover src={track.artworkUrl} alt="" seed={track.albumId} shape="small" sizes="64px" />
              <CoverPlayButton list={list} index={list.findIndex(({ id }) => id === track.id)} />
            </span>
            <ChartTitle track={track} />
            <span aria-hidden="true" className="hidden h-1.5 overflow-hidden rounded-pill bg-line md:block">
              <span
                className="block h-full origin-left rounded-pill bg-purple"
                style={{ transform: `scaleX(${track.msatTotal7Days / mostMsat})` }}
              />
            </span>
            <span className="text-right font-semi">
              {formatSats(track.msatTotal7Days)}
              <span className="sr-only"> {t('catalog.unitWeek')}</span>
            </span>
            {isWide && (
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
        ))}
      </ol>
    </>
  )
}

/** Above each column of amounts, what they are. Screen readers are told in each row. */
function Units({ isWide, columns }: { isWide: boolean; columns: number }) {
  return (
    <div
      aria-hidden="true"
      className={classNames(
        'grid text-right text-xs text-ink-2',
        isWide ? 'pr-14 md:pr-14.5' : 'gap-x-11 lg:grid-cols-2',
      )}
    >
      <span>{t('catalog.unitWeek')}</span>
      {columns === 2 && <span className="hidden lg:block">{t('catalog.unitWeek')}</span>}
    </div>
  )
}

function ChartTitle({ track }: { track: TrackWire }) {
  return (
    <div className="min-w-0">
      <p className="flex items-center gap-2">
        <Link to={`/track/${track.id}`} className="min-w-0 truncate font-semi hover:underline">
          {track.title}
        </Link>
        {track.isExplicit && <ExplicitMark />}
      </p>
      <Link to={artistHref(track.artistUrl)} className="block truncate text-sm text-ink-2 hover:underline">
        {track.artist}
      </Link>
    </div>
  )
}
