/** The profiles of the user's linked nostr keys. The relays are
 * queried by profiles.tsx, which is loaded on demand. */
import { lazy, Suspense } from 'react'
import { Skeleton } from '#web/ui/states/skeleton.tsx'
import { t } from '#web/words/words.ts'
import { Panel } from '#web/settings/panel.tsx'
import type { PartProps } from '#web/settings/part-props.ts'

const NostrProfiles = lazy(async () => ({ default: (await import('./profiles.tsx')).NostrProfiles }))

export function NostrPart({ account }: PartProps) {
  if (account.nostrProfileData.length === 0) return null
  return (
    <Panel title={t('nostr.profile')} note={t('nostr.profileNote')}>
      <Suspense fallback={<Skeleton className="h-14" />}>
        <NostrProfiles account={account} />
      </Suspense>
    </Panel>
  )
}
