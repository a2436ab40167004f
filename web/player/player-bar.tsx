/** The player at the foot of every page: a bar on wide screens, a card above the bottom bar on phones, where a sheet
 * with the rest rises from it. It is never unmounted; it shows itself when something has been chosen. */
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef, useState, type Ref, type RefObject } from 'react'
import { Link, useLocation } from 'react-router'
import { getWaveform } from '#contract/tracks.ts'
import { callQuery } from '../queries.ts'
import { useSite } from '../site.ts'
import { classNames } from '../ui/class-names.ts'
import { Cover } from '../ui/cover.tsx'
import { MutedIcon, VolumeIcon, VolumeLowIcon } from '../ui/icon.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Slider } from '../ui/slider.tsx'
import { t } from '../words/words.ts'
import { FailedNote, NextButton, PlayButton, PlayerZapButton, Seek, Transport } from './controls.tsx'
import { listenToKeys } from './keyboard.ts'
import { joinMediaSession } from './media-session.ts'
import type { Playable } from './queue.ts'
import { recallVolume, useActiveTrack, usePlayer } from './store.ts'

const loadSheet = async () => ({ default: (await import('./now-playing.tsx')).NowPlayingSheet })
const NowPlayingSheet = lazy(loadSheet)

export function PlayerBar() {
  const track = useActiveTrack()
  useEffect(() => {
    recallVolume()
    const undo = [listenToKeys(), joinMediaSession()]
    return () => undo.forEach((one) => one())
  }, [])
  const isShown = track !== null
  useEffect(() => {
    document.documentElement.toggleAttribute('data-player', isShown)
  }, [isShown])
  return (
    <section
      aria-label={t('player.region')}
      hidden={!isShown}
      className={classNames(
        'fixed inset-x-2 bottom-[calc(var(--tab-bar)+8px)] z-30 overflow-hidden rounded-[18px] border border-line bg-highlight shadow-float',
        'md:inset-x-4 md:bottom-3.5 md:rounded-bar',
      )}
    >
      {track && <Bar track={track} />}
    </section>
  )
}

function Bar({ track }: { track: Playable }) {
  const peaks = usePeaks(track.id)
  const [isSheetWanted, setIsSheetWanted] = useState(false)
  const [isSheetOpen, setIsSheetOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const openSheet = () => {
    setIsSheetWanted(true)
    setIsSheetOpen(true)
  }
  useFocusReturn(isSheetOpen, opener)
  const closeSheet = () => setIsSheetOpen(false)
  const zapAfterSheet = (zap: () => void) => {
    closeSheet()
    setTimeout(zap, LEAVING_MS + 20)
  }
  return (
    <div
      className={classNames(
        'grid animate-rise grid-cols-[minmax(0,1fr)_auto] items-center gap-2 py-2 pr-2 pl-2.5 md:gap-5 md:px-[18px] md:py-3',
        'md:grid-cols-[minmax(0,190px)_minmax(0,1fr)_auto] lg:grid-cols-[minmax(0,250px)_minmax(0,1fr)_minmax(0,250px)]',
        'xl:grid-cols-[minmax(0,300px)_minmax(0,1fr)_minmax(0,300px)]',
      )}
    >
      <p className="sr-only" aria-live="polite">
        {t('player.nowPlaying', { title: track.title, artist: track.artist })}
      </p>
      <WhatPlays track={track} />
      <SheetOpener ref={opener} track={track} onOpen={openSheet} />
      <div className="hidden min-w-0 md:block">
        <Transport />
        <Seek peaks={peaks} />
      </div>
      <div className="flex items-center justify-end gap-1 md:gap-3">
        <Volume />
        <div className="flex items-center gap-0.5 md:hidden">
          <PlayButton />
          <NextButton size="regular" />
        </div>
        <PlayerZapButton track={track} isCompact />
      </div>
      <ThinProgress />
      <Suspense fallback={null}>
        {isSheetWanted && (
          <NowPlayingSheet
            track={track}
            peaks={peaks}
            isOpen={isSheetOpen}
            onClose={closeSheet}
            onZap={zapAfterSheet}
          />
        )}
      </Suspense>
    </div>
  )
}

/** A little longer than the sheet takes to go. */
const LEAVING_MS = 260
/** A page that comes so soon after the sheet has gone was chosen in it. */
const ARRIVING_MS = 5_000

/** Back to what opened the sheet, or, where one went on to a page from it, to that page. The kit alone does neither
 * rightly: it only knows what had the focus since it was loaded, and nothing of pages. */
function useFocusReturn(isOpen: boolean, opener: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation()
  const closedAtMs = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    if (!isOpen) return
    const button = opener.current
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

/** On wide screens cover and names lead to their pages. */
function WhatPlays({ track }: { track: Playable }) {
  const hasFailed = usePlayer((state) => state.hasFailed)
  return (
    <div className="hidden min-w-0 items-center gap-3 md:flex">
      <Link to={track.contentHref} tabIndex={-1} aria-hidden="true" className="shrink-0">
        <SmallCover track={track} />
      </Link>
      <div className="min-w-0">
        <Link to={track.contentHref} className="block truncate font-semi hover:underline">
          {track.title}
        </Link>
        {hasFailed ? (
          <FailedNote />
        ) : (
          <Link to={track.parentContentHref} className="block truncate text-sm text-ink-2 hover:underline">
            {track.artist}
          </Link>
        )}
      </div>
    </div>
  )
}

/** On phones they are one large button: it opens the sheet, and the sheet has the links. */
function SheetOpener({ ref, track, onOpen }: { ref: Ref<HTMLButtonElement>; track: Playable; onOpen: () => void }) {
  const hasFailed = usePlayer((state) => state.hasFailed)
  // The sheet's code is under way before the finger has left the glass.
  const prepare = () => void loadSheet()
  return (
    <button
      ref={ref}
      type="button"
      aria-haspopup="dialog"
      aria-label={t('player.openNowPlaying', { title: track.title, artist: track.artist })}
      onClick={onOpen}
      onPointerDown={prepare}
      onFocus={prepare}
      className="flex min-w-0 items-center gap-3 rounded-item text-left md:hidden"
    >
      <SmallCover track={track} />
      <span className="min-w-0">
        <span className="block truncate font-semi">{track.title}</span>
        <span className={classNames('block truncate text-sm', hasFailed ? 'text-pink' : 'text-ink-2')}>
          {hasFailed ? t('player.failed') : track.artist}
        </span>
      </span>
    </button>
  )
}

function SmallCover({ track }: { track: Playable }) {
  return (
    <Cover
      src={track.artworkUrl}
      alt=""
      seed={track.id}
      sizes="54px"
      shape="plain"
      className="size-11 shrink-0 rounded-item md:size-[54px]"
    />
  )
}

/** The shape of a track never changes, so it is asked for once. */
export function usePeaks(contentId: string): readonly number[] | null {
  const { call } = useSite()
  const query = useQuery({
    ...callQuery(call, getWaveform, { params: { contentId } }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return query.data?.peaks ?? null
}

function Volume() {
  const { setVolume, toggleMuted } = usePlayer.getState()
  const volume = usePlayer((state) => state.volume)
  const muted = usePlayer((state) => state.muted)
  const shown = muted ? 0 : volume
  const Shape = shown === 0 ? MutedIcon : shown < 0.5 ? VolumeLowIcon : VolumeIcon
  return (
    <div className="hidden items-center gap-1 lg:flex">
      <IconButton size="small" label={t(muted ? 'player.unmute' : 'player.mute')} onClick={toggleMuted}>
        <Shape size={19} aria-hidden="true" />
      </IconButton>
      <Slider
        label={t('player.volume')}
        value={shown}
        onChange={setVolume}
        valueText={t('player.volumeValue', { percent: Math.round(shown * 100) })}
        className="max-w-24"
      />
    </div>
  )
}

/** On phones: how far the track is, as a hairline at the card's foot. */
function ThinProgress() {
  const progress = usePlayer((state) => state.trackProgress)
  return (
    <span aria-hidden="true" className="absolute inset-x-0 bottom-0 h-0.5 bg-line md:hidden">
      <span className="block h-full origin-left bg-orange" style={{ transform: `scaleX(${progress})` }} />
    </span>
  )
}
