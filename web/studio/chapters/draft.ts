/** Chapters while they are edited: their order, validation, and the request body. */
import { LINK_MAX, TITLE_MAX } from '#contract/fields.ts'
import { t } from '#web/words/words.ts'
import { completeAddress } from '#web/studio/forms/form-values.ts'

export type DraftChapter = { key: string; startSeconds: number; title: string; href: string; artworkUrl: string | null }
export type ChapterErrors = { start?: string; title?: string; href?: string }

export function sortChapters<Chapter extends { startSeconds: number }>(chapters: readonly Chapter[]): Chapter[] {
  return chapters.toSorted((one, other) => one.startSeconds - other.startSeconds)
}

export function errorsOfChapters(rows: readonly DraftChapter[], durationSeconds: number): Map<string, ChapterErrors> {
  const errors = new Map<string, ChapterErrors>()
  const seen = new Set<number>()
  for (const { key, startSeconds, title, href } of rows) {
    const address = completeAddress(href.trim())
    const found: ChapterErrors = {
      ...(seen.has(startSeconds) && { start: t('editors.chapterTwice') }),
      ...(durationSeconds > 0 && startSeconds > durationSeconds && { start: t('editors.chapterBeyond') }),
      ...(title.trim() === '' && { title: t('studio.required') }),
      ...(title.trim().length > TITLE_MAX && {
        title: t('studio.tooLong', { max: TITLE_MAX, count: title.trim().length }),
      }),
      ...(address === null && { href: t('studio.linkInvalid') }),
      ...(address !== null &&
        address.length > LINK_MAX && { href: t('studio.tooLong', { max: LINK_MAX, count: address.length }) }),
    }
    if (Object.keys(found).length > 0) errors.set(key, found)
    seen.add(startSeconds)
  }
  return errors
}

export function toSent(rows: readonly DraftChapter[]) {
  return rows.map(({ startSeconds, title, href, artworkUrl }) => {
    const address = completeAddress(href.trim())
    return {
      startTime: startSeconds,
      title: title.trim(),
      ...(address && { href: address }),
      ...(artworkUrl !== null && { artworkUrl }),
    }
  })
}
