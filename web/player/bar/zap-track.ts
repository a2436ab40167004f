/** The current track as a zap target, with the current position. */
import type { ZapTarget } from '#web/zap/zap.ts'
import { usePlayer } from '#web/player/state/store.ts'

type Named = { id: string; title: string; artist: string; artworkUrl: string | null }

export function zapTargetOf({ id: contentId, title, artist, artworkUrl }: Named, isQuick: boolean): ZapTarget {
  const contentTimeSeconds = Math.floor(usePlayer.getState().trackPlayedSeconds)
  return { contentId, title, artist, artworkUrl, contentTimeSeconds, isQuick }
}
