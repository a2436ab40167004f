/** The key that encrypts the user's messages: one that is linked to the account and available in this browser, stored
 * here or held by an extension. It is used by mailbox.ts. */
import { createMessageKey, type MessageKey } from '#protocols/nostr/private-message.ts'
import { secretFromHex } from '#protocols/nostr/keys.ts'
import { awaitExtension, createExtensionCipher, createExtensionSigner } from '#web/nostr/extension.ts'
import { readStoredKey } from '#web/nostr/stored-key.ts'
import { KeyNotUsed, signWith } from '#web/nostr/signer.ts'

/** `absent`: no key is available. `other`: the extension holds
 * a key that is not linked. `cipher`: it cannot encrypt. */
export class NoMessageKey extends Error {
  override name = 'NoMessageKey'
  readonly reason: 'absent' | 'other' | 'cipher'

  constructor(reason: NoMessageKey['reason']) {
    super(`There is no key for messages: ${reason}`)
    this.reason = reason
  }
}

/** Throws NoMessageKey, and KeyNotUsed when the extension refuses. */
export async function findMessageKey(pubkeys: readonly string[]): Promise<MessageKey> {
  const kept = readStoredKey()
  if (kept?.kind === 'phrase' && pubkeys.includes(kept.pubkey)) return createMessageKey(secretFromHex(kept.secretHex))
  if (!(await awaitExtension())) throw new NoMessageKey('absent')
  const signer = createExtensionSigner()
  const pubkey = await signer.getPublicKey()
  if (!pubkeys.includes(pubkey)) throw new NoMessageKey('other')
  const cipher = createExtensionCipher()
  if (cipher === null) throw new NoMessageKey('cipher')
  return {
    ...cipher,
    pubkey,
    async sign(draft) {
      const event = await signWith(signer, draft)
      // Another key may have been selected meanwhile, and readers would not accept its seal.
      if (event.pubkey !== pubkey) throw new KeyNotUsed('altered', 'The extension holds another key now.')
      return event
    },
  }
}
