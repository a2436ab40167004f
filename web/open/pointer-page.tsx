/** `/n/…` with a nostr identifier (naddr, nevent, npub and others):
 * redirects to the page of the content, if it is on this server. */
import { findOnNostr } from '#contract/accounts/nostr.ts'
import { preload } from '#web/frame/page-data.ts'
import { redirect } from '#web/navigation/router.ts'
import type { Visit } from '#web/frame/page.ts'
import { PageSkeleton } from '#web/ui/states/skeleton.tsx'
import { t } from '#web/words/words.ts'

export async function load(visit: Visit) {
  const { path } = await preload(visit, findOnNostr, { query: { code: visit.params['code'] ?? '' } })
  throw redirect(path)
}

/** Shown until the redirect. */
export function Page() {
  return <PageSkeleton label={t('common.loading')} />
}
