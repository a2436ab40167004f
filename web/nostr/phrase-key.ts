/** A nostr key of one's own from a recovery phrase, made and used in this browser alone; neither is ever sent.
 * Where it is kept: kept-key.ts. */
import { signEvent } from '#protocols/nostr/event.ts'
import { keyOfPhrase, makeKeyPhrase, type WordCount } from '#protocols/nostr/key-phrase.ts'
import { publicKeyOf, secretFromHex, secretToHex } from '#protocols/nostr/keys.ts'
import type { KeptKey } from './kept-key.ts'
import type { NostrSigner } from './signer.ts'

export type PhraseKey = Extract<KeptKey, { kind: 'phrase' }>

/** A new key with its phrase, which is to be shown once and then forgotten. */
export function makePhraseKey(wordCount: WordCount = 12): { phrase: string; key: PhraseKey } {
  const phrase = makeKeyPhrase(wordCount)
  return { phrase, key: restorePhraseKey(phrase) }
}

/** The key of a phrase. Throws InvalidKeyPhrase, which says what is wrong without repeating it. */
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
