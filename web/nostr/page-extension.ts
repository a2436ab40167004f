/** Whether this page has a browser extension that signs (NIP-07), and nothing that would have to be fetched to know it.
 * Signing with it is extension.ts. */
import type { UnsignedEvent } from '#protocols/nostr/event.ts'

/** What an extension puts on the window. None of it can be relied upon. */
export type Extension = {
  getPublicKey?: () => Promise<unknown>
  signEvent?: (event: UnsignedEvent) => Promise<unknown>
  /** Encryption between two keys; not every extension has it. */
  nip44?: {
    encrypt?: (pubkey: string, text: string) => Promise<unknown>
    decrypt?: (pubkey: string, text: string) => Promise<unknown>
  }
}
export type ExtensionPage = { nostr?: Extension }

export function hasExtension(page: ExtensionPage = globalThis as ExtensionPage): boolean {
  return typeof page.nostr?.getPublicKey === 'function' && typeof page.nostr.signEvent === 'function'
}
