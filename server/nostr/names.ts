/** Binds the endpoint at which nostr clients look up the key of a name (NIP-05). */
import type { FastifyInstance } from 'fastify'
import type { Data } from '#contract/endpoint.ts'
import { getNostrNames } from '#contract/accounts/nostr-names.ts'
import { listNostrProfiles } from '#server/accounts/nostr-keys.ts'
import { findUserByExactName } from '#server/accounts/profile.ts'
import { onRaw } from '#server/platform/http/http.ts'
import { countUse } from '#server/platform/http/rate-limit.ts'
import type { NostrDeps } from './deps.ts'

const LOOKUPS_PER_MINUTE = { max: 300, windowSeconds: 60 }
/** The name of the server itself. */
const OWN_NAME = '_'

export function nostrNameRoutes(app: FastifyInstance, deps: NostrDeps): void {
  const { database, clock } = deps
  onRaw(
    app,
    getNostrNames,
    (fault) => ({ error: fault.message }),
    async ({ query }, { caller }) => {
      await countUse(database.read, `nostr-name:${caller.ip}`, LOOKUPS_PER_MINUTE, clock.now())
      return readNames(deps, query.name?.toLowerCase() ?? OWN_NAME)
    },
  )
}

/** Empty for a name that does not exist, or whose user has no key. */
async function readNames({ database, key, relayUrl }: NostrDeps, name: string): Promise<Data<typeof getNostrNames>> {
  const user = name === OWN_NAME ? null : await findUserByExactName(database.read, name)
  const [newest] = user === null ? [] : await listNostrProfiles(database.read, user.userId)
  const pubkey = name === OWN_NAME ? key.pubkey : newest?.publicHex
  if (pubkey === undefined) return { names: {}, relays: {} }
  return { names: { [name]: pubkey }, relays: { [pubkey]: [relayUrl] } }
}
