/** Signs and publishes with one of the user's own keys: the phrase key stored in this browser, or the extension, if it
 * holds that key. Not for log-ins, which accept any key. */
import type { NostrEvent, UnsignedEvent } from '#protocols/nostr/event.ts'
import { describeFailure } from '#web/data/failures.ts'
import { t } from '#web/words/words.ts'
import { awaitExtension, createExtensionSigner } from './extension.ts'
import { readStoredKey } from './stored-key.ts'
import { createPhraseSigner } from './phrase-key.ts'
import { RelayFailed, RelayRefused } from './relay-errors.ts'
import type { RelayPool } from './relay-pool.ts'
import { KeyNotUsed, type NostrSigner, signWith } from './signer.ts'

/** Another key would sign, so nothing is signed. */
class OtherKey extends Error {
  override name = 'OtherKey'
}

export const signerOf = (pubkey: string): Promise<NostrSigner> => signerOfAny([pubkey])

/** A signer for one of these keys; for whichever key is available if none are given. */
export async function signerOfAny(pubkeys: readonly string[]): Promise<NostrSigner> {
  const isOwn = (pubkey: string) => pubkeys.length === 0 || pubkeys.includes(pubkey)
  const stored = readStoredKey()
  if (stored?.kind === 'phrase' && isOwn(stored.pubkey)) return createPhraseSigner(stored)
  await awaitExtension()
  const signer = createExtensionSigner()
  if (!isOwn(await signer.getPublicKey())) throw new OtherKey('The extension holds another key.')
  return signer
}

/** Throws KeyNotUsed, RelayRefused and RelayFailed. */
export async function publishAs(signer: NostrSigner, pool: RelayPool, draft: UnsignedEvent): Promise<NostrEvent> {
  const event = await signWith(signer, draft)
  await pool.publish(event, (proof) => signWith(signer, proof))
  return event
}

/** The message for an event that was not published. */
export function describePublishing(error: unknown): string {
  if (error instanceof RelayRefused) return t('nostr.refused', { words: error.message })
  if (error instanceof RelayFailed) return t('nostr.unreachable')
  if (error instanceof OtherKey) return t('nostr.otherKey')
  if (error instanceof KeyNotUsed) return t(error.reason === 'absent' ? 'nostr.keyAbsent' : 'nostr.keyRefused')
  return describeFailure(error)
}
