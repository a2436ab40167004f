/** The player at the bottom of every page: a bar on wide screens, a card above the bottom navigation on phones.
 * The full screen it opens is now-playing.tsx. */
import { lazy, Suspense, useEffect, useRef, useState, type Ref, type RefObject } from 'react'
import { Link } from '#web/navigation/link.tsx'
import { useLocation } from '#web/navigation/navigation.tsx'
import { LateShareDialog } from '#web/player/share/late-share-dialog.tsx'
import type { ShareTarget } from '#web/frame/share-target.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Cover } from '#web/ui/images/cover.tsx'
import { FullScreenIcon, QueueIcon } from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { t } from '#web/words/words.ts'
import {
  NextButton,
  PlayButton,
  PlayerZapButton,
  Seek,
  Transport,
  PROBLEM_TEXTS,
  ProblemNote,
  useShownArtwork,
  VolumeControl,
} from './controls.tsx'
import { usePeaks } from '#web/player/state/peaks.ts'
import type { Playable } from '#web/player/state/queue.ts'
import { SaveStatus } from './save-status.tsx'
import { usePlayer } from '#web/player/state/store.ts'
import { SHEET_LEAVES_MS, usePlayerView } from '#web/player/state/view.ts'

const loadScreen = async () => ({ default: (await import('./now-playing.tsx')).NowPlayingScreen })
const NowPlayingScreen = lazy(loadScreen)

const BAR = classNames(
  'grid animate-rise items-center gap-x-2 py-2 pr-2 pl-2.5 @min-[16rem]:grid-cols-[minmax(0,1fr)_auto]',
  '@min-[44rem]:gap-x-5 @min-[44rem]:px-4.5 @min-[44rem]:py-3',
  '@min-[44rem]:grid-cols-[minmax(0,12rem)_minmax(0,1fr)_auto]',
  '@min-[60rem]:grid-cols-[minmax(0,15.5rem)_minmax(0,1fr)_minmax(0,15.5rem)]',
  '@min-[76rem]:grid-cols-[minmax(0,18.75rem)_minmax(0,1fr)_minmax(0,20.5rem)]',
)

export function Bar({ track }: { track: Playable }) {
  const peaks = usePeaks(track.id)
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
      <div className="hidden min-w-0 @min-[44rem]:block">
        <div className="flex items-center justify-between gap-1">
          <SaveStatus track={track} className={classNames(WORD, 'text-left')} />
          <Transport />
          <PanelLabel track={track} />
        </div>
        <Seek peaks={peaks} />
      </div>
      <div className="flex items-center justify-end gap-1 @min-[60rem]:gap-2">
        <VolumeControl className="hidden @min-[76rem]:flex" />
        <div className="hidden @min-[44rem]:flex">
          <IconButton label={t('player.openQueue')} onClick={() => open('queue')} className="hidden @min-[60rem]:grid">
            <QueueIcon size={20} aria-hidden="true" />
          </IconButton>
          <IconButton label={t('player.openNowPlayingShort')} onClick={() => open()}>
            <FullScreenIcon size={19} aria-hidden="true" />
          </IconButton>
        </div>
        <div className="flex items-center gap-0.5 @min-[44rem]:hidden">
          <PlayButton />
          <span className="@min-[16rem]:@max-[21rem]:hidden">
            <NextButton size="regular" />
          </span>
        </div>
        <PlayerZapButton track={track} isCompact />
      </div>
      <ThinProgress />
      <Suspense fallback={null}>
        {wasOpen.current && (
          <NowPlayingScreen
            track={track}
            peaks={peaks}
            isOpen={isOpen}
            onClose={close}
            onZap={afterScreen}
            onShare={() => afterScreen(() => setIsSharing(true))}
          />
        )}
      </Suspense>
      <LateShareDialog target={shareTargetOf(track)} isOpen={isSharing} onClose={() => setIsSharing(false)} />
    </div>
  )
}

const WORD = 'min-h-11 min-w-0 flex-1 truncate px-1 text-sm font-semi text-ink-2 hover:text-ink'

/** Opens the full screen, with the lyrics of a song or the chapters of an episode. */
function PanelLabel({ track: { contentType } }: { track: Playable }) {
  const isSong = contentType === 'track'
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={() => usePlayerView.getState().open(isSong ? 'lyrics' : 'chapters')}
      className={classNames(WORD, 'text-right')}
    >
      {t(isSong ? 'player.lyrics' : 'player.chapters')}
    </button>
  )
}

function shareTargetOf({ id, title, artist, artworkUrl, contentHref, durationSeconds }: Playable): ShareTarget {
  return { path: contentHref, title, byline: artist, artworkUrl, contentId: id, durationSeconds }
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
      <button type="button" tabIndex={-1} aria-hidden="true" onClick={onOpen} className="shrink-0">
        <SmallCover track={track} />
      </button>
      <div className="min-w-0">
        <Link to={track.contentHref} className="block truncate font-semi hover:underline">
          {track.title}
        </Link>
        {problem ? (
          <ProblemNote />
        ) : (
          <Link to={track.parentContentHref} className="flex min-h-8 items-center text-sm text-ink-2 hover:underline">
            <span className="truncate">{track.artist}</span>
          </Link>
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
      className="flex min-w-0 items-center gap-3 rounded-item @max-[16rem]:[&>:first-child]:hidden text-left @min-[44rem]:hidden"
    >
      <SmallCover track={track} />
      <span className="min-w-0">
        <span data-title className="block truncate font-semi">
          {track.title}
        </span>
        <span
          className={classNames(
            'block truncate text-sm',
            problem === 'failed' || problem === 'gone' ? 'text-pink' : 'text-ink-2',
          )}
        >
          {problem ? t(PROBLEM_TEXTS[problem]) : track.artist}
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
      seed={track.id}
      sizes="54px"
      shape="plain"
      className="size-11 shrink-0 rounded-item @min-[44rem]:size-[54px]"
    />
  )
}

/** On phones: the progress of the track as a thin line at the bottom of the card. */
function ThinProgress() {
  const progress = usePlayer((state) => state.trackProgress)
  return (
    <span aria-hidden="true" className="absolute inset-x-0 bottom-0 h-0.5 bg-line @min-[44rem]:hidden">
      <span className="block h-full origin-left bg-orange" style={{ transform: `scaleX(${progress})` }} />
    </span>
  )
}
