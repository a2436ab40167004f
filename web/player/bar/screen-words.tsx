/** The words at the end of the full screen's header: what it shows, and what can be done with what plays. On narrow screens
 * those without room are in the panel of "More". */
import { useWholeScreen, canFillScreen, toggleWholeScreen } from '#web/player/elsewhere/whole-screen.ts'
import { canOpenSmallWindow, toggleSmallWindow, useSmallWindow } from '#web/player/elsewhere/small-window.ts'
import type { Playable } from '#web/player/state/queue.ts'
import { usePlayer } from '#web/player/state/store.ts'
import { usePlayerView, type Panel } from '#web/player/state/view.ts'
import { classNames } from '#web/ui/class-names.ts'
import { t, type TranslationKey } from '#web/words/words.ts'
import { LikeWord } from './like-word.tsx'

const WORD =
  'min-h-11 min-w-11 shrink-0 px-2.5 text-sm font-semi whitespace-nowrap decoration-3 underline-offset-[10px] hover:underline'

export function ScreenWords({ track, shown, onShare }: { track: Playable; shown: Panel; onShare: () => void }) {
  const upcoming = usePlayer((state) => Math.max(0, state.activeTrackList.length - state.activeTrackIndex - 1))
  return (
    <div role="group" aria-label={t('player.panels')} className="flex items-center">
      {!track.isElsewhere && <TextWord track={track} shown={shown} />}
      <span className="hidden xl:contents">
        <MoreWords track={track} shown={shown} onShare={onShare} />
      </span>
      <PanelWord panel="queue" shown={shown}>
        {upcoming === 0 ? t('player.queue') : t('playback.queueCount', { count: upcoming })}
      </PanelWord>
      <PanelWord panel="options" shown={shown}>
        {t('playback.more')}
      </PanelWord>
    </div>
  )
}

/** Those that only wide screens have room for in the header. */
export function MoreWords({ track, shown, onShare }: { track: Playable; shown: Panel | null; onShare: () => void }) {
  return (
    <>
      <PanelWord panel="artwork" shown={shown}>
        {t('playback.artwork')}
      </PanelWord>
      {!track.isElsewhere && <WordsOfContent track={track} shown={shown} onShare={onShare} />}
    </>
  )
}

function WordsOfContent({ track, shown, onShare }: { track: Playable; shown: Panel | null; onShare: () => void }) {
  return (
    <>
      <PanelWord panel="comments" shown={shown}>
        {t('comments.title')}
      </PanelWord>
      <PanelWord panel="bookmarks" shown={shown}>
        {t('bookmarks.title')}
      </PanelWord>
      <LikeWord track={track} className={WORD} />
      <button type="button" onClick={onShare} className={WORD}>
        {t('playback.share')}
        <span className="sr-only"> {track.title}</span>
      </button>
    </>
  )
}

function TextWord({ track, shown }: { track: Playable; shown: Panel }) {
  const isSong = track.contentType === 'track'
  return (
    <PanelWord panel={isSong ? 'lyrics' : 'chapters'} shown={shown}>
      {t(isSong ? 'player.lyrics' : 'player.chapters')}
    </PanelWord>
  )
}

function PanelWord({ panel, shown, children }: { panel: Panel; shown: Panel | null; children: string }) {
  const choose = usePlayerView((state) => state.choose)
  return (
    <button
      type="button"
      aria-pressed={panel === shown}
      onClick={() => choose(panel)}
      className={classNames(WORD, 'aria-pressed:underline')}
    >
      {children}
    </button>
  )
}

/** Where it plays and is shown. A word is there only when it can do something. */
export function PlaceWords() {
  const isWhole = useWholeScreen()
  const isSmall = useSmallWindow((state) => state.isOpen)
  return (
    <div className="flex flex-wrap gap-x-2">
      {canFillScreen() && (
        <button type="button" aria-pressed={isWhole} onClick={() => void toggleWholeScreen()} className={PLACE}>
          {t(isWhole ? 'playback.wholeScreenLeave' : 'playback.wholeScreen')}
        </button>
      )}
      {canOpenSmallWindow() && (
        <button type="button" aria-pressed={isSmall} onClick={() => void toggleSmallWindow()} className={PLACE}>
          {t(isSmall ? 'playback.smallWindowClose' : 'playback.smallWindow')}
        </button>
      )}
      <ElsewhereWord />
    </div>
  )
}

const PLACE = classNames('min-h-11 pr-3 font-semi underline underline-offset-4')

const ELSEWHERE: Record<'available' | 'connecting' | 'connected', TranslationKey> = {
  available: 'playback.elsewhere',
  connecting: 'playback.elsewhereConnecting',
  connected: 'playback.elsewhereConnected',
}

function ElsewhereWord() {
  const remote = usePlayer((state) => state.remote)
  const playElsewhere = usePlayer((state) => state.playElsewhere)
  if (remote === 'unavailable') return null
  const text = t(ELSEWHERE[remote])
  return (
    <>
      <button type="button" onClick={playElsewhere} className={PLACE}>
        {text}
      </button>
      <span role="status" className="sr-only">
        {remote !== 'available' && text}
      </span>
    </>
  )
}
