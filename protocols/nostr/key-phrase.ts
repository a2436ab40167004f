/** Derives a Nostr key from a recovery phrase (NIP-06): words of the English BIP-39 list, path m/44'/1237'/0'/0/0.
 * Storing the phrase and the key is elsewhere. */
import { HDKey } from '@scure/bip32'
import { generateMnemonic, mnemonicToSeedSync, validateMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { publicKeyOf } from './keys.ts'

export const WORD_COUNTS = [12, 15, 18, 21, 24] as const
export type WordCount = (typeof WORD_COUNTS)[number]

/** Not a valid recovery phrase. The message explains why without repeating any of it. */
export class InvalidKeyPhrase extends Error {
  override name = 'InvalidKeyPhrase'
  readonly reason: 'word-count' | 'unknown-word' | 'checksum'
  /** The position of the word that is not in the list, counted from 1. */
  readonly wordNumber: number | null

  constructor(reason: InvalidKeyPhrase['reason'], message: string, wordNumber: number | null = null) {
    super(message)
    this.reason = reason
    this.wordNumber = wordNumber
  }
}

export type NostrKey = { secretKey: Uint8Array; pubkey: string }

const PATH = "m/44'/1237'/0'/0/0"
/** Three words encode 32 bits of entropy and one bit of the checksum. */
const BITS_PER_THREE_WORDS = 32
/** More than the length of 24 words of up to 8 characters. */
const CHARACTERS_MAX = 1_000
const words = new Set(wordlist)

/** A new phrase from the randomness of the platform. */
export function generateKeyPhrase(wordCount: WordCount = 12): string {
  return generateMnemonic(wordlist, (wordCount / 3) * BITS_PER_THREE_WORDS)
}

/** The phrase in normalized form: lower case, one space between words. Throws InvalidKeyPhrase. */
export function parseKeyPhrase(text: string): string {
  const given = text.length > CHARACTERS_MAX ? [] : text.normalize('NFKD').toLowerCase().split(/\s+/u).filter(Boolean)
  if (!WORD_COUNTS.some((count) => count === given.length)) {
    throw new InvalidKeyPhrase('word-count', 'A recovery phrase has 12, 15, 18, 21 or 24 words.')
  }
  const unknown = given.findIndex((word) => !words.has(word))
  if (unknown >= 0) {
    throw new InvalidKeyPhrase('unknown-word', `Word ${unknown + 1} is not a word of recovery phrases.`, unknown + 1)
  }
  const phrase = given.join(' ')
  if (!validateMnemonic(phrase, wordlist)) {
    throw new InvalidKeyPhrase('checksum', 'These words do not belong together. Please check them and their order.')
  }
  return phrase
}

/** The key of a phrase. Throws InvalidKeyPhrase. */
export function keyOfPhrase(text: string): NostrKey {
  const secretKey = HDKey.fromMasterSeed(mnemonicToSeedSync(parseKeyPhrase(text))).derive(PATH).privateKey
  if (secretKey === null) throw new Error('A derived key without its secret')
  return { secretKey, pubkey: publicKeyOf(secretKey) }
}
