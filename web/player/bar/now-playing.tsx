/** The full-screen player: cover and controls, and beside them, or on a phone in place of the cover, the queue, the
 * lyrics, the chapters or the options. The bar that opens it is player-bar.tsx. */
import { lazy, Suspense, type ReactNode } from 'react'
import { Link } from '#web/navigation/link.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Cover } from '#web/ui/images/cover.tsx'
import { FullScreen } from '#web/ui/overlays/full-screen.tsx'
import { BackIcon, OnwardIcon, OptionsIcon, QueueIcon, ShareIcon } from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { Skeleton } from '#web/ui/states/skeleton.tsx'
import { floodStyle } from '#web/ui/flood.ts'
import { t } from '#web/words/words.ts'
import { PlayerZapButton, Time, Transport, ProblemNote, useShownArtwork, VolumeControl } from './controls.tsx'
import { Edge } from '#web/player/horizon/edge.tsx'
import type { Playable } from '#web/player/state/queue.ts'
import { SaveStatus } from './save-status.tsx'
import { usePlayer } from '#web/player/state/store.ts'
import { usePlayerView, type Panel } from '#web/player/state/view.ts'

const QueuePanel = lazy(async () => ({ default: (await import('./queue-panel.tsx')).QueuePanel }))
const LyricsPanel = lazy(async () => ({ default: (await import('./lyrics-panel.tsx')).LyricsPanel }))
const ChaptersPanel = lazy(async () => ({ default: (await import('./lyrics-panel.tsx')).ChaptersPanel }))
const OptionsPanel = lazy(async () => ({ default: (await import('./options-panel.tsx')).OptionsPanel }))

const BACK_SECONDS = 10
const ONWARD_SECONDS = 30

export function NowPlayingScreen({
  track,
  isOpen,
  onClose,
  onZap,
  onShare,
}: {
  track: Playable
  isOpen: boolean
  onClose: () => void
  /** Two open dialogs would fight for the focus: this one closes, then the other opens. */
  onZap: (zap: () => void) => void
  onShare: () => void
}) {
  const panel = usePlayerView((state) => state.panel)
  return (
    <FullScreen
      isOpen={isOpen}
      onClose={onClose}
      title={t('player.nowPlayingTitle')}
      closeLabel={t('player.closeNowPlaying')}
      className="flood"
      style={floodStyle(track.colours)}
    >
      <div
        data-now-playing
        className={classNames(
          'grid min-h-0 w-full flex-1 grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,1fr)_auto_auto_auto]',
          'md:grid-cols-[minmax(0,5fr)_minmax(0,9fr)] md:gap-x-[clamp(1.5rem,4vw,5rem)]',
        )}
      >
        <div
          className={classNames(
            'flex min-h-0 min-w-0 items-center justify-center px-(--gut) pb-4 [container-type:size] md:justify-start md:pr-0',
            'md:col-start-1 md:row-start-1',
            panel && 'max-md:hidden',
          )}
        >
          <GreatCover track={track} />
        </div>
        <PanelFrame isOnPhone={panel !== null}>
          <PanelOf panel={panel ?? 'queue'} track={track} />
        </PanelFrame>
        <div className="px-(--gut) md:col-start-1 md:row-start-2 md:pr-0">
          <Names track={track} onLeave={onClose} onShare={onShare} />
        </div>
        <div className="md:col-span-2 md:row-start-4">
          <Edge contentId={track.id} kind="screen" />
        </div>
        <div className="px-(--gut) pb-3 max-md:player-ground md:col-start-1 md:row-start-3 md:pr-0">
          <div className="mt-2">
            <Transport isLarge />
          </div>
          <div className="mt-2 flex flex-wrap items-center justify-between gap-2">
            <PanelButtons track={track} />
            <Time />
            <VolumeControl className="hidden min-[1600px]:flex" />
            <PlayerZapButton track={track} onPress={onZap} />
          </div>
        </div>
      </div>
    </FullScreen>
  )
}

/** As large as width and height allow. Timed artwork fades in over the cover. */
function GreatCover({ track }: { track: Playable }) {
  const src = useShownArtwork(track)
  return (
    <Cover
      key={src}
      src={src}
      alt=""
      seed={track.id}
      isEager
      sizes="(min-width: 761px) 45vw, 90vw"
      className="w-[min(100cqw,100cqh)] shrink-0 animate-rise"
    />
  )
}

function PanelFrame({ isOnPhone, children }: { isOnPhone: boolean; children: ReactNode }) {
  return (
    <div
      className={classNames(
        'min-h-0 flex-col px-(--gut) md:col-start-2 md:row-span-3 md:row-start-1 md:flex md:pl-0',
        isOnPhone ? 'flex max-md:mb-4' : 'hidden',
      )}
    >
      <div
        // Focusable, so that it can be scrolled with the keyboard.
        tabIndex={0}
        role="group"
        aria-label={t('player.panels')}
        className="scroll-quiet min-h-0 flex-1 overflow-y-auto overscroll-contain"
      >
        <Suspense fallback={<Skeleton className="h-6 w-1/2" />}>{children}</Suspense>
      </div>
    </div>
  )
}

function PanelOf({ panel, track }: { panel: Panel; track: Playable }) {
  if (panel === 'options') return <OptionsPanel />
  if (panel === 'queue') return <QueuePanel />
  // The key resets the panel for each track.
  if (track.contentType === 'episode') return <ChaptersPanel key={track.id} episodeId={track.id} />
  return <LyricsPanel key={track.id} trackId={track.id} />
}

function Names({ track, onLeave, onShare }: { track: Playable; onLeave: () => void; onShare: () => void }) {
  const problem = usePlayer((state) => state.trouble)
  return (
    <div className="flex items-start justify-between gap-3">
      <div className="min-w-0">
        <Link to={track.contentHref} onClick={onLeave} className="line-clamp-2 title-2 hover:underline">
          {track.title}
        </Link>
        {/* Both have the same height, so that the layout does not shift. */}
        {problem ? (
          <ProblemNote />
        ) : (
          <Link
            to={track.parentContentHref}
            onClick={onLeave}
            className="inline-block max-w-full truncate align-top leading-8 hover:underline"
          >
            {track.artist}
          </Link>
        )}
      </div>
      <span className="flex shrink-0">
        {track.contentType === 'episode' && <SkipButtons />}
        <SaveStatus track={track} className={WORD} />
        <IconButton kind="strong" label={t('share.openTitle', { title: track.title })} onClick={onShare}>
          <ShareIcon size={19} aria-hidden="true" />
        </IconButton>
      </span>
    </div>
  )
}

/** For spoken word, to repeat the last sentence or skip ahead. */
function SkipButtons() {
  const skip = (seconds: number) => {
    const { seek, trackPlayedSeconds } = usePlayer.getState()
    seek(trackPlayedSeconds + seconds)
  }
  return (
    <span className="flex">
      <IconButton kind="strong" label={t('player.back')} onClick={() => skip(-BACK_SECONDS)}>
        <BackIcon size={21} aria-hidden="true" />
      </IconButton>
      <IconButton kind="strong" label={t('player.onward')} onClick={() => skip(ONWARD_SECONDS)}>
        <OnwardIcon size={21} aria-hidden="true" />
      </IconButton>
    </span>
  )
}

const WORD =
  'min-h-11 min-w-11 rounded-pill px-2.5 text-sm font-semi text-ink hover:bg-[color-mix(in_srgb,currentColor_9%,transparent)]'

function PanelButtons({ track }: { track: Playable }) {
  const panel = usePlayerView((state) => state.panel)
  const choose = usePlayerView((state) => state.choose)
  const isSong = track.contentType === 'track'
  const text = isSong ? 'lyrics' : 'chapters'
  return (
    <div role="group" aria-label={t('player.panels')} className="flex gap-1">
      <IconButton kind="strong" label={t('player.queue')} isOn={panel === 'queue'} onClick={() => choose('queue')}>
        <QueueIcon size={21} aria-hidden="true" />
      </IconButton>
      <button
        type="button"
        aria-pressed={panel === text}
        onClick={() => choose(text)}
        className={classNames(WORD, 'aria-pressed:text-purple')}
      >
        {t(isSong ? 'player.lyrics' : 'player.chapters')}
      </button>
      <IconButton
        kind="strong"
        label={t('player.options')}
        isOn={panel === 'options'}
        onClick={() => choose('options')}
      >
        <OptionsIcon size={21} aria-hidden="true" />
      </IconButton>
    </div>
  )
}
