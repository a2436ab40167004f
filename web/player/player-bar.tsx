/** The player at the foot of every page: a bar on wide screens, a card above the bottom bar on phones.
 * It is never unmounted; it shows itself when something has been chosen. */
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { getWaveform } from '#contract/tracks.ts'
import { callQuery } from '../queries.ts'
import { useSite } from '../site.ts'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { Cover } from '../ui/cover.tsx'
import {
  AlertIcon,
  MutedIcon,
  NextIcon,
  PauseIcon,
  PlayIcon,
  PreviousIcon,
  RepeatIcon,
  RepeatOneIcon,
  ShuffleIcon,
  VolumeIcon,
  VolumeLowIcon,
} from '../ui/icon.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Bolt } from '../ui/mark.tsx'
import { Slider } from '../ui/slider.tsx'
import { Waveform } from '../ui/waveform.tsx'
import { formatDuration } from '../words/format.ts'
import { t } from '../words/words.ts'
import { useZap } from '../zap/zap.ts'
import { listenToKeys } from './keyboard.ts'
import { joinMediaSession } from './media-session.ts'
import type { Playable } from './queue.ts'
import { recallVolume, useActiveTrack, usePlayer } from './store.ts'

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
      {track && (
        <div
          className={classNames(
            'grid animate-rise grid-cols-[1fr_auto] items-center gap-3 py-2 pr-2 pl-2.5 md:gap-5 md:px-[18px] md:py-3',
            'md:grid-cols-[minmax(0,300px)_minmax(0,1fr)_minmax(0,300px)]',
          )}
        >
          <NowPlaying track={track} />
          <div className="hidden min-w-0 md:block">
            <Transport />
            <SeekRow track={track} />
          </div>
          <div className="flex items-center justify-end gap-1.5 md:gap-3">
            <Volume />
            <PlayButton className="md:hidden" />
            <ZapButton track={track} />
          </div>
          <ThinProgress />
        </div>
      )}
    </section>
  )
}

function NowPlaying({ track }: { track: Playable }) {
  const hasFailed = usePlayer((state) => state.hasFailed)
  const retry = usePlayer((state) => state.retry)
  return (
    <div className="flex min-w-0 items-center gap-3">
      <Link to={track.contentHref} tabIndex={-1} aria-hidden="true" className="shrink-0">
        <Cover
          src={track.artworkUrl}
          alt=""
          seed={track.id}
          sizes="54px"
          shape="plain"
          className="size-11 rounded-item md:size-[54px]"
        />
      </Link>
      <div className="min-w-0">
        <p className="sr-only" aria-live="polite">
          {t('player.nowPlaying', { title: track.title, artist: track.artist })}
        </p>
        <Link to={track.contentHref} className="block truncate font-semi hover:underline">
          {track.title}
        </Link>
        {hasFailed ? (
          <button type="button" onClick={retry} className="flex max-w-full items-center gap-1.5 text-sm text-pink">
            <AlertIcon size={15} aria-hidden="true" className="shrink-0" />
            <span className="truncate">
              {t('player.failed')} <span className="font-semi underline">{t('player.retry')}</span>
            </span>
          </button>
        ) : (
          <Link to={track.parentContentHref} className="block truncate text-sm text-ink-2 hover:underline">
            {track.artist}
          </Link>
        )}
      </div>
    </div>
  )
}

function PlayButton({ className }: { className?: string }) {
  const isPlaying = usePlayer((state) => state.isPlaying)
  const isWaiting = usePlayer((state) => state.isWaiting)
  const toggle = usePlayer((state) => state.togglePlaying)
  return (
    <IconButton
      kind="solid"
      label={t(isPlaying ? 'player.pause' : 'player.play')}
      onClick={toggle}
      className={classNames(isPlaying && isWaiting && 'animate-breathe', className)}
    >
      {isPlaying ? <PauseIcon size={18} /> : <PlayIcon size={17} className="ml-0.5" />}
    </IconButton>
  )
}

function Transport() {
  const { previous, next, toggleShuffle, cycleRepeat } = usePlayer.getState()
  const shuffle = usePlayer((state) => state.shuffle)
  const repeat = usePlayer((state) => state.repeat)
  const RepeatShape = repeat === 'one' ? RepeatOneIcon : RepeatIcon
  return (
    <div className="flex items-center justify-center gap-1.5">
      <IconButton size="small" label={t('player.shuffle')} isOn={shuffle} onClick={toggleShuffle}>
        <ShuffleIcon size={19} aria-hidden="true" />
      </IconButton>
      <IconButton size="small" kind="strong" label={t('player.previous')} onClick={previous}>
        <PreviousIcon size={20} aria-hidden="true" />
      </IconButton>
      <PlayButton className="mx-1" />
      <IconButton size="small" kind="strong" label={t('player.next')} onClick={next}>
        <NextIcon size={20} aria-hidden="true" />
      </IconButton>
      <IconButton
        size="small"
        label={t(repeat === 'off' ? 'player.repeat' : repeat === 'all' ? 'player.repeatAll' : 'player.repeatOne')}
        isOn={repeat !== 'off'}
        onClick={cycleRepeat}
      >
        <RepeatShape size={19} aria-hidden="true" />
      </IconButton>
    </div>
  )
}

function SeekRow({ track }: { track: Playable }) {
  const played = usePlayer((state) => state.trackPlayedSeconds)
  const duration = usePlayer((state) => state.trackDuration)
  const seek = usePlayer((state) => state.seek)
  const peaks = usePeaks(track.id)
  return (
    <div className="mx-auto mt-1 flex max-w-[760px] items-center gap-2.5 text-xs text-ink-2">
      <span className="w-10 text-right">{formatDuration(played)}</span>
      <Waveform
        peaks={peaks}
        durationSeconds={duration}
        playedSeconds={played}
        label={t('player.seek')}
        valueText={t('player.position', { played: formatDuration(played), total: formatDuration(duration) })}
        onSeek={seek}
        className="h-[26px] flex-1"
      />
      <span className="w-11">-{formatDuration(duration - played)}</span>
    </div>
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

function ZapButton({ track }: { track: Playable }) {
  const openZap = useZap((state) => state.openZap)
  const zap = () =>
    openZap({
      contentId: track.id,
      title: track.title,
      artist: track.artist,
      artworkUrl: track.artworkUrl,
      contentTimeSeconds: Math.floor(usePlayer.getState().trackPlayedSeconds),
    })
  return (
    <Button
      kind="zap"
      onClick={zap}
      icon={<Bolt />}
      aria-label={t('player.zapTitle', { title: track.title })}
      className="px-4"
    >
      {t('player.zap')}
    </Button>
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
