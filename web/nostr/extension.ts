/** A browser extension that holds a nostr key (NIP-07). It shows its user what is signed, and may refuse. */
import { HEX_32 } from '#protocols/hex.ts'
import { type Extension, type ExtensionPage, hasExtension } from './page-extension.ts'
import { KeyNotUsed, type NostrSigner } from './signer.ts'

const WAIT_MS = 1_500
const LOOK_EVERY_MS = 100

/** Waits for an extension, because they inject their API after
 * the page has started to load. True as soon as there is one. */
export async function awaitExtension(
  page: ExtensionPage = globalThis as ExtensionPage,
  waitMs: number = WAIT_MS,
): Promise<boolean> {
  for (let waitedMs = 0; !hasExtension(page); waitedMs += LOOK_EVERY_MS) {
    if (waitedMs >= waitMs) return false
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
  return true
}

/** Signs with the key the extension has selected at that moment. */
export function createExtensionSigner(page: ExtensionPage = globalThis as ExtensionPage): NostrSigner {
  return {
    async getPublicKey() {
      const pubkey = await callExtension(() => extensionOf(page).getPublicKey())
      if (typeof pubkey !== 'string' || !HEX_32.test(pubkey)) {
        throw new KeyNotUsed('altered', 'The extension gave no public key.')
      }
      return pubkey
    },
    sign: (event) => callExtension(() => extensionOf(page).signEvent(event)),
  }
}

export type ExtensionCipher = Record<'encrypt' | 'decrypt', (pubkey: string, text: string) => Promise<string>>

/** Encrypts between its key and others (NIP-44). Null if the extension does not support it. */
export function createExtensionCipher(page: ExtensionPage = globalThis as ExtensionPage): ExtensionCipher | null {
  const { nip44 } = page.nostr ?? {}
  if (typeof nip44?.encrypt !== 'function' || typeof nip44.decrypt !== 'function') return null
  const runCipher = async (way: 'encrypt' | 'decrypt', pubkey: string, text: string) => {
    // Called as a method of the extension's object, because some extensions require that.
    const reply = await callExtension(async () => page.nostr?.nip44?.[way]?.(pubkey, text))
    if (typeof reply !== 'string') throw new KeyNotUsed('altered', 'The extension gave no text.')
    return reply
  }
  return {
    encrypt: (pubkey, text) => runCipher('encrypt', pubkey, text),
    decrypt: (pubkey, text) => runCipher('decrypt', pubkey, text),
  }
}

function extensionOf(page: ExtensionPage): Required<Pick<Extension, 'getPublicKey' | 'signEvent'>> {
  if (!hasExtension(page)) throw new KeyNotUsed('absent', 'There is no nostr extension in this browser.')
  return page.nostr as Required<Pick<Extension, 'getPublicKey' | 'signEvent'>>
}

/** Extensions refuse with messages in any language and format, so the original message is not shown. */
async function callExtension(question: () => Promise<unknown>): Promise<unknown> {
  try {
    return await question()
  } catch (error) {
    if (error instanceof KeyNotUsed) throw error
    throw new KeyNotUsed('refused', 'The nostr extension refused the request.')
  }
}
