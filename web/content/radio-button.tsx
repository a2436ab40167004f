/** A text button that starts a radio from a track, an artist or a genre. */
import { useSite } from '#web/data/site.ts'
import { WordButton } from '#web/ui/controls/word-button.tsx'
import { t } from '#web/words/words.ts'

/** `from`: the id of a track or artist, or the number of a genre. */
export function RadioButton({ from, title }: { from: string; title: string }) {
  const site = useSite()
  const start = () => void import('#web/player/state/start-radio.ts').then(({ startRadio }) => startRadio(site, from))
  return (
    <WordButton label={t('radio.startFrom', { title })} onClick={start}>
      {t('radio.word')}
    </WordButton>
  )
}
