/** What plays next: list, position, shuffle with its history, repeat. Pure, so that every rule is a test.
 * Not the sound; that is engine.ts. */
import type { TintColours } from '../ui/tint.ts'

export type Playable = {
  id: string
  title: string
  artist: string
  artworkUrl: string | null
  audioUrl: string
  durationSeconds: number
  contentType: 'track' | 'episode'
  /** Page of the track or episode. */
  contentHref: string
  /** Page of the artist or show. */
  parentContentHref: string
  /** Songs of one album keep their loudness to each other. */
  albumId?: string
  /** What the album or show is called. */
  album?: string
  /** The colours of its cover. */
  tint?: TintColours | null
}

export type Repeat = 'off' | 'all' | 'one'

export type Queue = {
  activeTrackList: readonly Playable[]
  /** -1 when nothing is chosen. */
  activeTrackIndex: number
  shuffle: boolean
  /** Ids in the order they were played while shuffling, the current one last. */
  shuffleHistory: readonly string[]
  repeat: Repeat
  /** So many right behind the current one were asked to come next: shuffle passes over none of them. */
  nextCount: number
}

export const QUEUE_MAX = 2_500
/** Later than this, "previous" goes to the beginning instead. */
export const RESTART_AFTER_SECONDS = 5

export const emptyQueue: Queue = {
  activeTrackList: [],
  activeTrackIndex: -1,
  shuffle: false,
  shuffleHistory: [],
  repeat: 'off',
  nextCount: 0,
}

export function currentTrack(queue: Queue): Playable | null {
  return queue.activeTrackList[queue.activeTrackIndex] ?? null
}

/** Plays `list` from `index`. Shuffle and repeat stay as they are; the history begins anew. */
export function startQueue(queue: Queue, list: readonly Playable[], index: number): Queue {
  const from = Math.max(0, Math.min(index, list.length - 1) - QUEUE_MAX + 1)
  const activeTrackList = list.slice(from, from + QUEUE_MAX)
  const activeTrackIndex = list.length === 0 ? -1 : Math.max(0, Math.min(index, list.length - 1) - from)
  return withHistory({ ...queue, activeTrackList, activeTrackIndex, shuffleHistory: [], nextCount: 0 })
}

/** The queue after this track; null when there is nothing more. `random` is in [0, 1). */
export function advanceQueue(queue: Queue, why: 'ended' | 'pressed', random: () => number): Queue | null {
  if (!currentTrack(queue)) return null
  if (why === 'ended' && queue.repeat === 'one') return queue
  const next = queue.activeTrackIndex + 1
  const nextCount = Math.max(0, queue.nextCount - 1)
  if (queue.nextCount > 0 && queue.activeTrackList[next]) {
    return withHistory({ ...queue, activeTrackIndex: next, nextCount })
  }
  if (queue.shuffle) return advanceShuffled(queue, random)
  if (next < queue.activeTrackList.length) return { ...queue, activeTrackIndex: next }
  return queue.repeat === 'off' ? null : { ...queue, activeTrackIndex: 0 }
}

function advanceShuffled(queue: Queue, random: () => number): Queue | null {
  const played = new Set(queue.shuffleHistory)
  const indexes = Array.from(queue.activeTrackList.keys())
  let fresh = indexes.filter((index) => !played.has(queue.activeTrackList[index]?.id ?? ''))
  let history = queue.shuffleHistory
  if (fresh.length === 0) {
    if (queue.repeat === 'off') return null
    history = []
    fresh = indexes.filter((index) => index !== queue.activeTrackIndex)
    if (fresh.length === 0) return queue
  }
  const activeTrackIndex = fresh[Math.floor(random() * fresh.length)] ?? 0
  return withHistory({ ...queue, activeTrackIndex, shuffleHistory: history })
}

/** The queue one step back, or null when the current track should begin again. */
export function retreatQueue(queue: Queue, playedSeconds: number): Queue | null {
  if (playedSeconds > RESTART_AFTER_SECONDS) return null
  if (!queue.shuffle) {
    if (queue.activeTrackIndex > 0) return { ...queue, activeTrackIndex: queue.activeTrackIndex - 1, nextCount: 0 }
    const last = queue.activeTrackList.length - 1
    return queue.repeat === 'all' && last > 0 ? { ...queue, activeTrackIndex: last } : null
  }
  const shuffleHistory = queue.shuffleHistory.slice(0, -1)
  const activeTrackIndex = queue.activeTrackList.findIndex((track) => track.id === shuffleHistory.at(-1))
  return activeTrackIndex < 0 ? null : { ...queue, activeTrackIndex, shuffleHistory, nextCount: 0 }
}

/** Switching shuffle on or off never changes what is playing. */
export function setShuffle(queue: Queue, shuffle: boolean): Queue {
  return withHistory({ ...queue, shuffle, shuffleHistory: [] })
}

export function nextRepeat(repeat: Repeat): Repeat {
  return repeat === 'off' ? 'all' : repeat === 'all' ? 'one' : 'off'
}

/** Adds behind the last track; what exceeds the limit is left out. */
export function appendTracks(queue: Queue, tracks: readonly Playable[]): Queue {
  return { ...queue, activeTrackList: [...queue.activeTrackList, ...tracks].slice(0, QUEUE_MAX) }
}

/** Puts them behind the current one and behind what was asked to come next before, while shuffling too. */
export function insertNext(queue: Queue, tracks: readonly Playable[]): Queue {
  const at = queue.activeTrackIndex + 1 + queue.nextCount
  const taken = tracks.slice(0, Math.max(0, QUEUE_MAX - queue.activeTrackList.length))
  const activeTrackList = queue.activeTrackList.toSpliced(at, 0, ...taken)
  return { ...queue, activeTrackList, nextCount: queue.nextCount + taken.length }
}

/** Only what is playing stays, and what was before it. */
export function clearUpcoming(queue: Queue): Queue {
  const activeTrackList = queue.activeTrackList.slice(0, queue.activeTrackIndex + 1)
  return { ...queue, activeTrackList, nextCount: 0 }
}

/** Goes to a place of the list; while shuffling that is a step forward like any other. */
export function jumpTo(queue: Queue, index: number): Queue | null {
  if (!queue.activeTrackList[index]) return null
  return withHistory({ ...queue, activeTrackIndex: index, nextCount: 0 })
}

/** Moves a track; the current one stays current, wherever it comes to stand. */
export function moveTrack(queue: Queue, from: number, to: number): Queue {
  const list = [...queue.activeTrackList]
  const [moved] = list.splice(from, 1)
  if (!moved || to < 0 || to > list.length) return queue
  list.splice(to, 0, moved)
  const active = queue.activeTrackIndex
  const shift = from < active && to >= active ? -1 : from > active && to <= active ? 1 : 0
  const activeTrackIndex = from === active ? to : active + shift
  return { ...queue, activeTrackList: list, activeTrackIndex, nextCount: nextCountAfterMove(queue, from, to) }
}

/** What is moved among those that come next, or in between them, comes next; what is moved away does not. */
function nextCountAfterMove({ activeTrackIndex, nextCount }: Queue, from: number, to: number): number {
  if (from === activeTrackIndex) return 0
  const isNext = (index: number) => index > activeTrackIndex && index <= activeTrackIndex + nextCount
  return nextCount + Number(isNext(to)) - Number(isNext(from))
}

/** Takes a track out. The current one cannot be taken out: it is playing. */
export function removeTrack(queue: Queue, index: number): Queue {
  if (index === queue.activeTrackIndex || !queue.activeTrackList[index]) return queue
  const { activeTrackIndex: active, nextCount } = queue
  const isNext = index > active && index <= active + nextCount
  return {
    ...queue,
    activeTrackList: queue.activeTrackList.toSpliced(index, 1),
    activeTrackIndex: index < active ? active - 1 : active,
    nextCount: isNext ? nextCount - 1 : nextCount,
  }
}

function withHistory(queue: Queue): Queue {
  const current = currentTrack(queue)
  if (!queue.shuffle || !current) return queue
  return { ...queue, shuffleHistory: [...queue.shuffleHistory, current.id] }
}
