/** What of a queue is still to play, and clearing it. Only the panel of the queue needs this, so it loads with it. */
import type { Queue } from './queue.ts'

/** The indexes of what is still to play. With shuffle on: first the tracks added with "Play next", then every track not
 * yet played, also before the current one. */
export function upcomingIndexes({ activeTrackList, activeTrackIndex, shuffle, ...queue }: Queue): number[] {
  const indexes = [...activeTrackList.keys()]
  const after = indexes.slice(activeTrackIndex + 1)
  if (!shuffle) return after
  const asked = after.slice(0, queue.nextCount)
  const played = new Set(queue.shuffleHistory)
  const isFresh = (index: number) => index !== activeTrackIndex && !played.has(activeTrackList[index]?.id ?? '')
  return [...asked, ...indexes.filter((index) => !asked.includes(index) && isFresh(index))]
}

/** Removes all tracks that are still to play. */
export function clearUpcoming(queue: Queue): Queue {
  const upcoming = new Set(upcomingIndexes(queue))
  const isKept = (_track: unknown, index: number) => !upcoming.has(index)
  const activeTrackIndex = queue.activeTrackList.slice(0, queue.activeTrackIndex + 1).filter(isKept).length - 1
  return { ...queue, activeTrackList: queue.activeTrackList.filter(isKept), activeTrackIndex, nextCount: 0 }
}
