/** The lyrics of a track on its page, to read. Sung ones are in the player. */
import { parseLyrics } from '#contract/catalog/lyrics.ts'
import { t } from '#web/words/words.ts'

/** Without the timestamps that LRC puts before each line. */
const versesOf = (text: string): string[] =>
  parseLyrics(text)
    .lines.map((line) => line.text.trim())
    .join('\n')
    .split(/\n{2,}/)
    .map((verse) => verse.trim())
    .filter((verse) => verse !== '')

/** One paragraph per verse, in a size that is comfortable to read while listening. */
export function SongLyrics({ text }: { text: string }) {
  return (
    <section className="mt-8">
      <h2 className="sr-only">{t('catalog.lyrics')}</h2>
      <div className="flex flex-col gap-6 text-lg leading-[1.65] font-medium md:text-[1.25rem]">
        {versesOf(text).map((verse, index) => (
          <p key={index} dir="auto" className="max-w-[36ch] whitespace-pre-line">
            {verse}
          </p>
        ))}
      </div>
    </section>
  )
}
