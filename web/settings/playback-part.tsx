/** Crossfade and quality, kept on this device. */
import { CrossfadeChoice, QualityChoice } from '#web/player/choices/playback-choices.tsx'
import { t } from '#web/words/words.ts'
import { Panel } from './panel.tsx'

export function PlaybackPart() {
  return (
    <Panel title={t('playback.title')} note={t('playback.onDevice')}>
      <CrossfadeChoice />
      <QualityChoice />
    </Panel>
  )
}
