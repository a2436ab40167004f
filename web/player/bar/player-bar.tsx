/** The container of the player at the bottom of every page. It is never unmounted; it becomes visible once a track or episode
 * was selected, and then loads bar.tsx. Keyboard shortcuts and the saved state of the last visit work from the beginning. */
import { lazy, Suspense, useEffect, useRef } from 'react'
import { floodStyle } from '#web/ui/flood.ts'
import { t } from '#web/words/words.ts'
import { listenToKeys } from './keyboard.ts'
import { loadEngineInTime } from '#web/player/engine/late-engine.ts'
import { persistPlayback } from '#web/player/state/persist-playback.ts'
import { useActiveTrack } from '#web/player/state/store.ts'
import { usePlayerView } from '#web/player/state/view.ts'

const Bar = lazy(async () => ({ default: (await import('./bar.tsx')).Bar }))
const PlayerListeners = lazy(async () => ({
  default: (await import('#web/player/playing/player-listeners.tsx')).PlayerListeners,
}))
const KeyHelp = lazy(async () => ({ default: (await import('./key-help.tsx')).KeyHelp }))

export function PlayerBar() {
  const track = useActiveTrack()
  const isShown = track !== null
  useEffect(() => {
    const undo = [persistPlayback(), listenToKeys(), loadEngineInTime()]
    return () => undo.forEach((one) => one())
  }, [])
  useEffect(() => {
    document.documentElement.toggleAttribute('data-player', isShown)
  }, [isShown])
  return (
    <>
      <section
        aria-label={t('player.region')}
        hidden={!isShown}
        style={floodStyle(track?.colours)}
        className="@container player-ground bar-sizes fixed inset-x-0 bottom-(--tab-bar) z-30"
      >
        <Suspense fallback={<div className="h-[68px] md:h-[84px]" />}>{track && <Bar track={track} />}</Suspense>
      </section>
      <Suspense fallback={null}>{isShown && <PlayerListeners />}</Suspense>
      <Help />
    </>
  )
}

/** Stays mounted once opened, so that its closing animation can run. */
function Help() {
  const isOpen = usePlayerView((state) => state.isHelpOpen)
  const showHelp = usePlayerView((state) => state.showHelp)
  const wasOpen = useRef(false)
  if (isOpen) wasOpen.current = true
  if (!wasOpen.current) return null
  return (
    <Suspense fallback={null}>
      <KeyHelp isOpen={isOpen} onClose={() => showHelp(false)} />
    </Suspense>
  )
}
