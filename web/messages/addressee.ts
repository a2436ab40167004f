/** Who is meant by what somebody types: a name of this server, an npub, or a public key in digits. */
import { readPublicKey } from '#protocols/nostr/keys.ts'
import { findKeyOfName } from '../nostr/key-of-name.ts'

const NAME_MAX_LETTERS = 100

/** Their key; null where nobody here has the name, or no key. `ownHosts`: what may stand behind the @ of names here. */
export async function findAddressee(text: string, ownHosts: readonly string[]): Promise<string | null> {
  const pubkey = readPublicKey(text)
  if (pubkey !== null) return pubkey
  const name = readName(text, ownHosts)
  return name === null ? null : findKeyOfName(name)
}

/** Null for what is no name of this server. */
function readName(text: string, ownHosts: readonly string[]): string | null {
  const [name = '', host, ...more] = text.trim().toLowerCase().replace(/^@/, '').split('@')
  const isHere = more.length === 0 && (host === undefined || ownHosts.includes(host))
  // The server itself reads no messages.
  return isHere && name !== '' && name !== '_' && name.length <= NAME_MAX_LETTERS ? name : null
}
