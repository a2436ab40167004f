/** Nostr keys from a recovery phrase, created and used in this browser
 * only; neither phrase nor key is ever sent. Storage: stored-key.ts. */
import { signEvent } from '#protocols/nostr/event.ts'
import { keyOfPhrase, generateKeyPhrase, type WordCount } from '#protocols/nostr/key-phrase.ts'
import { publicKeyOf, secretFromHex, secretToHex } from '#protocols/nostr/keys.ts'
import type { StoredKey } from './stored-key.ts'
import type { NostrSigner } from './signer.ts'

export type PhraseKey = Extract<StoredKey, { kind: 'phrase' }>

/** Creates a key and its phrase, which should be shown once and then discarded. */
export function makePhraseKey(wordCount: WordCount = 12): { phrase: string; key: PhraseKey } {
  const phrase = generateKeyPhrase(wordCount)
  return { phrase, key: restorePhraseKey(phrase) }
}

/** The key of a phrase. Throws InvalidKeyPhrase, whose message does not repeat the phrase. */
export function restorePhraseKey(phrase: string): PhraseKey {
  const { secretKey, pubkey } = keyOfPhrase(phrase)
  return { kind: 'phrase', pubkey, secretHex: secretToHex(secretKey) }
}

export function createPhraseSigner(key: Pick<PhraseKey, 'secretHex'>): NostrSigner {
  const secretKey = secretFromHex(key.secretHex)
  return {
    getPublicKey: () => Promise.resolve(publicKeyOf(secretKey)),
    sign: (event) => Promise.resolve(signEvent(event, secretKey)),
  }
}
