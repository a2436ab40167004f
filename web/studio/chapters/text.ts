/** Chapters as plain text, one line each: '00:00 Welcome', the usual format in show notes.
 * Fields and images are in editor.tsx. */
import { CHAPTERS_MAX } from '#contract/catalog/moments.ts'
import { TITLE_MAX } from '#contract/fields.ts'
import { readTime } from '#web/studio/waveform/time.ts'

export type ChapterLine = { startSeconds: number; title: string }

/** A time in any common notation before the title: '1:02', '(00:01:02)', '[1:02]', '3. 1:02 –'. */
const LINE =
  /^\s*(?:\d{1,3}[.)]\s+|[-*•]\s*)?[[(]?\s*((?:\d{1,2}:)?\d{1,3}:\d{2}(?:[.,]\d{1,3})?)\s*[\])]?\s*(?:[-–—:|]\s*)?(.*)$/

/** Lines with a time become chapters, sorted by time; `skipped` lists the other line numbers, from 1. */
export function readChapters(text: string): { chapters: ChapterLine[]; skipped: number[] } {
  const skipped: number[] = []
  const found = new Map<number, ChapterLine>()
  for (const [index, line] of text.split(/\r\n|\r|\n/).entries()) {
    if (line.trim() === '') continue
    const [, time = '', rest = ''] = LINE.exec(line) ?? []
    const [startSeconds, title] = [readTime(time), rest.trim().slice(0, TITLE_MAX)]
    // Two chapters cannot begin at the same moment; the first one is kept.
    if (startSeconds === null || title === '' || found.has(startSeconds) || found.size >= CHAPTERS_MAX) {
      skipped.push(index + 1)
    } else found.set(startSeconds, { startSeconds, title })
  }
  return { chapters: [...found.values()].toSorted((one, other) => one.startSeconds - other.startSeconds), skipped }
}

/** The common notation: whole seconds, two digits each, with hours when needed. */
export function formatChapters(chapters: readonly ChapterLine[]): string {
  const hasHours = chapters.some(({ startSeconds }) => startSeconds >= 3600)
  const two = (value: number) => String(value).padStart(2, '0')
  return chapters
    .map(({ startSeconds, title }) => {
      const seconds = Math.floor(startSeconds)
      const parts = [Math.floor(seconds / 60) % (hasHours ? 60 : Infinity), seconds % 60]
      const time = (hasHours ? [Math.floor(seconds / 3600), ...parts] : parts).map(two).join(':')
      return `${time} ${title}`
    })
    .join('\n')
}
