/** Titles of content, for modules that have only ids. Does not check visibility: the callers show them to users who
 * paid for the content or earned from it. */
import type { Tx } from '#server/platform/database/database.ts'
import { findContents } from './queries.ts'
import type { ContentKind } from './visibility.ts'

export type ContentName = { contentType: ContentKind; title: string }

/** By id; deleted content keeps its title. */
export async function namesOfContents(
  tx: Tx,
  contentIds: readonly string[],
  now: Date,
): Promise<Map<string, ContentName>> {
  const contents = await findContents(tx, contentIds, now)
  return new Map(contents.map(({ id, type, title }) => [id, { contentType: type, title }]))
}
