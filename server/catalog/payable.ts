/** What payments ask of the catalogue: may this be paid, what is it called, whose is it, and who shares it.
 * Not the payment itself; money is moved by the payments room alone. */
import type { Tx } from '#server/platform/database.ts'
import { nothingHere } from './catalog.ts'
import { findContent } from './content-queries.ts'
import { selectTerms } from './split-queries.ts'
import type { ContentKind } from './visibility.ts'

export type Payable = {
  contentId: string
  contentType: ContentKind
  title: string
  ownerId: string
  /** The artist's name; a podcast's own name for it and its episodes. */
  artistName: string
  /** True while the public sees it; drafts, scheduled, unfinished and taken-down content takes no payments. */
  isPayable: boolean
}

/** Null when there is no such content or it was deleted. */
export async function readPayable(tx: Tx, contentId: string, now: Date = new Date()): Promise<Payable | null> {
  const row = await findContent(tx, contentId, now)
  if (row === undefined || row.is_deleted) return null
  return {
    contentId: row.id,
    contentType: row.type,
    title: row.title,
    ownerId: row.owner_id,
    artistName: row.artist_name,
    isPayable: row.is_public,
  }
}

export type ContentTerms = {
  recipients: { userId: string; weight: number }[]
  /** Whose split is in force: the content's own id or its album's or podcast's; null when the owner gets all. */
  sourceContentId: string | null
}

/**
 * Who shares a payment to this content at this moment: its own split, else that of its album or podcast, else the owner
 * gets all. Weights are whole numbers from 1; only their relation counts.
 * Throws 404 when there is no such content. Read it in the transaction that stores the payment's terms.
 */
export async function readSplitTerms(tx: Tx, contentId: string): Promise<ContentTerms> {
  const rows = await selectTerms(tx, contentId)
  const [first] = rows
  if (first === undefined) throw nothingHere()
  const recipients = rows.flatMap((row) =>
    row.user_id === null || row.share === null ? [] : [{ userId: row.user_id, weight: row.share }],
  )
  if (recipients.length === 0) return { recipients: [{ userId: first.owner_id, weight: 1 }], sourceContentId: null }
  return { recipients, sourceContentId: first.source_content_id }
}
