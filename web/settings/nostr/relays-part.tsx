/** The relays of the user's nostr key, for users who have linked
 * one. The form is own-relay-list.tsx, which is loaded on demand. */
import { lazy, Suspense } from 'react'
import { chooseOwnKey } from '#web/nostr/own-key.ts'
import { Skeleton } from '#web/ui/states/skeleton.tsx'
import { t } from '#web/words/words.ts'
import { Panel } from '#web/settings/panel.tsx'
import type { PartProps } from '#web/settings/part-props.ts'

const OwnRelayList = lazy(async () => ({ default: (await import('./own-relay-list.tsx')).OwnRelayList }))

export function RelaysPart({ account }: PartProps) {
  const own = chooseOwnKey(account)
  if (own === null) return null
  return (
    <Panel title={t('relays.title')} note={t('relays.note')}>
      <Suspense fallback={<Skeleton className="h-14" />}>
        <OwnRelayList key={own} own={own} />
      </Suspense>
    </Panel>
  )
}
