/** The player at the bottom of every page, above the bottom navigation on phones.
 * The full screen it opens is now-playing.tsx. */
import { lazy, Suspense, useEffect, useRef, useState, type Ref, type RefObject } from 'react'
import { Link } from '#web/navigation/link.tsx'
import { useLocation } from '#web/navigation/navigation.tsx'
import { LateShareDialog } from '#web/player/share/late-share-dialog.tsx'
import { shareTargetOf } from '#web/player/share/share-target-of.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Cover } from '#web/ui/images/cover.tsx'
import { t } from '#web/words/words.ts'
import {
  DISC,
  NextButton,
  PlayButton,
  PlayerZapButton,
  Transport,
  PROBLEM_TEXTS,
  ProblemNote,
  Time,
  useShownArtwork,
} from './controls.tsx'
import { Edge, FormerEdge } from '#web/player/horizon/edge.tsx'
import { floodStyle } from '#web/ui/flood.ts'
import { coverSeedOf, type Playable } from '#web/player/state/queue.ts'
import { Boosting } from './boosting.tsx'
import { EarningNote } from './earning-note.tsx'
import { LikeWord } from './like-word.tsx'
import { usePlayer } from '#web/player/state/store.ts'
import { SHEET_LEAVES_MS, usePlayerView } from '#web/player/state/view.ts'

const loadScreen = async () => ({ default: (await import('./now-playing.tsx')).NowPlayingScreen })
const NowPlayingScreen = lazy(loadScreen)

const BAR = classNames(
  'grid min-h-[68px] animate-rise items-center grid-cols-[minmax(0,1fr)_auto] gap-x-2 px-(--gut) pt-2.5 pb-2',
  '@min-[44rem]:min-h-[84px] @min-[44rem]:gap-x-6 @min-[44rem]:pt-4 @min-[44rem]:pb-3.5',
  '@min-[44rem]:grid-cols-[minmax(0,1fr)_auto_auto] @min-[68rem]:grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)]',
)

export function Bar({ track }: { track: Playable }) {
  const { open, close } = usePlayerView.getState()
  const isOpen = usePlayerView((state) => state.isOpen)
  const wasOpen = useRef(false)
  if (isOpen) wasOpen.current = true
  const opener = useRef<HTMLElement | null>(null)
  useFocusReturn(isOpen, opener)
  const [isSharing, setIsSharing] = useState(false)
  const afterScreen = (work: () => void) => {
    close()
    setTimeout(work, SHEET_LEAVES_MS)
  }
  return (
    <div className={BAR}>
      <p className="sr-only" aria-live="polite">
        {t('player.nowPlaying', { title: track.title, artist: track.artist })}
      </p>
      <WhatPlays track={track} onOpen={() => open()} />
      <ScreenOpener ref={opener} track={track} onOpen={() => open()} />
      <div className="hidden items-center gap-3 @min-[44rem]:flex">
        <Transport />
        <Time className="hidden @min-[68rem]:block" />
      </div>
      <div className="flex items-center justify-end gap-1 @min-[44rem]:gap-4">
        <Unmute />
        {!track.isElsewhere && (
          <>
            <LikeWord track={track} className={classNames(WORD, 'hidden @min-[60rem]:block')} />
            <PanelLabel track={track} />
          </>
        )}
        <button
          type="button"
          aria-haspopup="dialog"
          aria-label={t('player.openQueue')}
          onClick={() => open('queue')}
          className={classNames(WORD, 'hidden @min-[52rem]:block')}
        >
          {t('player.queue')}
        </button>
        <div className="flex items-center gap-0.5 @min-[44rem]:hidden">
          <PlayButton className={classNames(DISC, 'max-md:size-[44px]!')} />
          <span className="@max-[21rem]:hidden">
            <NextButton size="regular" />
          </span>
        </div>
        <PlayerZapButton track={track} isCompact />
      </div>
      <Former track={track} />
      <Edge contentId={track.id} />
      <Suspense fallback={null}>
        {wasOpen.current && (
          <NowPlayingScreen
            track={track}
            isOpen={isOpen}
            onClose={close}
            onZap={afterScreen}
            onShare={() => afterScreen(() => setIsSharing(true))}
          />
        )}
      </Suspense>
      <Boosting />
      <LateShareDialog target={shareTargetOf(track)} isOpen={isSharing} onClose={() => setIsSharing(false)} />
    </div>
  )
}

const CHANGE_MS = 240

/** The previous track or episode during the transition: its background fades out, and its horizon moves down. */
function Former({ track }: { track: Playable }) {
  const [former, setFormer] = useState<Playable | null>(null)
  const shown = useRef(track)
  useEffect(() => {
    if (shown.current.id === track.id) return
    setFormer(shown.current)
    shown.current = track
    const timer = setTimeout(() => setFormer(null), CHANGE_MS)
    return () => clearTimeout(timer)
    // Only for another track or episode; the same one may come as a new object.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [track.id])
  if (!former) return null
  return (
    <div key={former.id} style={floodStyle(former.colours)} className="motion-reduce:hidden">
      <div className="ground-leaves" />
      <FormerEdge contentId={former.id} />
    </div>
  )
}

const WORD = 'min-h-11 text-sm font-semi whitespace-nowrap hover:underline'

/** Without it nothing here would say why nothing is heard. */
function Unmute() {
  if (!usePlayer((state) => state.muted)) return null
  return (
    <button type="button" onClick={() => usePlayer.getState().toggleMuted()} className={WORD}>
      {t('player.unmute')}
    </button>
  )
}

/** Opens the full screen, with the lyrics of a song or the chapters of an episode. */
function PanelLabel({ track: { contentType } }: { track: Playable }) {
  const isSong = contentType === 'track'
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={() => usePlayerView.getState().open(isSong ? 'lyrics' : 'chapters')}
      className={classNames(WORD, 'hidden @min-[44rem]:block')}
    >
      {t(isSong ? 'player.lyrics' : 'player.chapters')}
    </button>
  )
}

/** A little longer than the sheet's closing animation. */
const LEAVING_MS = 260
/** A navigation within this time after the sheet has closed was started in the sheet. */
const ARRIVING_MS = 5_000

/** Returns the focus to the element that opened the sheet or, after a navigation
 * from the sheet, to the new page. The component library does neither reliably:
 * it only knows the focus since it was loaded, and nothing about navigation. */
function useFocusReturn(isOpen: boolean, opener: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation()
  const closedAtMs = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    if (!isOpen) return
    const { activeElement } = document
    const button = activeElement instanceof HTMLElement && !isFocusLost() ? activeElement : opener.current
    return () => {
      closedAtMs.current = performance.now()
      setTimeout(() => isFocusLost() && button?.focus({ preventScroll: true }), LEAVING_MS)
    }
  }, [isOpen, opener])
  useEffect(() => {
    if (performance.now() - closedAtMs.current > ARRIVING_MS) return
    const timer = setTimeout(() => {
      const isOurs = isFocusLost() || document.activeElement === opener.current
      if (isOurs) document.getElementById('content')?.focus({ preventScroll: true })
    }, LEAVING_MS + 20)
    return () => clearTimeout(timer)
  }, [pathname, opener])
}

const isFocusLost = () => document.activeElement === null || document.activeElement === document.body

/** On wide screens the names link to their pages, and the cover opens the full screen. */
function WhatPlays({ track, onOpen }: { track: Playable; onOpen: () => void }) {
  const problem = usePlayer((state) => state.trouble)
  return (
    <div className="hidden min-w-0 items-center gap-3 @min-[44rem]:flex">
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={t('player.openNowPlayingShort')}
        onClick={onOpen}
        className="shrink-0"
      >
        <SmallCover track={track} />
      </button>
      <div className="min-w-0">
        <Link to={track.contentHref} className="block truncate leading-6 font-semi hover:underline">
          {track.title}
        </Link>
        {problem ? (
          <ProblemNote />
        ) : (
          <span className="flex min-h-8 items-center gap-x-3 text-sm text-ink-2">
            <Link to={track.parentContentHref} className="flex min-h-8 min-w-0 items-center hover:underline">
              <span className="truncate">{track.artist}</span>
            </Link>
            <EarningNote trackId={track.id} />
          </span>
        )}
      </div>
    </div>
  )
}

/** On phones, cover and names are one large button that opens the full screen; the links are there. */
function ScreenOpener({ ref, track, onOpen }: { ref: Ref<HTMLElement | null>; track: Playable; onOpen: () => void }) {
  const problem = usePlayer((state) => state.trouble)
  // Loading begins on pointer down, before the press is complete.
  const prepare = () => void loadScreen()
  return (
    <button
      ref={ref as Ref<HTMLButtonElement>}
      type="button"
      aria-haspopup="dialog"
      aria-label={t('player.openNowPlaying', { title: track.title, artist: track.artist })}
      onClick={onOpen}
      onPointerDown={prepare}
      onFocus={prepare}
      className="flex min-w-0 items-center gap-3 rounded-item text-left @max-[13rem]:[&>:first-child]:hidden @min-[44rem]:hidden"
    >
      <SmallCover track={track} />
      <span className="min-w-0">
        <span data-title className="block truncate font-semi">
          {track.title}
        </span>{' '}
        <span
          className={classNames(
            // One line: an artist without room beside the note is in the second, which is not shown.
            'flex h-5 flex-wrap items-center gap-x-2 overflow-hidden text-sm',
            problem === 'failed' || problem === 'gone' ? 'text-pink' : 'text-ink-2',
          )}
        >
          <span className="max-w-full truncate">{problem ? t(PROBLEM_TEXTS[problem]) : track.artist}</span>{' '}
          {!problem && <EarningNote trackId={track.id} className="order-first @max-[24rem]:text-xs" />}
        </span>
      </span>
    </button>
  )
}

function SmallCover({ track }: { track: Playable }) {
  return (
    <Cover
      src={useShownArtwork(track)}
      alt=""
      seed={coverSeedOf(track)}
      sizes="54px"
      className="size-11 shrink-0 @min-[44rem]:size-[54px]"
    />
  )
}
