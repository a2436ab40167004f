/** Adds the titles of contents to their statistics. Content without a title is left out. */
import { type ContentName, namesOfContents } from '#server/catalog/content/names.ts'
import type { Stats } from './stats.ts'

export async function withNames<Row extends { contentId: string }>(
  { database, clock }: Pick<Stats, 'database' | 'clock'>,
  rows: readonly Row[],
): Promise<(Omit<Row, 'contentId'> & ContentName & { trackId: string })[]> {
  const ids = [...new Set(rows.map(({ contentId }) => contentId))]
  const names = await namesOfContents(database.read, ids, clock.now())
  return rows.flatMap(({ contentId, ...figures }) => {
    const name = names.get(contentId)
    return name === undefined ? [] : { trackId: contentId, ...figures, ...name }
  })
}
