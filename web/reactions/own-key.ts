/** Whether the reader can sign, and with which keys: those linked to their account, or, without an account, whichever
 * is available. No extension is prompted before it is needed. */
import { useEffect, useState } from 'react'
import { awaitExtension } from '#web/nostr/extension.ts'
import { readStoredKey } from '#web/nostr/stored-key.ts'
import { hasExtension } from '#web/nostr/page-extension.ts'
import { useAccount } from '#web/session/account.ts'
import { useSession } from '#web/session/session.ts'

export type OwnKey = {
  /** Null while unknown. */
  isThere: boolean | null
  isSignedIn: boolean
  /** The keys that may sign; empty: any. */
  linked: readonly string[]
  /** Whether an event's author is the reader. */
  isOwn(pubkey: string): boolean
  /** Records the key an extension has used. */
  note(pubkey: string): void
}

export function useOwnKey(): OwnKey {
  const isSignedIn = useSession((state) => state.session !== null)
  const { data: account, isError } = useAccount()
  const [isExtension, setIsExtension] = useState<boolean | null>(() => hasExtension() || null)
  const [used, note] = useState('')
  useEffect(() => {
    let isCurrent = true
    void awaitExtension().then((isThere) => isCurrent && setIsExtension(isThere))
    return () => {
      isCurrent = false
    }
  }, [])
  const linked = account?.nostrProfileData.map(({ publicHex }) => publicHex) ?? []
  const mayBe = (pubkey: string) => linked.length === 0 || linked.includes(pubkey)
  const stored = readStoredKey()
  const kept = stored !== null && mayBe(stored.pubkey) ? stored : null
  const isKnown = !isSignedIn || account !== undefined || isError
  return {
    isThere: isKnown ? kept?.kind === 'phrase' || isExtension : null,
    isSignedIn,
    linked,
    isOwn: (pubkey) => linked.includes(pubkey) || pubkey === kept?.pubkey || pubkey === used,
    note,
  }
}
