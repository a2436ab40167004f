/** The error for content that cannot be read: it never existed, or it was public and has been withdrawn. */
import { AppError, notFound } from '#server/platform/errors.ts'
import type { Catalog } from '#server/catalog/catalog.ts'
import { findBySlug, wasTakenBack } from './gone-queries.ts'
import type { SlugKind } from '#server/catalog/forms/slug-queries.ts'

/** A deleted draft was never visible to others, so it is reported as if it had never existed. */
export async function missing({ database, clock }: Catalog, contentId: string): Promise<AppError> {
  const isGone = await wasTakenBack(database.read, contentId, clock.now())
  return isGone ? new AppError(404, 'content-gone') : notFound()
}

/** The same for a slug, current or former. */
export async function missingByName(catalog: Catalog, kind: SlugKind, slug: string): Promise<AppError> {
  const contentId = await findBySlug(catalog.database.read, kind, slug)
  return contentId === undefined ? notFound() : missing(catalog, contentId)
}
