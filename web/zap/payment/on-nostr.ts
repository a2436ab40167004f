/** Whether a zap is published on nostr under the listener's own key (NIP-57). Offered to users with a key, on by
 * default for users who signed in with one, otherwise as last selected. Signing is sign-zap.ts. */
import { create } from 'zustand'
import { readStoredKey, type StoredKey } from '#web/nostr/stored-key.ts'
import { hasExtension } from '#web/nostr/page-extension.ts'
import type { Account } from '#web/session/account.ts'

const STORED_AS = 'peal.zap-on-nostr'

type Choice = { isSelected: boolean | null }

export const useOnNostr = create<Choice>()(() => ({ isSelected: readStored() }))

export function chooseOnNostr(isSelected: boolean): void {
  useOnNostr.setState({ isSelected })
  try {
    localStorage.setItem(STORED_AS, isSelected ? 'on' : 'off')
  } catch {
    return
  }
}

function readStored(): boolean | null {
  try {
    const stored = localStorage.getItem(STORED_AS)
    return stored === 'on' ? true : stored === 'off' ? false : null
  } catch {
    return null
  }
}

type Payer = { nostrProfileData: readonly { publicHex: string }[] }

/** The key stored in this browser, if it belongs to the current user; another user may have signed in since. */
function ownStoredKey(payer: Payer | undefined): StoredKey | null {
  const key = readStoredKey()
  return key !== null && payer?.nostrProfileData.some(({ publicHex }) => publicHex === key.pubkey) ? key : null
}

export type NostrSigning = {
  /** The public key that signs; null means whichever key the extension has selected. */
  pubkey: string | null
  /** Relays that should receive the receipt, besides this server's own. */
  relays: readonly string[]
}
export type OnNostr = { isOffered: boolean; signing: NostrSigning | null }

type Chosen = { isSelected: boolean | null; isAnonymous: boolean; publicRelays: readonly string[] }

/** Anonymous zaps are not signed. */
export function onNostrFor(
  payer: Account | undefined,
  { isSelected, isAnonymous, publicRelays: relays }: Chosen,
): OnNostr {
  const key = ownStoredKey(payer)
  const isOffered = !isAnonymous && (key === null ? hasExtension() : key.kind === 'phrase' || hasExtension())
  const isOn = isOffered && (isSelected ?? key !== null)
  return { isOffered, signing: isOn ? { pubkey: key?.pubkey ?? null, relays } : null }
}
