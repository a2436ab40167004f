/** Crossfade and quality: in the options of the full screen, and in the settings. Kept on this device. */
import { useId } from 'react'
import { canMix } from '#web/player/engine/mixer.ts'
import { QUALITIES, type Quality } from '#web/player/state/quality.ts'
import { usePlayer } from '#web/player/state/store.ts'
import { CROSSFADE_MAX_SECONDS } from '#web/player/state/transition.ts'
import { Slider } from '#web/ui/controls/slider.tsx'
import { t, type TranslationKey } from '#web/words/words.ts'
import { FewChoices } from './few-choices.tsx'

const QUALITY_TEXTS: Record<Quality, TranslationKey> = {
  automatic: 'playback.qualityAutomatic',
  high: 'playback.qualityHigh',
  medium: 'playback.qualityMedium',
  low: 'playback.qualityLow',
}

export function CrossfadeChoice() {
  const id = useId()
  const seconds = usePlayer((state) => state.crossfadeSeconds)
  const set = usePlayer((state) => state.set)
  // A browser that cannot mix two sounds cannot fade one over the other.
  if (!canMix()) return <p className="text-sm">{t('playback.crossfadeUnable')}</p>
  const text = seconds === 0 ? t('playback.off') : t('playback.seconds', { count: seconds })
  return (
    <div>
      <p className="flex justify-between gap-4 font-medium">
        <span id={id}>{t('playback.crossfade')}</span>
        <span aria-hidden="true">{text}</span>
      </p>
      <div className="mt-1 flex min-h-11 items-center">
        <Slider
          label={t('playback.crossfade')}
          value={seconds / CROSSFADE_MAX_SECONDS}
          steps={CROSSFADE_MAX_SECONDS}
          valueText={text}
          onChange={(part) => set({ crossfadeSeconds: Math.round(part * CROSSFADE_MAX_SECONDS) })}
        />
      </div>
      <p className="text-sm">{t('playback.crossfadeNote')}</p>
    </div>
  )
}

export function QualityChoice() {
  const quality = usePlayer((state) => state.quality)
  const set = usePlayer((state) => state.set)
  return (
    <FewChoices
      label={t('playback.quality')}
      note={t('playback.qualityNote')}
      options={QUALITIES.map((value) => ({ value, name: t(QUALITY_TEXTS[value]) }))}
      selected={quality}
      onChoose={(value) => set({ quality: value })}
    />
  )
}
