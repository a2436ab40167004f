/** Who is meant by what somebody types: a name of this server, an npub, or a public key in digits. */
import { getNostrNames } from '#contract/nostr-names.ts'
import { readPublicKey } from '#protocols/nostr/keys.ts'
import { ApiError, fetchTransport, urlOf } from '../api.ts'

const NAME_MAX_LETTERS = 100
const HEX_32 = /^[0-9a-f]{64}$/

/** Their key; null where nobody here has the name, or no key. `ownHosts`: what may stand behind the @ of names here. */
export async function findAddressee(text: string, ownHosts: readonly string[]): Promise<string | null> {
  const pubkey = readPublicKey(text)
  if (pubkey !== null) return pubkey
  const name = readName(text, ownHosts)
  if (name === null) return null
  // It answers as other people's programs expect, without the envelope that our client unwraps.
  const { status, json } = await fetchTransport(urlOf(getNostrNames, { query: { name } }), { method: 'GET' })
  const { names, error } = (json ?? {}) as { names?: Record<string, unknown>; error?: unknown }
  if (status >= 400) throw new ApiError(status, 'internal-error', String(error))
  const found = names?.[name]
  return typeof found === 'string' && HEX_32.test(found) ? found : null
}

/** Null for what is no name of this server. */
function readName(text: string, ownHosts: readonly string[]): string | null {
  const [name = '', host, ...more] = text.trim().toLowerCase().replace(/^@/, '').split('@')
  const isHere = more.length === 0 && (host === undefined || ownHosts.includes(host))
  // The server itself reads no messages.
  return isHere && name !== '' && name !== '_' && name.length <= NAME_MAX_LETTERS ? name : null
}
