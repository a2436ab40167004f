/** What to say of content that is not to be read: that it never was, or that it was public and has been taken back. */
import { errorCodes } from '#contract/errors.ts'
import { AppError } from '#server/platform/errors.ts'
import { type Catalog, nothingHere } from './catalog.ts'
import { findBySlug, wasTakenBack } from './gone-queries.ts'
import type { SlugKind } from './slug-queries.ts'

/** Drafts that were deleted have never been there for anybody else, so nothing is told of them. */
export async function missing({ database, clock }: Catalog, contentId: string): Promise<AppError> {
  const isGone = await wasTakenBack(database.read, contentId, clock.now())
  return isGone ? new AppError(404, 'content-gone', errorCodes['content-gone']) : nothingHere()
}

/** The same under a name in an address, be it of today or a former one. */
export async function missingByName(catalog: Catalog, kind: SlugKind, slug: string): Promise<AppError> {
  const contentId = await findBySlug(catalog.database.read, kind, slug)
  return contentId === undefined ? nothingHere() : missing(catalog, contentId)
}
