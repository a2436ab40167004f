/** The current track as a zap target, with the current position. Null for audio of another server, which boosting.tsx pays. */
import type { ZapTarget } from '#web/zap/zap.ts'
import { usePlayer } from '#web/player/state/store.ts'

type Named = { id: string; title: string; artist: string; artworkUrl: string | null; isElsewhere?: true }

export function zapTargetOf(track: Named, isQuick: boolean): ZapTarget | null {
  const { id: contentId, title, artist, artworkUrl, isElsewhere } = track
  if (isElsewhere) return null
  const contentTimeSeconds = Math.floor(usePlayer.getState().trackPlayedSeconds)
  return { contentId, title, artist, artworkUrl, contentTimeSeconds, isQuick }
}
