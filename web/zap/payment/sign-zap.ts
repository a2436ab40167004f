/** A nostr zap request (NIP-57), signed with the listener's own key: by an extension, or with the key of their phrase.
 * Loaded together with the signing code when somebody zaps publicly. */
import { getNostrNames } from '#contract/accounts/nostr-names.ts'
import { draftZapRequest } from '#protocols/nostr/zap.ts'
import { fetchTransport, urlOf } from '#web/data/api.ts'
import { createExtensionSigner } from '#web/nostr/extension.ts'
import { readStoredKey, type StoredKey } from '#web/nostr/stored-key.ts'
import { createPhraseSigner } from '#web/nostr/phrase-key.ts'
import { KeyNotUsed, signWith } from '#web/nostr/signer.ts'
import type { ZapTerms } from './legs.ts'

/** An extension whose window was closed may never respond. */
const SIGNING_MS = 120_000
const ASKING_MS = 8_000
/** The name under which the server publishes its own key. */
const SERVER_NAME = '_'

type Zap = {
  terms: ZapTerms
  amountMsat: number
  message: string
  /** The public key that should sign; null means whichever key the extension has selected. */
  pubkey: string | null
  /** Relays that should receive the receipt, besides this server's own. */
  relays: readonly string[]
}

/** Throws KeyNotUsed. */
export async function signZapRequest({ terms, amountMsat, message, pubkey, relays }: Zap): Promise<string> {
  const key = requireKey(pubkey)
  const ownRelays = await readOwnRelays()
  const signer = key?.kind === 'phrase' ? createPhraseSigner(key) : createExtensionSigner()
  const draft = draftZapRequest({
    recipient: terms.zapPubkey,
    amountMsat: BigInt(amountMsat),
    relays: [...new Set([...ownRelays, ...relays])],
    lnurl: terms.lnurl,
    content: message,
    createdAtSeconds: Math.floor(Date.now() / 1_000),
  })
  const event = await inTime(signWith(signer, draft))
  // The receipt names this key, so another key the extension has selected meanwhile must not be used.
  if (key !== null && event.pubkey !== key.pubkey) throw new KeyNotUsed('altered', 'The extension has another key.')
  return JSON.stringify(event)
}

function requireKey(pubkey: string | null): StoredKey | null {
  if (pubkey === null) return null
  const stored = readStoredKey()
  if (stored?.pubkey !== pubkey) throw new KeyNotUsed('absent', 'The key is no longer stored here.')
  return stored
}

type Names = { names?: Record<string, string>; relays?: Record<string, string[]> }

async function readOwnRelays(): Promise<string[]> {
  const init = { method: 'GET', signal: AbortSignal.timeout(ASKING_MS) }
  const { json } = await fetchTransport(urlOf(getNostrNames, { query: { name: SERVER_NAME } }), init)
  return Object.values(((json ?? {}) as Names).relays ?? {}).flat()
}

function inTime<Result>(signing: Promise<Result>): Promise<Result> {
  const tooLate = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new KeyNotUsed('refused', 'Nobody signed.')), SIGNING_MS)
  })
  return Promise.race([signing, tooLate])
}
