/** Whether this page has a signing extension (NIP-07), without loading any other code.
 * Signing with it is extension.ts. */
import type { UnsignedEvent } from '#protocols/nostr/event.ts'

/** What an extension puts on the window. None of it can be trusted. */
export type Extension = {
  getPublicKey?: () => Promise<unknown>
  signEvent?: (event: UnsignedEvent) => Promise<unknown>
  /** Encryption between two keys; not every extension supports it. */
  nip44?: {
    encrypt?: (pubkey: string, text: string) => Promise<unknown>
    decrypt?: (pubkey: string, text: string) => Promise<unknown>
  }
}
export type ExtensionPage = { nostr?: Extension }

export function hasExtension(page: ExtensionPage = globalThis as ExtensionPage): boolean {
  return typeof page.nostr?.getPublicKey === 'function' && typeof page.nostr.signEvent === 'function'
}
