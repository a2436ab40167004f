/** What plays next: list, position, shuffle with its history, repeat. Pure functions, so that every rule can be
 * tested. Audio is in engine.ts. */
import type { FloodColours } from '#web/ui/flood.ts'

export type Playable = {
  id: string
  title: string
  artist: string
  artworkUrl: string | null
  audioUrl: string
  durationSeconds: number
  contentType: 'track' | 'episode'
  /** The page of the track or episode. */
  contentHref: string
  /** The page of the artist or show. */
  parentContentHref: string
  /** Songs of one album keep their loudness relative to each other. */
  albumId?: string
  /** The show or feed of an episode. */
  showId?: string
  /** The title of the album or show. */
  album?: string
  /** An item of another server's feed: there is no waveform, chapter, comment or library entry of it here. */
  isElsewhere?: true
  /** Set when a promo pays for listening. */
  hasPromo?: true
  /** The colours of its cover. */
  colours?: FloodColours | null
}

/** Without an image of its own, everything of an album or show has the drawing of that album or show. */
export const coverSeedOf = ({ id, albumId, showId }: Pick<Playable, 'id' | 'albumId' | 'showId'>): string =>
  albumId ?? showId ?? id

export type Repeat = 'off' | 'all' | 'one'

export type Queue = {
  activeTrackList: readonly Playable[]
  /** -1 when no track is selected. */
  activeTrackIndex: number
  shuffle: boolean
  /** Ids in the order they were played while shuffling, the current one last. */
  shuffleHistory: readonly string[]
  repeat: Repeat
  /** How many tracks right after the current one were added with "Play next"; shuffle plays these first. */
  nextCount: number
}

export const QUEUE_MAX = 2_500
/** After this many seconds, "previous" restarts the track instead. */
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

/** Plays `list` from `index`. Shuffle and repeat are unchanged; the history is cleared. */
export function startQueue(queue: Queue, list: readonly Playable[], index: number): Queue {
  const from = Math.max(0, Math.min(index, list.length - 1) - QUEUE_MAX + 1)
  const activeTrackList = list.slice(from, from + QUEUE_MAX)
  const activeTrackIndex = list.length === 0 ? -1 : Math.max(0, Math.min(index, list.length - 1) - from)
  return withHistory({ ...queue, activeTrackList, activeTrackIndex, shuffleHistory: [], nextCount: 0 })
}

/** The queue after this track; null when it has ended. `random` is in [0, 1). */
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

/** The queue one step back, or null when the current track should restart. */
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

/** Appends tracks at the end; tracks beyond the limit are left out. */
export function appendTracks(queue: Queue, tracks: readonly Playable[]): Queue {
  return { ...queue, activeTrackList: [...queue.activeTrackList, ...tracks].slice(0, QUEUE_MAX) }
}

/** Inserts tracks after the current one and after those added with "Play next" before. Also applies with shuffle on. */
export function insertNext(queue: Queue, tracks: readonly Playable[]): Queue {
  const at = queue.activeTrackIndex + 1 + queue.nextCount
  const taken = tracks.slice(0, Math.max(0, QUEUE_MAX - queue.activeTrackList.length))
  const activeTrackList = queue.activeTrackList.toSpliced(at, 0, ...taken)
  return { ...queue, activeTrackList, nextCount: queue.nextCount + taken.length }
}

/** Jumps to an index of the list; with shuffle on this is added to the history like any other step. */
export function jumpTo(queue: Queue, index: number): Queue | null {
  if (!queue.activeTrackList[index]) return null
  return withHistory({ ...queue, activeTrackIndex: index, nextCount: 0 })
}

/** Moves a track; the current track stays current. */
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

/** A track moved into the "Play next" range is counted in it; a track moved out of it is not. */
function nextCountAfterMove({ activeTrackIndex, nextCount }: Queue, from: number, to: number): number {
  if (from === activeTrackIndex) return 0
  const isNext = (index: number) => index > activeTrackIndex && index <= activeTrackIndex + nextCount
  return nextCount + Number(isNext(to)) - Number(isNext(from))
}

/** Removes a track. The current track cannot be removed, because it is playing. */
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
