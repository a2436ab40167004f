/** The player's controls, shared by the bar and the full screen: play, skip, seek, zap.
 * They use the store; their layout is decided where they are shown. */
import { Button } from '#web/ui/controls/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { AlertIcon, NextIcon, PauseIcon, PlayIcon, PreviousIcon } from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { Bolt } from '#web/ui/mark.tsx'
import { formatDuration } from '#web/words/format.ts'
import { t, type TranslationKey } from '#web/words/words.ts'
import { useLongPress } from '#web/zap/long-press.ts'
import { useZap } from '#web/zap/zap.ts'
import type { Playable } from '#web/player/state/queue.ts'
import { usePlayer } from '#web/player/state/store.ts'
import type { PlaybackProblem } from '#web/player/state/playback-problems.ts'
import { useBoosting } from './boosting.tsx'
import { zapTargetOf } from './zap-track.ts'

/** In the colour of the record. */
export const DISC = 'size-[52px]! bg-(--disc)! text-(--disc-ink)!'

export function PlayButton({ isLarge = false, className }: { isLarge?: boolean; className?: string }) {
  const isPlaying = usePlayer((state) => state.isPlaying)
  const isWaiting = usePlayer((state) => state.isWaiting)
  const toggle = usePlayer((state) => state.togglePlaying)
  return (
    <IconButton
      kind="solid"
      label={t(isPlaying ? 'player.pause' : 'player.play')}
      onClick={toggle}
      className={classNames(isPlaying && isWaiting && 'animate-breathe', isLarge && 'size-16!', className)}
    >
      {isPlaying ? (
        <PauseIcon size={isLarge ? 26 : 18} />
      ) : (
        <PlayIcon size={isLarge ? 25 : 17} className={isLarge ? 'ml-1' : 'ml-0.5'} />
      )}
    </IconButton>
  )
}

export function NextButton({ size = 'small' }: { size?: 'small' | 'regular' }) {
  const next = usePlayer((state) => state.next)
  return (
    <IconButton size={size} kind="strong" label={t('player.next')} onClick={next}>
      <NextIcon size={size === 'small' ? 20 : 24} fill="currentColor" aria-hidden="true" />
    </IconButton>
  )
}

/** Previous, play, next: in the bar. */
export function Transport() {
  const { previous } = usePlayer.getState()
  return (
    <div className="flex items-center justify-center gap-1.5">
      <IconButton size="small" kind="strong" label={t('player.previous')} onClick={previous}>
        <PreviousIcon size={20} fill="currentColor" aria-hidden="true" />
      </IconButton>
      <PlayButton className={classNames('mx-1', DISC)} />
      <NextButton />
    </div>
  )
}

export function Time({ className }: { className?: string }) {
  const played = usePlayer((state) => state.trackPlayedSeconds)
  const duration = usePlayer((state) => state.trackDuration)
  return (
    <p className={classNames('text-sm whitespace-nowrap tabular-nums', className)}>
      <span className="font-semi">{formatDuration(played)}</span> / {formatDuration(duration)}
    </p>
  )
}

/** In the bar of a small phone only the bolt is shown, to leave room for the title. */
export function PlayerZapButton({
  track,
  isCompact = false,
  text = t('player.zap'),
  onPress = (zap) => zap(),
}: {
  track: Playable
  isCompact?: boolean
  text?: string
  /** Receives the function that opens the dialog, because another dialog may have to close first. */
  onPress?: (zap: () => void) => void
}) {
  const openZap = useZap((state) => state.openZap)
  const open = (isQuick: boolean) => {
    const target = zapTargetOf(track, isQuick)
    onPress(() => (target ? openZap(target) : useBoosting.setState({ item: track })))
  }
  const press = useLongPress(
    () => open(false),
    () => open(true),
  )
  return (
    <Button
      kind="zap"
      {...press}
      aria-keyshortcuts="z"
      icon={<Bolt size={isCompact ? 16 : 14} />}
      aria-label={isCompact ? t('player.zapTitle', { title: track.title }) : `${text}: ${track.title}`}
      className={isCompact ? 'max-sm:size-11 max-sm:px-0! sm:px-4' : 'min-w-0 px-4'}
    >
      <span className={isCompact ? 'max-sm:hidden' : 'truncate'}>{text}</span>
    </Button>
  )
}

export const PROBLEM_TEXTS: Readonly<Record<PlaybackProblem, TranslationKey>> = {
  slow: 'player.slow',
  retrying: 'player.retrying',
  failed: 'player.failed',
  gone: 'player.gone',
}

/** Shown instead of the artist while audio cannot be played. */
export function ProblemNote() {
  const problem = usePlayer((state) => state.trouble)
  const retry = usePlayer((state) => state.retry)
  if (!problem) return null
  const text = t(PROBLEM_TEXTS[problem])
  if (problem === 'slow' || problem === 'retrying') {
    return (
      <span role="status" className="block truncate text-sm leading-8">
        {text}
      </span>
    )
  }
  return (
    <button type="button" onClick={retry} className="flex min-h-8 max-w-full items-center gap-1.5 text-sm text-pink">
      <AlertIcon size={15} aria-hidden="true" className="shrink-0" />
      <span role="alert" className="truncate">
        {text} <span className="font-semi underline">{t('player.retry')}</span>
      </span>
    </button>
  )
}

/** The cover, or the timed artwork for the current second. */
export function useShownArtwork(track: Playable): string | null {
  return usePlayer((state) => state.timedArtworkUrl) ?? track.artworkUrl
}
