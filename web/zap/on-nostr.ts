/** Whether a zap is made public on nostr under the listener's own key (NIP-57): offered where there is a key, on from the
 * beginning for those who signed in with one, and as it was last chosen. Signing is sign-zap.ts. */
import { create } from 'zustand'
import { readKeptKey, type KeptKey } from '../nostr/kept-key.ts'
import { hasExtension } from '../nostr/page-extension.ts'
import type { Account } from '../session/account.ts'

const STORED_AS = 'peal.zap-on-nostr'

type Choice = { isChosen: boolean | null }

export const useOnNostr = create<Choice>()(() => ({ isChosen: readStored() }))

export function chooseOnNostr(isChosen: boolean): void {
  useOnNostr.setState({ isChosen })
  try {
    localStorage.setItem(STORED_AS, isChosen ? 'on' : 'off')
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

/** The key this browser signs in with, if it is this person's: another may have signed in since. */
function ownKeptKey(payer: Payer | undefined): KeptKey | null {
  const kept = readKeptKey()
  return kept !== null && payer?.nostrProfileData.some(({ publicHex }) => publicHex === kept.pubkey) ? kept : null
}

export type NostrSigning = {
  /** Whose key signs; null: whichever the extension has chosen. */
  pubkey: string | null
  /** Where the receipt is wanted beside our own relay. */
  relays: readonly string[]
}
export type OnNostr = { isOffered: boolean; signing: NostrSigning | null }

type Chosen = { isChosen: boolean | null; isNameless: boolean; publicRelays: readonly string[] }

/** Whoever leaves their name out does not sign. */
export function onNostrFor(
  payer: Account | undefined,
  { isChosen, isNameless, publicRelays: relays }: Chosen,
): OnNostr {
  const key = ownKeptKey(payer)
  const isOffered = !isNameless && (key === null ? hasExtension() : key.kind === 'phrase' || hasExtension())
  const isOn = isOffered && (isChosen ?? key !== null)
  return { isOffered, signing: isOn ? { pubkey: key?.pubkey ?? null, relays } : null }
}
