/** Global keyboard shortcuts of the player, except in fields and menus. `?` shows them all (key-help.tsx). */
import { useZap } from '#web/zap/zap.ts'
import { SPEEDS } from '#web/player/state/playback.ts'
import { currentTrack } from '#web/player/state/queue.ts'
import { usePlayer } from '#web/player/state/store.ts'
import { SHEET_LEAVES_MS, usePlayerView } from '#web/player/state/view.ts'
import { zapTargetOf } from './zap-track.ts'

const SEEK_SECONDS = 10
const SHORT_SEEK_SECONDS = 5
const VOLUME_STEP = 0.05

type Player = ReturnType<typeof usePlayer.getState>
type View = ReturnType<typeof usePlayerView.getState>

/** Returns a function that stops listening. */
export function listenToKeys(): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTakenBy(event)) return
    const view = usePlayerView.getState()
    const act = actionFor(event, usePlayer.getState(), view)
    if (!act) return
    event.preventDefault()
    act()
  }
  addEventListener('keydown', onKeyDown)
  return () => removeEventListener('keydown', onKeyDown)
}

function actionFor(event: KeyboardEvent, player: Player, view: View): (() => void) | undefined {
  if (event.key === '?') return () => view.showHelp(true)
  if (event.key.toLowerCase() === 'z') return event.shiftKey || event.repeat ? undefined : () => zapAtOnce(player, view)
  return actionOf(event, player, view)
}

/** Zaps the current track, or the content of the page. The amount has to be confirmed; see dialog/quick.tsx. */
function zapAtOnce(player: Player, view: View): void {
  const { openZap, pageTarget } = useZap.getState()
  const track = currentTrack(player)
  const target = track ? zapTargetOf(track, true) : pageTarget && { ...pageTarget, isQuick: true }
  if (!target) return
  if (!view.isOpen) return openZap(target)
  // One dialog at a time: the full screen closes first.
  view.close()
  setTimeout(() => openZap(target), SHEET_LEAVES_MS)
}

function actionOf(event: KeyboardEvent, player: Player, view: View): (() => void) | undefined {
  if (!player.activeTrackId) return undefined
  const key = event.key.toLowerCase()
  if (event.shiftKey) {
    if (key === 'n') return player.next
    if (key === 'p') return player.previous
    if (event.key === 'ArrowUp') return () => player.setVolume(Math.min(1, player.volume + VOLUME_STEP))
    if (event.key === 'ArrowDown') return () => player.setVolume(Math.max(0, player.volume - VOLUME_STEP))
  }
  if (/^[0-9]$/.test(key)) return () => player.seek((Number(key) / 10) * player.trackDuration)
  if (key === '<' || key === '>') return () => stepSpeed(player, key === '>' ? 1 : -1)
  const text = player.contentType === 'episode' ? ('chapters' as const) : ('lyrics' as const)
  const show = (panel: 'queue' | typeof text) => () =>
    view.isOpen && view.panel === panel ? view.close() : view.open(panel)
  const actions: Record<string, (() => void) | undefined> = {
    ' ': player.togglePlaying,
    k: player.togglePlaying,
    j: () => player.seek(player.trackPlayedSeconds - SEEK_SECONDS),
    l: () => player.seek(player.trackPlayedSeconds + SEEK_SECONDS),
    arrowleft: () => player.seek(player.trackPlayedSeconds - SHORT_SEEK_SECONDS),
    arrowright: () => player.seek(player.trackPlayedSeconds + SHORT_SEEK_SECONDS),
    m: player.toggleMuted,
    s: player.toggleShuffle,
    r: player.cycleRepeat,
    q: show('queue'),
    w: show(text),
    f: () => (view.isOpen ? view.close() : view.open()),
  }
  return event.shiftKey ? undefined : actions[key]
}

/** The speed of music cannot be changed. */
function stepSpeed(player: Player, step: 1 | -1): void {
  if (player.contentType !== 'episode') return
  const at = SPEEDS.findIndex((speed) => speed >= player.speed)
  player.set({ speed: SPEEDS[Math.max(0, Math.min(SPEEDS.length - 1, at + step))] ?? 1 })
}

/** Fields, menus and dialogs other than the player's keep all their keys;
 * a focused button or link keeps the space bar, a slider its arrows. */
function isTakenBy(event: KeyboardEvent): boolean {
  const target = event.target instanceof Element ? event.target : null
  if (!target) return false
  if (target.closest('input:not([type=range]), textarea, select, [contenteditable], [role="menu"], [role="tablist"]')) {
    return true
  }
  const dialog = target.closest('[role="dialog"]') ?? document.querySelector('[role="dialog"]')
  if (dialog && !dialog.querySelector('[data-now-playing]')) return true
  // A queue item is moved with space and arrows at its grip.
  if (target.closest('[aria-roledescription="sortable"]')) return true
  if (event.key === ' ') return target.closest('button, a, summary, [role="slider"], [role="switch"]') !== null
  return (
    event.key.startsWith('Arrow') &&
    !event.shiftKey &&
    target.closest('[role="slider"], input, [role="radio"]') !== null
  )
}
