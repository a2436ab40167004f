/** All calls in one table, which OpenAPI, the authorization test and the contract test read. */
import type * as z from 'zod/mini'
import * as accounts from './accounts.ts'
import * as admin from './admin.ts'
import * as adminMoney from './admin-money.ts'
import * as albums from './albums.ts'
import * as artists from './artists.ts'
import * as auth from './auth.ts'
import * as charts from './charts.ts'
import * as comments from './comments.ts'
import * as connections from './connections.ts'
import * as credits from './credits.ts'
import * as demo from './demo.ts'
import * as discovery from './discovery.ts'
import * as embeds from './embeds.ts'
import { pathOf, type Endpoint } from './endpoint.ts'
import * as episodes from './episodes.ts'
import * as feed from './feed.ts'
import * as fields from './fields.ts'
import * as follows from './follows.ts'
import * as keysend from './keysend.ts'
import * as leaving from './leaving.ts'
import * as legal from './legal.ts'
import * as library from './library.ts'
import * as addresses from './lightning-address.ts'
import * as meta from './meta.ts'
import * as money from './money.ts'
import * as moments from './moments.ts'
import * as passkeys from './passkeys.ts'
import * as nostr from './nostr.ts'
import * as nostrAuthors from './nostr-authors.ts'
import * as nostrNames from './nostr-names.ts'
import * as notifications from './notifications.ts'
import * as payments from './payments.ts'
import * as people from './people.ts'
import * as playlists from './playlists.ts'
import * as plays from './plays.ts'
import * as podcasts from './podcasts.ts'
import * as positions from './positions.ts'
import * as price from './price.ts'
import * as proofs from './proofs.ts'
import * as publishing from './publish.ts'
import * as region from './region.ts'
import * as reports from './reports.ts'
import * as artistRooms from './rooms.ts'
import * as sandbox from './sandbox.ts'
import * as search from './search.ts'
import * as secondFactor from './second-factor.ts'
import * as sessions from './sessions.ts'
import * as settings from './settings.ts'
import * as social from './social.ts'
import * as splits from './splits.ts'
import * as stats from './stats.ts'
import * as terms from './terms.ts'
import * as tracks from './tracks.ts'
import * as uploads from './uploads.ts'
import * as withdrawalLimits from './withdrawal-limits.ts'

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value
}

const rooms = [
  accounts,
  addresses,
  admin,
  adminMoney,
  albums,
  artists,
  auth,
  charts,
  comments,
  connections,
  demo,
  discovery,
  embeds,
  episodes,
  feed,
  follows,
  keysend,
  leaving,
  legal,
  meta,
  moments,
  library,
  passkeys,
  nostr,
  nostrAuthors,
  nostrNames,
  notifications,
  payments,
  people,
  plays,
  playlists,
  podcasts,
  positions,
  price,
  proofs,
  publishing,
  region,
  reports,
  artistRooms,
  sandbox,
  search,
  secondFactor,
  sessions,
  settings,
  social,
  splits,
  stats,
  terms,
  tracks,
  uploads,
  withdrawalLimits,
]

/** By URL. Sorted, because the order of a module's exports differs between bundlers. */
export const calls: Readonly<Record<string, Endpoint>> = Object.fromEntries(
  rooms
    .flatMap((room) =>
      Object.entries(room).flatMap(([name, value]: [string, unknown]): [string, Endpoint][] =>
        isEndpoint(value) ? [[name, value]] : [],
      ),
    )
    .sort(([, one], [, other]) => (addressOf(one) < addressOf(other) ? -1 : 1)),
)

/** Schemas that several calls may share, by the names of their exports. */
export const sharedSchemas: Readonly<Record<string, z.ZodMiniType>> = Object.fromEntries(
  [fields, money, credits, ...rooms].flatMap((room) =>
    Object.entries(room).flatMap(([name, value]: [string, unknown]): [string, z.ZodMiniType][] =>
      isSchema(value) ? [[name, value]] : [],
    ),
  ),
)

function isSchema(value: unknown): value is z.ZodMiniType {
  return typeof value === 'object' && value !== null && '_zod' in value
}

function addressOf(endpoint: Endpoint): string {
  return `${pathOf(endpoint)} ${endpoint.method}`
}
