/** Which of somebody's own keys speaks in a room. */
import { awaitExtension, createExtensionSigner } from '../nostr/extension.ts'
import { readKeptKey } from '../nostr/kept-key.ts'
import { signerOf } from '../nostr/own-signer.ts'
import type { NostrSigner } from '../nostr/signer.ts'

/** Of the keys of an account the one that made the room, if it is among them: what it hides is hidden for everybody. Else
 * the one this browser signs in with, else that of the extension. */
export async function chooseVoice(pubkeys: readonly string[], host: string): Promise<NostrSigner> {
  if (pubkeys.includes(host)) return signerOf(host)
  const kept = readKeptKey()
  if (kept !== null && pubkeys.includes(kept.pubkey)) return signerOf(kept.pubkey)
  const held = pubkeys.length > 1 && (await awaitExtension()) ? await createExtensionSigner().readPublicKey() : ''
  return signerOf(pubkeys.includes(held) ? held : (pubkeys[0] ?? ''))
}

export const nowInSeconds = (): number => Math.floor(Date.now() / 1_000)
