/** The versions of a split as a document to keep: a Nostr event (NIP-01) signed with this server's key, which any program for
 * Nostr can check. Shows the caller what listSplitVersions shows. */
import type { getSignedTerms } from '#contract/catalog/split-offers.ts'
import type { Data, Input } from '#contract/endpoint.ts'
import { DOCUMENT_KIND } from '#contract/fields.ts'
import { findContent } from '#server/catalog/content/queries.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { readVersions } from './offers.ts'
import type { SplitDeps } from './outside.ts'

/** For the owner of the content, and for everybody who is or was in its split. */
export async function signTerms(
  catalog: SplitDeps,
  caller: Caller,
  params: Input<typeof getSignedTerms>['params'],
): Promise<Data<typeof getSignedTerms>> {
  const versions = await readVersions(catalog, caller, params)
  const { contentId, contentType } = params
  const now = catalog.clock.now()
  const title = (await findContent(catalog.database.read, contentId, now))?.title ?? ''
  const installation = catalog.invitationMail.publicUrl
  const terms = { installation, contentId, contentType, title, statedAt: now, versions }
  const event = catalog.sign({
    kind: DOCUMENT_KIND,
    created_at: Math.floor(now.getTime() / 1_000),
    tags: [['d', `split:${contentId}`]],
    content: JSON.stringify(terms),
  })
  return { ...event, kind: DOCUMENT_KIND }
}
