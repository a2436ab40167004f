/** Keeps a list of lyrics in step with the song: the sung line is the largest, its words are marked as they are sung. With
 * each line the layout changes once; everything in between moves by transform and clip-path only. */
import { lineAt } from '#contract/catalog/lyrics.ts'
import type { LyricsLine } from '#contract/catalog/lyrics-line.ts'
import { endOfWord } from '#contract/catalog/lyrics-words.ts'
import { usePlayer } from '#web/player/state/store.ts'

type Player = Pick<ReturnType<typeof usePlayer.getState>, 'trackPlayedSeconds' | 'isPlaying' | 'isWaiting'>

/** A line is shown slightly before it is sung, so that it can be read in time. */
const EARLY_SECONDS = 0.2
/** After the user scrolls, the list stays where it is for this long. */
const STILL_MS = 5_000
const MOVE_MS = 480
const EASE_OUT = 'cubic-bezier(.2, .7, .2, 1)'
/** The clock of an animation is corrected when it is further off. */
const DRIFT_MS = 90

export type SongFollower = {
  /** The user scrolls. */
  holdPosition: () => void
  /** The user chose a line. */
  moveAgain: () => void
  stop: () => void
}

export function followSong(list: HTMLElement, scroller: HTMLElement, lines: readonly LyricsLine[]): SongFollower {
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
  let sung = Number.NaN
  let marks: Animation[] = []
  let stillUntilMs = 0

  const show = (player: Player) => {
    const index = lineAt(lines, player.trackPlayedSeconds + EARLY_SECONDS)
    if (index !== sung) {
      // Nothing moves when the list has just been opened.
      const isMoving = !isCalm && !Number.isNaN(sung)
      sung = index
      const change = () => {
        setSung(list, index)
        if (performance.now() > stillUntilMs) centre(scroller, list.children[Math.max(0, index)])
      }
      if (isMoving) moveLines(list, scroller, change)
      else change()
      for (const mark of marks) mark.cancel()
      marks = markWords(list.children[index], lines, index, isCalm)
    }
    keepTime(marks, player, lines[index]?.timeSeconds ?? 0)
  }
  show(usePlayer.getState())
  const leave = usePlayer.subscribe(show)
  return {
    holdPosition: () => (stillUntilMs = performance.now() + STILL_MS),
    moveAgain: () => (stillUntilMs = 0),
    stop: () => {
      leave()
      for (const mark of marks) mark.cancel()
    },
  }
}

function setSung(list: HTMLElement, index: number): void {
  for (const [at, item] of [...list.children].entries()) {
    if (at === index) item.setAttribute('aria-current', 'true')
    else item.removeAttribute('aria-current')
  }
}

function centre(scroller: HTMLElement, item: Element | undefined): void {
  if (!item) return
  const [frame, box] = [scroller.getBoundingClientRect(), item.getBoundingClientRect()]
  scroller.scrollTop += box.top + box.height / 2 - (frame.top + frame.height / 2)
}

/** Lets the lines that are seen glide from where they were to where they are after `change`; the sung one grows. */
function moveLines(list: HTMLElement, scroller: HTMLElement, change: () => void): void {
  const frame = scroller.getBoundingClientRect()
  const items = [...list.children].filter((item): item is HTMLElement => item instanceof HTMLElement)
  const before = items.map((item) => ({ top: item.getBoundingClientRect().top, size: sizeOf(item) }))
  change()
  for (const [index, item] of items.entries()) {
    const { top, bottom } = item.getBoundingClientRect()
    const was = before[index]!
    const isSeen = bottom > frame.top - frame.height && top < frame.bottom + frame.height
    const scale = was.size / sizeOf(item)
    if (!isSeen || (was.top === top && scale === 1)) continue
    const from = `translateY(${was.top - top}px) scale(${scale})`
    item.animate([{ transform: from }, { transform: 'none' }], { duration: MOVE_MS, easing: EASE_OUT })
  }
}

const sizeOf = (item: HTMLElement) => Number.parseFloat(getComputedStyle(item).fontSize)

/** One animation for each word, on a clock that starts with the line. Each reveals the marked copy of its word from the left
 * for as long as the word lasts; without motion the mark appears with the word. */
function markWords(
  item: Element | undefined,
  lines: readonly LyricsLine[],
  index: number,
  isCalm: boolean,
): Animation[] {
  const line = lines[index]
  if (!item || !line?.words || line.timeSeconds === null) return []
  const startSeconds = line.timeSeconds
  const nextLineSeconds =
    lines.slice(index + 1).find(({ timeSeconds }) => timeSeconds !== null)?.timeSeconds ?? Number.POSITIVE_INFINITY
  const words = line.words
  return [...item.querySelectorAll<HTMLElement>('[data-mark]')].map((mark, place) => {
    const from = words[place]?.timeSeconds ?? startSeconds
    const animation = mark.animate([{ clipPath: 'inset(0 100% 0 0)' }, { clipPath: 'inset(0 0 0 0)' }], {
      delay: (from - startSeconds) * 1_000,
      duration: Math.max(1, (endOfWord(line, place, nextLineSeconds) - from) * 1_000),
      easing: isCalm ? 'step-start' : 'linear',
      fill: 'both',
    })
    animation.pause()
    return animation
  })
}

function keepTime(marks: readonly Animation[], player: Player, startSeconds: number): void {
  const atMs = (player.trackPlayedSeconds - startSeconds) * 1_000
  const isRunning = player.isPlaying && !player.isWaiting
  for (const mark of marks) {
    if (Math.abs(Number(mark.currentTime) - atMs) > DRIFT_MS || !isRunning) mark.currentTime = atMs
    const isOver = atMs >= Number(mark.effect?.getComputedTiming().endTime)
    if (isRunning && !isOver && mark.playState !== 'running') mark.play()
    else if ((!isRunning || isOver) && mark.playState === 'running') mark.pause()
  }
}
