/** Marks the line that is spoken, and keeps it in sight within the box around the transcript. The page itself never scrolls. */
import { usePlayer } from '#web/player/state/store.ts'

/** After the user scrolls, the box stays where it is for this long. */
const STILL_MS = 5_000

export type SpeechFollower = { holdPosition: () => void; moveAgain: () => void; stop: () => void }

/** `starts`: the seconds at which the elements with `data-at` begin, in their order. */
export function followSpeech(box: HTMLElement, episodeId: string, starts: readonly number[]): SpeechFollower {
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
  let spoken = -1
  let stillUntilMs = 0
  const lineOf = (index: number) => box.querySelectorAll('[data-at]')[index]
  const show = ({ activeTrackId, trackPlayedSeconds }: ReturnType<typeof usePlayer.getState>) => {
    const index = activeTrackId === episodeId ? starts.findLastIndex((start) => start <= trackPlayedSeconds) : -1
    if (index === spoken) return
    lineOf(spoken)?.removeAttribute('aria-current')
    spoken = index
    const line = lineOf(index)
    line?.setAttribute('aria-current', 'true')
    if (line && performance.now() > stillUntilMs) showIn(box, line, isCalm)
  }
  show(usePlayer.getState())
  const leave = usePlayer.subscribe(show)
  return {
    holdPosition: () => (stillUntilMs = performance.now() + STILL_MS),
    moveAgain: () => (stillUntilMs = 0),
    stop: leave,
  }
}

/** A third from the top: what comes next is below. */
function showIn(box: HTMLElement, element: Element, isCalm: boolean): void {
  const [frame, line] = [box.getBoundingClientRect(), element.getBoundingClientRect()]
  const isSeen = line.top >= frame.top && line.bottom <= frame.top + frame.height * 0.75
  if (isSeen) return
  const top = box.scrollTop + line.top - frame.top - frame.height / 3
  box.scrollTo({ top, behavior: isCalm ? 'instant' : 'smooth' })
}
