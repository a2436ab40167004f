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

/** One paragraph per verse, large, in as many columns as have room. */
export function SongLyrics({ text }: { text: string }) {
  return (
    <section className="mt-(--band)">
      <h2 className="mb-[clamp(1.25rem,2.4vw,2.5rem)] title-1">{t('catalog.lyrics')}</h2>
      <div className="columns-[26rem] gap-x-[clamp(1.5rem,5vw,6rem)] text-[clamp(1.125rem,1rem+0.6vw,1.75rem)] leading-[1.45] font-medium">
        {versesOf(text).map((verse, index) => (
          <p key={index} dir="auto" className="mb-[1.45em] max-w-[36ch]">
            {verse.split('\n').map((line, place) => (
              // What does not fit into a line is not taken for the next one.
              <span key={place} className="block ps-[1.2em] indent-[-1.2em]">
                {line}
              </span>
            ))}
          </p>
        ))}
      </div>
    </section>
  )
}
