/** `/open`: handles content that another app shares with the installed app (`share_target` of the web manifest). */
import { redirect } from '#web/navigation/router.ts'
import type { Visit } from '#web/frame/page.ts'
import { PageSkeleton } from '#web/ui/states/skeleton.tsx'
import { t } from '#web/words/words.ts'
import { pathOfShared } from './shared-target.ts'

export function load({ url, site }: Visit): Promise<never> {
  return Promise.reject(redirect(pathOfShared(url.searchParams, [url.origin, site.settings.publicUrl])))
}

/** Shown until the redirect. */
export function Page() {
  return <PageSkeleton label={t('common.loading')} />
}
