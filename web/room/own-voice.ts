/** Publishing with a key of one's own: which of them signs here, and that a relay has taken the event. */
import type { NostrEvent, UnsignedEvent } from '#protocols/nostr/event.ts'
import { awaitExtension, createExtensionSigner } from '../nostr/extension.ts'
import { readKeptKey } from '../nostr/kept-key.ts'
import { signerOf } from '../nostr/own-signer.ts'
import type { RelayPool } from '../nostr/relay-pool.ts'
import { type NostrSigner, signWith } from '../nostr/signer.ts'

/** Of the keys of an account the one that made the room, if it is among them: what it hides is hidden for everybody. Else
 * the one this browser signs in with, else that of the extension. */
export async function chooseVoice(pubkeys: readonly string[], host: string): Promise<NostrSigner> {
  if (pubkeys.includes(host)) return signerOf(host)
  const kept = readKeptKey()
  if (kept !== null && pubkeys.includes(kept.pubkey)) return signerOf(kept.pubkey)
  const held = pubkeys.length > 1 && (await awaitExtension()) ? await createExtensionSigner().readPublicKey() : ''
  return signerOf(pubkeys.includes(held) ? held : (pubkeys[0] ?? ''))
}

/** Throws KeyNotUsed, RelayRefused and RelayFailed. */
export async function publishAs(signer: NostrSigner, pool: RelayPool, draft: UnsignedEvent): Promise<NostrEvent> {
  const event = await signWith(signer, draft)
  await pool.publish(event, (proof) => signWith(signer, proof))
  return event
}

export const nowInSeconds = (): number => Math.floor(Date.now() / 1_000)
