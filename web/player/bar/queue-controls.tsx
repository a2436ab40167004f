/** Shuffle, repeat and volume, as words above the queue. */
import { usePlayer } from '#web/player/state/store.ts'
import { Slider } from '#web/ui/controls/slider.tsx'
import { t } from '#web/words/words.ts'

const REPEAT_TEXTS = { off: 'player.repeat', all: 'player.repeatAll', one: 'player.repeatOne' } as const
const WORD = 'min-h-11 min-w-11 font-semi decoration-3 underline-offset-6 hover:underline aria-pressed:underline'

export function QueueControls() {
  const { toggleShuffle, cycleRepeat, toggleMuted, setVolume } = usePlayer.getState()
  const shuffle = usePlayer((state) => state.shuffle)
  const repeat = usePlayer((state) => state.repeat)
  const muted = usePlayer((state) => state.muted)
  const volume = usePlayer((state) => state.volume)
  const shown = muted ? 0 : volume
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-6">
      <button type="button" aria-pressed={shuffle} onClick={toggleShuffle} className={WORD}>
        {t('player.shuffle')}
      </button>
      <button type="button" aria-pressed={repeat !== 'off'} onClick={cycleRepeat} className={WORD}>
        {t(REPEAT_TEXTS[repeat])}
      </button>
      <span className="flex items-center gap-3">
        <button type="button" onClick={toggleMuted} className={WORD}>
          {t(muted ? 'player.unmute' : 'player.mute')}
        </button>
        <span className="flex min-h-11 w-32 items-center">
          <Slider
            label={t('player.volume')}
            value={shown}
            onChange={setVolume}
            valueText={t('player.volumeValue', { percent: Math.round(shown * 100) })}
          />
        </span>
      </span>
    </div>
  )
}
