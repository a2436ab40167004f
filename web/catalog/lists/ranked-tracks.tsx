/** The most zapped tracks of a genre. Size is rank: the first three are large, the rest is dense. */
import { Link } from '#web/navigation/link.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Cover } from '#web/ui/images/cover.tsx'
import { EarnsMark, ExplicitMark } from '#web/content/badges.tsx'
import { CoverPlayButton } from '#web/content/play-button.tsx'
import { PlayableRow } from '#web/player/playing/playable-row.tsx'
import { SatsZapButton } from '#web/content/zap-button.tsx'
import { bylineHref, playablesOfTracks, type TrackWire } from '#web/player/state/playables.ts'
import { nameOfTop } from './top-name.ts'

/** The side of the cover, which is the height of the rank beside it. */
const SIDES = ['clamp(88px,15vw,230px)', 'clamp(76px,11vw,170px)', 'clamp(68px,8.4vw,130px)']
const SMALL = 'max(2.1rem,clamp(38px,14cqi,56px))'
const TITLES = ['title-1 title-in-room', 'title-2 title-in-room', 'title-3 title-in-room']
/** In a narrow list the names are below rank and cover. */
const BELOW_LARGE = '@max-[34rem]:col-span-full @max-[34rem]:row-start-2'
const BELOW_SMALL = '@max-[17rem]:col-span-full @max-[17rem]:row-start-2'

export function RankedTracks({ tracks }: { tracks: readonly TrackWire[] }) {
  const list = playablesOfTracks(tracks)
  return (
    <ol aria-label={nameOfTop(tracks)} className="@container -mx-2">
      {tracks.map((track, index) => (
        <PlayableRow
          key={track.id}
          ids={[track.id]}
          style={{ '--side': SIDES[index] ?? SMALL } as React.CSSProperties}
          className="grid grid-cols-[auto_auto_minmax(0,1fr)_auto] items-center gap-x-[clamp(0.4rem,1.6vw,1.75rem)] gap-y-2 border-t border-line px-2 py-2.5 first:border-t-0"
        >
          <span className="rank-figure numeral min-w-[1.1ch] text-right">{index + 1}</span>
          <span className="relative w-(--side) shrink-0">
            <Cover src={track.artworkUrl} alt="" seed={track.albumId} sizes="(min-width: 761px) 15vw, 88px" />
            <CoverPlayButton list={list} index={list.findIndex(({ id }) => id === track.id)} />
          </span>
          <div className={classNames('@container min-w-0', index < SIDES.length ? BELOW_LARGE : BELOW_SMALL)}>
            <p className="flex flex-wrap items-center gap-x-2">
              <Link
                to={`/track/${track.id}`}
                className={classNames('min-w-0 hover:underline', TITLES[index] ?? 'leading-6 font-semi')}
              >
                {track.title}
              </Link>
              {track.isExplicit && <ExplicitMark />}
              <EarnsMark msatPayoutAmount={track.msatPayoutAmount} />
            </p>
            <Link to={bylineHref(track)} className="block truncate leading-6 hover:underline">
              {track.byline}
            </Link>
          </div>
          <SatsZapButton
            content={{ contentId: track.id, title: track.title, artist: track.byline, artworkUrl: track.artworkUrl }}
            amountMsat={track.msatTotal}
            isText={index >= SIDES.length}
            className={classNames('col-start-4', index < SIDES.length && 'text-2xl')}
          />
        </PlayableRow>
      ))}
    </ol>
  )
}
