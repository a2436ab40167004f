/** Logging in with a nostr key, from an extension or a phrase. All key code is loaded on demand.
 * The keys themselves: web/nostr. */
import type { Wire } from '#contract/endpoint.ts'
import { signInWithNostr } from '#contract/accounts/nostr.ts'
import { fetchTransport } from '#web/data/api.ts'
import { type StoredKey, storeKey } from '#web/nostr/stored-key.ts'
import type { PhraseKey } from '#web/nostr/phrase-key.ts'
import type { NostrSigner } from '#web/nostr/signer.ts'
import { sendDevice } from '#web/session/device.ts'
import { describeFailure } from '#web/data/failures.ts'
import { t } from '#web/words/words.ts'

type SignedIn = Wire<typeof signInWithNostr>

export async function logInWithExtension(): Promise<SignedIn> {
  const { awaitExtension, createExtensionSigner } = await import('#web/nostr/extension.ts')
  await awaitExtension()
  const signer = createExtensionSigner()
  const pubkey = await signer.getPublicKey()
  return logIn(signer, { kind: 'extension', pubkey })
}

export async function logInWithPhraseKey(key: PhraseKey): Promise<SignedIn> {
  const { createPhraseSigner } = await import('#web/nostr/phrase-key.ts')
  return logIn(createPhraseSigner(key), key)
}

async function logIn(signer: NostrSigner, key: StoredKey): Promise<SignedIn> {
  const { createSignedCall } = await import('#web/nostr/signer.ts')
  const response = await createSignedCall(signer, sendDevice(fetchTransport), location.origin)(signInWithNostr, {})
  storeKey(key)
  return response
}

/** Errors are recognised by name, because the code with their classes is not loaded here. */
export function describeNostrFailure(error: unknown): string {
  const reason = error instanceof Error && error.name === 'KeyNotUsed' && 'reason' in error ? error.reason : null
  if (reason === 'absent') return t('waysIn.extensionAbsent')
  if (reason === 'refused') return t('waysIn.extensionRefused')
  if (reason === 'altered') return t('waysIn.extensionAltered')
  return describeFailure(error)
}

/** The error of a phrase; null for any other error. */
export function describePhraseFailure(error: unknown, phrase: string): string | null {
  if (!(error instanceof Error) || error.name !== 'InvalidKeyPhrase') return null
  const { reason, wordNumber } = error as Error & { reason?: string; wordNumber?: number | null }
  if (reason === 'word-count') return t('waysIn.wordsCount', { count: countPhraseWords(phrase) })
  if (reason === 'unknown-word') return t('waysIn.wordUnknown', { number: wordNumber ?? 0 })
  return t('waysIn.wordsChecksum')
}

export const countPhraseWords = (phrase: string): number => phrase.split(/\s+/u).filter(Boolean).length
