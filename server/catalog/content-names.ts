/** What contents are called, for rooms that only know their ids. Says nothing of who may see them: whoever asks has paid for
 * them or earned from them. */
import type { Tx } from '#server/platform/database.ts'
import { findContents } from './content-queries.ts'
import type { ContentKind } from './visibility.ts'

export type ContentName = { contentType: ContentKind; title: string }

/** By id; deleted contents keep their names. */
export async function namesOfContents(
  tx: Tx,
  contentIds: readonly string[],
  now: Date,
): Promise<Map<string, ContentName>> {
  const contents = await findContents(tx, contentIds, now)
  return new Map(contents.map(({ id, type, title }) => [id, { contentType: type, title }]))
}
