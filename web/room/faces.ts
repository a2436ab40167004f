/** How the people of a room are called: as their profiles at the relays say, with their key beside it, since anybody may take
 * any name. Who was asked about once is not asked about again, so that names stay while others come. */
import { useEffect, useState } from 'react'
import { encodeNpub } from '#protocols/nostr/keys.ts'
import { type Profile, readProfile } from '#protocols/nostr/profile.ts'
import { pictureToShow } from '../nostr/profile-picture.ts'
import type { RelayPool } from '../nostr/relay-pool.ts'
import { useSettings } from '../site.ts'

/** `seed`: what the drawing is made from where there is no picture. */
export type Face = { name: string; picture: string | null; seed: string; shortKey: string }

const ASKED_MAX = 500

export function useFaces(pool: RelayPool, isConnected: boolean, pubkeys: readonly string[]): (pubkey: string) => Face {
  const settings = useSettings()
  const [found, setFound] = useState<ReadonlyMap<string, Profile | null>>(new Map())
  const missing = [...new Set(pubkeys)]
    .filter((pubkey) => !found.has(pubkey))
    .sort()
    .slice(0, ASKED_MAX)
    .join(' ')
  useEffect(() => {
    if (missing === '' || !isConnected) return
    let isGone = false
    const authors = missing.split(' ')
    const take = (profiles: ReadonlyMap<string, Profile | null>) => {
      if (!isGone) setFound((before) => new Map([...before, ...profiles]))
    }
    // Without an answer they keep their keys for names, until somebody new is asked about.
    findProfiles(pool, authors).then(take, () => undefined)
    return () => {
      isGone = true
    }
  }, [pool, isConnected, missing])
  return (pubkey) => {
    const profile = found.get(pubkey)
    const shortKey = shortenNpub(pubkey)
    const name = profile?.displayName ?? profile?.name ?? shortKey
    return { name, picture: pictureToShow(profile?.picture, settings), seed: pubkey, shortKey }
  }
}

async function findProfiles(pool: RelayPool, authors: readonly string[]): Promise<Map<string, Profile | null>> {
  const events = await pool.list({ kinds: [0], authors })
  const newest = (pubkey: string) => events.find((event) => event.pubkey === pubkey)
  return new Map(
    authors.map((pubkey) => {
      const event = newest(pubkey)
      return [pubkey, event === undefined ? null : readProfile(event)]
    }),
  )
}

function shortenNpub(pubkey: string): string {
  const npub = encodeNpub(pubkey)
  return `${npub.slice(0, 9)}…${npub.slice(-4)}`
}
