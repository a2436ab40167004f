/** The full-screen player: what is sung as its largest thing, cover and controls beside it, the horizon across the window.
 * The bar that opens it is player-bar.tsx. */
import { lazy, Suspense, useRef, type ReactNode, type RefObject } from 'react'
import { Link } from '#web/navigation/link.tsx'
import { SmallPage } from '#web/player/elsewhere/small-page.tsx'
import { Cover } from '#web/ui/images/cover.tsx'
import { FullScreen } from '#web/ui/overlays/full-screen.tsx'
import { NextIcon, PreviousIcon } from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { LeavingArcs } from '#web/ui/mark.tsx'
import { Skeleton } from '#web/ui/states/skeleton.tsx'
import { floodStyle } from '#web/ui/flood.ts'
import { formatDuration } from '#web/words/format.ts'
import { t } from '#web/words/words.ts'
import { leaveWholeScreen } from '#web/player/elsewhere/whole-screen.ts'
import { NowSats, NowSound } from '#web/player/horizon/now-horizon.tsx'
import { useLyrics } from '#web/player/lyrics/lyrics-data.ts'
import { coverSeedOf, type Playable } from '#web/player/state/queue.ts'
import { usePlayer } from '#web/player/state/store.ts'
import { usePlayerView, type Panel } from '#web/player/state/view.ts'
import { PlayButton, PlayerZapButton, ProblemNote, Time, useShownArtwork } from './controls.tsx'
import { EarningNote } from './earning-note.tsx'
import { ScreenWords } from './screen-words.tsx'

const QueuePanel = lazy(async () => ({ default: (await import('./queue-panel.tsx')).QueuePanel }))
const LyricsPanel = lazy(async () => ({ default: (await import('#web/player/lyrics/lyrics-panel.tsx')).LyricsPanel }))
const ChaptersPanel = lazy(async () => ({ default: (await import('./chapters-panel.tsx')).ChaptersPanel }))
const CommentsPanel = lazy(async () => ({ default: (await import('./comments-panel.tsx')).CommentsPanel }))
const BookmarksPanel = lazy(async () => ({
  default: (await import('#web/player/bookmarks/bookmarks-panel.tsx')).BookmarksPanel,
}))
const OptionsPanel = lazy(async () => ({ default: (await import('./options-panel.tsx')).OptionsPanel }))

const BACK_SECONDS = 10
const ONWARD_SECONDS = 30

export type ScreenActions = {
  onClose: () => void
  /** Two open dialogs would fight for the focus: this one closes, then the other opens. */
  onZap: (zap: () => void) => void
  onShare: () => void
}

export function NowPlayingScreen({ track, isOpen, ...actions }: { track: Playable; isOpen: boolean } & ScreenActions) {
  const shown = useShownPanel(track)
  const close = () => {
    void leaveWholeScreen()
    actions.onClose()
  }
  return (
    <>
      <SmallPage track={track} />
      <FullScreen
        isOpen={isOpen}
        onClose={close}
        title={track.album ? t('playback.nowPlayingFrom', { album: track.album }) : t('player.nowPlayingTitle')}
        closeLabel={t('player.closeNowPlaying')}
        actions={<ScreenWords track={track} shown={shown} onShare={actions.onShare} />}
        className="flood"
        style={floodStyle(track.colours)}
      >
        <div data-now-playing={shown} className="now-grid">
          <div className="now-cover">
            <GreatCover track={track} isAlone={shown === 'artwork'} />
          </div>
          <div className="now-names">
            <Names track={track} onLeave={close} />
          </div>
          <div className="now-controls bar-sizes player-ground">
            <Controls track={track} />
          </div>
          {shown !== 'artwork' && (
            <PanelFrame>
              {(scroller) => <PanelOf panel={shown} track={track} scroller={scroller} {...actions} onClose={close} />}
            </PanelFrame>
          )}
          <div className="now-line">
            <NowSound key={track.id} contentId={track.id} />
          </div>
          <div className="now-ground player-ground">
            <NowSats key={track.id} contentId={track.id} />
          </div>
          <div className="now-zap bar-sizes">
            <ZapSecond track={track} onZap={actions.onZap} />
          </div>
        </div>
      </FullScreen>
    </>
  )
}

/** The chosen panel. Without a choice: the lyrics of a song or the chapters of an episode; the artwork of a song that has no
 * lyrics. */
function useShownPanel(track: Playable): Panel {
  const chosen = usePlayerView((state) => state.panel)
  const isSong = track.contentType === 'track'
  const { data } = useLyrics(track.id, isSong)
  if (track.isElsewhere) return chosen === 'queue' || chosen === 'options' ? chosen : 'artwork'
  if (chosen !== null && (chosen !== 'lyrics' || isSong) && (chosen !== 'chapters' || !isSong)) return chosen
  if (!isSong) return 'chapters'
  return data && !data.hasLyrics && chosen === null ? 'artwork' : 'lyrics'
}

/** Timed artwork fades in over the cover. Alone, the arcs leave it. */
function GreatCover({ track, isAlone }: { track: Playable; isAlone: boolean }) {
  const src = useShownArtwork(track)
  return (
    <span className="relative block">
      <Cover
        key={src}
        src={src}
        alt=""
        seed={coverSeedOf(track)}
        isEager
        sizes={isAlone ? '(min-width: 761px) 62vh, 90vw' : '(min-width: 761px) 24vw, 84px'}
        className="now-art animate-rise"
      />
      {isAlone && <LeavingArcs className="now-arcs" />}
    </span>
  )
}

function PanelFrame({ children }: { children: (scroller: RefObject<HTMLDivElement | null>) => ReactNode }) {
  const scroller = useRef<HTMLDivElement>(null)
  return (
    <div
      ref={scroller}
      // Focusable, so that it can be scrolled with the keyboard.
      tabIndex={0}
      role="group"
      aria-label={t('player.panels')}
      className="now-panel scroll-quiet"
    >
      <Suspense fallback={<Skeleton className="h-10 w-1/2" />}>{children(scroller)}</Suspense>
    </div>
  )
}

type PanelProps = { panel: Panel; track: Playable; scroller: RefObject<HTMLDivElement | null> } & ScreenActions

function PanelOf({ panel, track, scroller, onClose, onShare }: PanelProps) {
  // The key resets the panel for each track.
  if (panel === 'options') return <OptionsPanel track={track} onShare={onShare} />
  if (panel === 'queue') return <QueuePanel />
  if (panel === 'comments') return <CommentsPanel key={track.id} track={track} onLeave={onClose} />
  if (panel === 'bookmarks') return <BookmarksPanel key={track.id} track={track} />
  if (panel === 'chapters') return <ChaptersPanel key={track.id} episodeId={track.id} />
  return <LyricsPanel key={track.id} trackId={track.id} scroller={scroller} />
}

function Names({ track, onLeave }: { track: Playable; onLeave: () => void }) {
  const problem = usePlayer((state) => state.trouble)
  return (
    <>
      <Link to={track.contentHref} onClick={onLeave} className="line-clamp-2 title-2 hover:underline">
        {track.title}
      </Link>
      {/* Both have the same height, so that the layout does not shift. */}
      {problem ? (
        <ProblemNote />
      ) : (
        <span className="flex items-baseline gap-x-3">
          <Link
            to={track.parentContentHref}
            onClick={onLeave}
            className="min-w-0 truncate leading-8 font-semi hover:underline"
          >
            {track.artist}
          </Link>
          <EarningNote trackId={track.id} />
        </span>
      )}
      <Time className="sm:hidden" />
    </>
  )
}

function Controls({ track }: { track: Playable }) {
  const { previous, next, seek } = usePlayer.getState()
  const skip = (seconds: number) => seek(usePlayer.getState().trackPlayedSeconds + seconds)
  const isSpeech = track.contentType === 'episode'
  // Phones have no room for both pairs beside the zap button; the other episodes are in the queue.
  const inSpeech = isSpeech ? 'max-sm:hidden' : ''
  return (
    <>
      {isSpeech && (
        <IconButton kind="strong" label={t('player.back')} onClick={() => skip(-BACK_SECONDS)}>
          <span className="font-semi">{`−${BACK_SECONDS}`}</span>
        </IconButton>
      )}
      <IconButton kind="strong" label={t('player.previous')} onClick={previous} className={inSpeech}>
        <PreviousIcon size={24} fill="currentColor" aria-hidden="true" />
      </IconButton>
      <PlayButton isLarge className="now-play" />
      <IconButton kind="strong" label={t('player.next')} onClick={next} className={inSpeech}>
        <NextIcon size={24} fill="currentColor" aria-hidden="true" />
      </IconButton>
      {isSpeech && (
        <IconButton kind="strong" label={t('player.onward')} onClick={() => skip(ONWARD_SECONDS)}>
          <span className="font-semi">{`+${ONWARD_SECONDS}`}</span>
        </IconButton>
      )}
      <Time className="md:ml-2 max-sm:hidden" />
    </>
  )
}

function ZapSecond({ track, onZap }: { track: Playable; onZap: ScreenActions['onZap'] }) {
  const seconds = usePlayer((state) => Math.floor(state.trackPlayedSeconds))
  return <PlayerZapButton track={track} onPress={onZap} text={t('playback.zapAt', { time: formatDuration(seconds) })} />
}
