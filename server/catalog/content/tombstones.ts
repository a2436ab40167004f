/** The error for content that cannot be read: it never existed, or it was public and has been withdrawn. */
import { AppError, Moved, notFound } from '#server/platform/errors.ts'
import type { Catalog } from '#server/catalog/catalog.ts'
import { findBySlug, wasWithdrawn } from './tombstone-queries.ts'
import { findByFormerSlug, type SlugKind } from '#server/catalog/forms/slug-queries.ts'

/** A deleted draft was never visible to others, so it is reported as if it had never existed. */
export async function missing(
  { database, clock }: Pick<Catalog, 'database' | 'clock'>,
  contentId: string,
): Promise<AppError> {
  const isGone = await wasWithdrawn(database.read, contentId, clock.now())
  return isGone ? new AppError(404, 'content-gone') : notFound()
}

/** The same for a slug, current or former. */
async function missingByName(catalog: Catalog, kind: SlugKind, slug: string): Promise<AppError> {
  const contentId = await findBySlug(catalog.database.read, kind, slug)
  return contentId === undefined ? notFound() : missing(catalog, contentId)
}

/** What to throw for a slug without visible content: a redirect when it is a former one. */
export async function movedOrMissing(
  catalog: Catalog,
  kind: SlugKind,
  slug: string,
  findSlug: (contentId: string) => Promise<string | undefined>,
): Promise<AppError> {
  const contentId = await findByFormerSlug(catalog.database.read, kind, slug)
  const current = contentId === undefined ? undefined : await findSlug(contentId)
  return current === undefined
    ? missingByName(catalog, kind, slug)
    : new Moved(`/v1/${kind}s/${encodeURIComponent(current)}/url`)
}
