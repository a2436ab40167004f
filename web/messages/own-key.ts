/** The key that somebody's messages are encrypted with: one linked to their account and at hand in this browser, kept here
 * or held by an extension. What is done with it is mailbox.ts. */
import { createMessageKey, type MessageKey } from '#protocols/nostr/private-message.ts'
import { secretFromHex } from '#protocols/nostr/keys.ts'
import { awaitExtension, createExtensionCipher, createExtensionSigner } from '../nostr/extension.ts'
import { readKeptKey } from '../nostr/kept-key.ts'
import { KeyNotUsed, signWith } from '../nostr/signer.ts'

/** `absent`: no key is at hand. `other`: the extension holds one that is not linked. `cipher`: it cannot encrypt. */
export class NoMessageKey extends Error {
  override name = 'NoMessageKey'
  readonly reason: 'absent' | 'other' | 'cipher'

  constructor(reason: NoMessageKey['reason']) {
    super(`There is no key for messages: ${reason}`)
    this.reason = reason
  }
}

/** Throws NoMessageKey, and KeyNotUsed when the extension says no. */
export async function findMessageKey(pubkeys: readonly string[]): Promise<MessageKey> {
  const kept = readKeptKey()
  if (kept?.kind === 'phrase' && pubkeys.includes(kept.pubkey)) return createMessageKey(secretFromHex(kept.secretHex))
  if (!(await awaitExtension())) throw new NoMessageKey('absent')
  const signer = createExtensionSigner()
  const pubkey = await signer.readPublicKey()
  if (!pubkeys.includes(pubkey)) throw new NoMessageKey('other')
  const cipher = createExtensionCipher()
  if (cipher === null) throw new NoMessageKey('cipher')
  return {
    ...cipher,
    pubkey,
    async sign(draft) {
      const event = await signWith(signer, draft)
      // Meanwhile another key may have been chosen there, and what it seals nobody believes.
      if (event.pubkey !== pubkey) throw new KeyNotUsed('altered', 'The extension holds another key now.')
      return event
    },
  }
}
