/** Notices that the session has ended elsewhere, and says so on public pages; private pages lead to the log-in, which says it.
 * Part of what is loaded with the session (live-header.ts). */
import type { MutationCacheNotifyEvent, QueryCacheNotifyEvent, QueryClient } from '@tanstack/react-query'
import { getAccount } from '#contract/accounts/account.ts'
import { addressIn } from '#contract/languages.ts'
import { ApiError } from '#web/data/api.ts'
import { queryKeyOf } from '#web/data/queries.ts'
import { matchPath } from '#web/navigation/matching.ts'
import { pages } from '#web/routes.ts'
import { showToast } from '#web/ui/overlays/toast.tsx'
import { currentLanguage, splitLanguage } from '#web/words/language.ts'
import { t } from '#web/words/words.ts'
import { onSessionEnd, useSession } from './session.ts'

const accountKey = queryKeyOf(getAccount, {})

/** Requests the account; a refusal ends the session here, too (account.ts). */
export const examineSession = (queries: QueryClient): void => void queries.invalidateQueries({ queryKey: accountKey })

export function watchEnd(queries: QueryClient): () => void {
  const examine = (event: QueryCacheNotifyEvent | MutationCacheNotifyEvent) => {
    if (event.type !== 'updated' || event.action.type !== 'error') return
    const isOfAccount = 'query' in event && event.query.queryKey[0] === accountKey[0]
    const { error } = event.action
    // Other reasons for this code, such as a wrong signature, leave the session as it is.
    if (error instanceof ApiError && error.code === 'unauthorized' && !isOfAccount) examineSession(queries)
  }
  const undo = [
    queries.getQueryCache().subscribe(examine),
    queries.getMutationCache().subscribe(examine),
    onSessionEnd(() => {
      if (!useSession.getState().isLeaving) showSessionEnd()
    }),
  ]
  return () => undo.forEach((one) => one())
}

function showSessionEnd(): void {
  const { path } = splitLanguage(location.pathname)
  if (matchPath(pages, path)?.route.access === 'private') return
  const login = `/login?next=${encodeURIComponent(path + location.search)}`
  const go = () => location.assign(addressIn(login, currentLanguage()))
  showToast(t('account.sessionOverHere'), { label: t('shell.logIn'), onClick: go })
}
