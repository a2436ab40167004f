/** Which artists were heard on this visit, and whether it was long enough to offer a first zap: after 40 seconds, or at
 * the end of the first song. Follows the player and makes no requests. */
import { currentTrack, type Playable } from '#web/player/state/queue.ts'
import { usePlayer } from '#web/player/state/store.ts'
import type { PlaybackState } from '#web/player/state/playback.ts'

export type Heard = { track: Playable; atSeconds: number }

const DUE_AFTER_SECONDS = 40
/** A longer step is a seek, or the machine was asleep. */
const STEP_MAX_SECONDS = 2
/** An artist heard for less than this was skipped. */
const HEARD_SECONDS = 1
/** The player reports the position four times a second, on a busy device less often. */
const NEAR_END_SECONDS = 2

/** Calls `onDue` when a zap can be offered, and again when another artist is heard. In the order of playback. */
export function followHeard(onDue: (heard: readonly Heard[]) => void): () => void {
  const heard = new Map<string, Heard & { seconds: number }>()
  let totalSeconds = 0
  let hasEnded = false
  let told = 0
  const note = (state: PlaybackState, before: PlaybackState) => {
    const track = currentTrack(before)
    if (!track) return
    const isSame = state.activeTrackId === before.activeTrackId
    const step = isSame ? state.trackPlayedSeconds - before.trackPlayedSeconds : 0
    const seconds = step > 0 && step <= STEP_MAX_SECONDS ? step : 0
    totalSeconds += seconds
    const one = heard.get(track.parentContentHref)
    const total = (one?.seconds ?? 0) + seconds
    heard.set(track.parentContentHref, { track, atSeconds: Math.floor(before.trackPlayedSeconds), seconds: total })
    const leftSeconds = before.trackDuration - before.trackPlayedSeconds
    if (before.trackDuration > 0 && leftSeconds <= NEAR_END_SECONDS && total >= HEARD_SECONDS) hasEnded = true
    report()
  }
  const report = () => {
    if (!hasEnded && totalSeconds < DUE_AFTER_SECONDS) return
    const all = [...heard.values()].filter(({ seconds }) => seconds >= HEARD_SECONDS)
    if (all.length === told) return
    told = all.length
    onDue(all)
  }
  return usePlayer.subscribe(note)
}
