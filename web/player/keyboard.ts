/** Keys that steer the player from anywhere, except where one types or chooses. */
import { usePlayer } from './store.ts'

const SEEK_SECONDS = 10
const VOLUME_STEP = 0.05

/** Space and k: play or pause. j and l: 10 s back and on. Shift with p and n: previous and next. m: mute. Returns its undoing. */
export function listenToKeys(): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTakenBy(event)) return
    const player = usePlayer.getState()
    if (!player.activeTrackId) return
    const act = actionOf(event, player)
    if (!act) return
    event.preventDefault()
    act()
  }
  addEventListener('keydown', onKeyDown)
  return () => removeEventListener('keydown', onKeyDown)
}

function actionOf(event: KeyboardEvent, player: ReturnType<typeof usePlayer.getState>): (() => void) | undefined {
  const key = event.key.toLowerCase()
  if (event.shiftKey) {
    if (key === 'n') return player.next
    if (key === 'p') return player.previous
    if (event.key === 'ArrowUp') return () => player.setVolume(Math.min(1, player.volume + VOLUME_STEP))
    if (event.key === 'ArrowDown') return () => player.setVolume(Math.max(0, player.volume - VOLUME_STEP))
    return undefined
  }
  if (key === ' ' || key === 'k') return player.togglePlaying
  if (key === 'j') return () => player.seek(player.trackPlayedSeconds - SEEK_SECONDS)
  if (key === 'l') return () => player.seek(player.trackPlayedSeconds + SEEK_SECONDS)
  if (key === 'm') return player.toggleMuted
  return undefined
}

/** Fields, menus and dialogs keep all their keys; a focused button or link keeps the space bar. */
function isTakenBy(event: KeyboardEvent): boolean {
  const target = event.target instanceof Element ? event.target : null
  if (target?.closest('input, textarea, select, [contenteditable], [role="menu"], [role="dialog"], [role="tablist"]')) {
    return true
  }
  return event.key === ' ' && target?.closest('button, a, summary, [role="slider"]') !== null && target !== null
}
