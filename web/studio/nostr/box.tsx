/** Whether a release, podcast or event can be on nostr: it must be public, and its artist needs a key. Checking relays and
 * publishing is work.tsx, which is loaded on demand with the signing code. */
import { lazy, Suspense } from 'react'
import { useAccount } from '#web/session/account.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { Skeleton } from '#web/ui/states/skeleton.tsx'
import { t } from '#web/words/words.ts'
import { isPublicWork, type NostrContent } from './content.ts'
import { NostrShell } from './shell.tsx'

const NostrWork = lazy(async () => ({ default: (await import('./work.tsx')).NostrWork }))

export function NostrBox({ content }: { content: NostrContent }) {
  const { data: account } = useAccount()
  if (!account) return null
  const isPublic = isPublicWork(content)
  if (account.nostrProfileData.length > 0) {
    const waiting = isPublic && (
      <NostrShell>
        <Skeleton className="h-24" />
      </NostrShell>
    )
    return (
      <Suspense fallback={waiting}>
        <NostrWork content={content} account={account} isPublic={isPublic} />
      </Suspense>
    )
  }
  if (!isPublic) return null
  return (
    <NostrShell>
      <p className="text-sm text-ink-2">{t('nostr.workNoKey')}</p>
      <ButtonLink to="/settings/log-in" kind="quiet">
        {t('nostr.workSettings')}
      </ButtonLink>
    </NostrShell>
  )
}
