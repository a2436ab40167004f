/** A link that says `?t=83` begins there: loads the sound at that second and plays it, or waits for a press where the
 * browser wants one first. */
import { useEffect } from 'react'
import type { Playable } from '../player/queue.ts'
import { usePlayer } from '../player/store.ts'

export function useStartAt(playable: Playable | undefined): void {
  const id = playable?.id
  useEffect(() => {
    const asked = new URLSearchParams(location.search).get('t') ?? ''
    if (!playable || !/^\d{1,5}$/.test(asked) || Number(asked) === 0) return
    const { activeTrackId, playList, seek } = usePlayer.getState()
    if (activeTrackId !== playable.id) playList([playable], 0)
    seek(Number(asked))
    // Once for each page: a new list of the same sound is no new wish.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [id])
}
