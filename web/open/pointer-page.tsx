/** `/n/…` with a nostr identifier (naddr, nevent, npub and others):
 * redirects to the page of the content, if it is on this server. */
import { findOnNostr } from '#contract/accounts/nostr.ts'
import { preload } from '../frame/page-data.ts'
import { redirect } from '../navigation/router.ts'
import type { Visit } from '../frame/page.ts'
import { PageSkeleton } from '../ui/states/skeleton.tsx'
import { t } from '../words/words.ts'

export async function load(visit: Visit) {
  const { path } = await preload(visit, findOnNostr, { query: { code: visit.params['code'] ?? '' } })
  throw redirect(path)
}

/** Shown until the redirect. */
export function Page() {
  return <PageSkeleton label={t('common.loading')} />
}
