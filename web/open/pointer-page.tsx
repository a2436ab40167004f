/** `/n/…` with a code of nostr (naddr, nevent, npub and their like): on to the page of what it means, if that is here. */
import { findOnNostr } from '#contract/nostr.ts'
import { preload } from '../catalog/page-data.ts'
import { redirect } from '../navigation/router.ts'
import type { Visit } from '../router.tsx'
import { PageSkeleton } from '../ui/skeleton.tsx'
import { t } from '../words/words.ts'

export async function load(visit: Visit) {
  const { path } = await preload(visit, findOnNostr, { query: { code: visit.params['code'] ?? '' } })
  throw redirect(path)
}

/** Until one is there. */
export function Page() {
  return <PageSkeleton label={t('common.loading')} />
}
