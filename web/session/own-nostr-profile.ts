/** Name and avatar of the signed-in user from nostr, for users who have set none here. The profile stored on the
 * server is used immediately, a newer one from relays as soon as it arrives. */
import { useQuery } from '@tanstack/react-query'
import { visibleImageUrl } from '#web/nostr/profile-image.ts'
import { relaysOf } from '#web/nostr/relay-addresses.ts'
import { useSite } from '#web/data/site.ts'
import type { Account } from './account.ts'

type NostrAuthor = { name: string | null; picture: string | null }

export function useOwnNostrProfile(account: Account | undefined): NostrAuthor {
  const { call, settings } = useSite()
  const keys = account?.nostrProfileData ?? []
  const pubkeys = keys.map(({ publicHex }) => publicHex)
  const kept = keys
    .map(({ metadata, updatedAt }) => ({ profile: metadata, signedAtMs: Date.parse(updatedAt ?? '') || 0 }))
    .reduce((newest, one) => (one.signedAtMs > newest.signedAtMs ? one : newest), { profile: null, signedAtMs: 0 })
  const isWanted = account !== undefined && (account.displayName === null || account.artworkUrl === null)
  const { data: found } = useQuery({
    queryKey: ['nostr-face', ...pubkeys],
    queryFn: async () => {
      const { findOwnProfile } = await import('#web/nostr/own-profile.ts')
      return findOwnProfile({ relays: relaysOf(settings), pubkeys, keptAtMs: kept.signedAtMs, call })
    },
    enabled: isWanted && pubkeys.length > 0,
    // Once per visit: unreachable relays are not queried again and again.
    staleTime: Infinity,
    retry: false,
  })
  const profile = found && found.signedAtMs > kept.signedAtMs ? found.profile : kept.profile
  return {
    name: profile?.displayName ?? profile?.name ?? null,
    picture: visibleImageUrl(profile?.picture, settings),
  }
}
