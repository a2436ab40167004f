/** Resolves what the user typed to a public key: a username of this server, an npub, or a key in hexadecimal. */
import { parsePublicKey } from '#protocols/nostr/keys.ts'
import { findKeyOfName } from '#web/nostr/key-of-name.ts'

const NAME_MAX_CHARACTERS = 100

/** The public key; null when no user has that name, or the user has
 * no key. `ownHosts`: hosts allowed after the @ of a username. */
export async function findAddressee(text: string, ownHosts: readonly string[]): Promise<string | null> {
  const pubkey = parsePublicKey(text)
  if (pubkey !== null) return pubkey
  const name = readName(text, ownHosts)
  return name === null ? null : findKeyOfName(name)
}

/** Null if it is not a username of this server. */
function readName(text: string, ownHosts: readonly string[]): string | null {
  const [name = '', host, ...more] = text.trim().toLowerCase().replace(/^@/, '').split('@')
  const isHere = more.length === 0 && (host === undefined || ownHosts.includes(host))
  // `_` is the server's own key, and the server reads no messages.
  return isHere && name !== '' && name !== '_' && name.length <= NAME_MAX_CHARACTERS ? name : null
}
