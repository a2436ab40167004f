/** The artist or podcast that the fans belong to. */
import { type ContentRow, findContent, selectFamilyIds } from '#server/catalog/content/queries.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { notFound } from '#server/platform/errors.ts'
import { requireOwner } from '#server/platform/http/authorization.ts'
import type { Caller } from '#server/platform/http/caller.ts'

/** `familyIds`: the maker and everything that is or was in it. */
export type Maker = Pick<ContentRow, 'id' | 'type' | 'title' | 'owner_id' | 'is_public'> & {
  familyIds: readonly string[]
}

export async function findMaker(tx: Tx, makerId: string, now: Date): Promise<Maker | undefined> {
  const content = await findContent(tx, makerId, now)
  if (content === undefined || content.is_deleted) return undefined
  if (content.type !== 'artist' && content.type !== 'podcast') return undefined
  return { ...content, familyIds: await selectFamilyIds(tx, content.id) }
}

export async function requireOwnMaker(tx: Tx, caller: Caller, makerId: string, now: Date): Promise<Maker> {
  const maker = await findMaker(tx, makerId, now)
  if (maker === undefined) throw notFound()
  requireOwner(caller, maker.owner_id)
  return maker
}
