/** Looks up the nostr key of a user of this server by username (NIP-05). */
import { getNostrNames } from '#contract/accounts/nostr-names.ts'
import { HEX_32 } from '#protocols/hex.ts'
import { ApiError, fetchTransport, urlOf } from '#web/data/api.ts'

/** Null when no user has the name, or the user has no key. */
export async function findKeyOfName(name: string): Promise<string | null> {
  // The response follows NIP-05, without the envelope that our client unwraps.
  const { status, json } = await fetchTransport(urlOf(getNostrNames, { query: { name } }), { method: 'GET' })
  const { names, error } = (json ?? {}) as { names?: Record<string, unknown>; error?: unknown }
  if (status >= 400) throw new ApiError(status, 'internal-error', String(error))
  const found = names?.[name]
  return typeof found === 'string' && HEX_32.test(found) ? found : null
}
