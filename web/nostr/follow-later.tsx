/** The button that follows somebody on nostr, for who has a key of their own; fetched for them alone. */
import { lazy, Suspense } from 'react'
import { useAccount } from '../session/account.ts'
import type { ButtonSize } from '../ui/button.tsx'

/** Somebody here, or a key as it is written. */
export type Whom = { username: string } | { key: string }

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
