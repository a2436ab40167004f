/** Handles links with a start time (`?t=83`): loads the audio at that second and plays it, or waits for a press where
 * the browser requires one. */
import { useEffect } from 'react'
import type { Playable } from '#web/player/state/queue.ts'
import { usePlayer } from '#web/player/state/store.ts'

export function useStartAt(playable: Playable | undefined): void {
  const id = playable?.id
  useEffect(() => {
    const asked = new URLSearchParams(location.search).get('t') ?? ''
    if (!playable || !/^\d{1,5}$/.test(asked) || Number(asked) === 0) return
    const { activeTrackId, playList, seek } = usePlayer.getState()
    if (activeTrackId !== playable.id) playList([playable], 0)
    seek(Number(asked))
    // Once per page: a new list with the same track does not start again.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [id])
}
