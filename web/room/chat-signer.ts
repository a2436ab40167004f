/** Selects the key a user writes with in a live chat. */
import { awaitExtension, createExtensionSigner } from '#web/nostr/extension.ts'
import { readStoredKey } from '#web/nostr/stored-key.ts'
import { signerOf } from '#web/nostr/own-signer.ts'
import type { NostrSigner } from '#web/nostr/signer.ts'

/** The key that created the chat, if it is linked to the account, because what it hides is hidden for everybody.
 * Otherwise the key this browser signs in with, otherwise the extension's. */
export async function chooseChatSigner(pubkeys: readonly string[], host: string): Promise<NostrSigner> {
  if (pubkeys.includes(host)) return signerOf(host)
  const kept = readStoredKey()
  if (kept !== null && pubkeys.includes(kept.pubkey)) return signerOf(kept.pubkey)
  const held = pubkeys.length > 1 && (await awaitExtension()) ? await createExtensionSigner().getPublicKey() : ''
  return signerOf(pubkeys.includes(held) ? held : (pubkeys[0] ?? ''))
}

export const nowInSeconds = (): number => Math.floor(Date.now() / 1_000)
