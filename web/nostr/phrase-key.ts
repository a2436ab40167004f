/** Nostr keys from a recovery phrase, created and used in this browser
 * only; neither phrase nor key is ever sent. Storage: kept-key.ts. */
import { signEvent } from '#protocols/nostr/event.ts'
import { keyOfPhrase, makeKeyPhrase, type WordCount } from '#protocols/nostr/key-phrase.ts'
import { publicKeyOf, secretFromHex, secretToHex } from '#protocols/nostr/keys.ts'
import type { KeptKey } from './kept-key.ts'
import type { NostrSigner } from './signer.ts'

export type PhraseKey = Extract<KeptKey, { kind: 'phrase' }>

/** Creates a key and its phrase, which should be shown once and then discarded. */
export function makePhraseKey(wordCount: WordCount = 12): { phrase: string; key: PhraseKey } {
  const phrase = makeKeyPhrase(wordCount)
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
    readPublicKey: () => Promise.resolve(publicKeyOf(secretKey)),
    sign: (event) => Promise.resolve(signEvent(event, secretKey)),
  }
}
