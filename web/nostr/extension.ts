/** A browser extension that holds a nostr key (NIP-07). It shows its user what is signed and may refuse. */
import { hasExtension, type Extension, type ExtensionPage } from './page-extension.ts'
import { KeyNotUsed, type NostrSigner } from './signer.ts'

const WAIT_MS = 1_500
const LOOK_EVERY_MS = 100

/** Extensions come to a page when it has begun already. True as soon as there is one. */
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

/** Signs with whichever key the extension has chosen at that moment. */
export function createExtensionSigner(page: ExtensionPage = globalThis as ExtensionPage): NostrSigner {
  return {
    async readPublicKey() {
      const pubkey = await ask(() => extensionOf(page).getPublicKey())
      if (typeof pubkey !== 'string' || !/^[0-9a-f]{64}$/.test(pubkey)) {
        throw new KeyNotUsed('altered', 'The extension gave no public key.')
      }
      return pubkey
    },
    sign: (event) => ask(() => extensionOf(page).signEvent(event)),
  }
}

function extensionOf(page: ExtensionPage): Required<Extension> {
  if (!hasExtension(page)) throw new KeyNotUsed('absent', 'There is no nostr extension in this browser.')
  return page.nostr as Required<Extension>
}

/** Why an extension refuses is said in its own words, in any language and form. */
async function ask(question: () => Promise<unknown>): Promise<unknown> {
  try {
    return await question()
  } catch (error) {
    if (error instanceof KeyNotUsed) throw error
    throw new KeyNotUsed('refused', 'The nostr extension did not agree.')
  }
}
