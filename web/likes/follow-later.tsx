/** The button to follow somebody on nostr, loaded only for users who have a key. */
import { lazy, Suspense } from 'react'
import { useAccount } from '#web/session/account.ts'
import type { ButtonSize } from '#web/ui/controls/button.tsx'
import type { Whom } from './follow-on-nostr.tsx'

const FollowOnNostr = lazy(async () => ({ default: (await import('./follow-on-nostr.tsx')).FollowOnNostr }))

type Props = { whom: Whom; name: string; size?: ButtonSize }

export function FollowLater({ whom, name, size = 'regular' }: Props) {
  const { data: account } = useAccount()
  if (!account || account.nostrProfileData.length === 0) return null
  return (
    <Suspense fallback={null}>
      <FollowOnNostr account={account} whom={whom} name={name} size={size} />
    </Suspense>
  )
}
