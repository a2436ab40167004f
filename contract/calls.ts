/** All calls in one table, which OpenAPI, the authorization test and the contract test read. */
import type * as z from 'zod/mini'
import * as accounts from './accounts/account.ts'
import * as admin from './operator/admin.ts'
import * as roles from './operator/roles.ts'
import * as adminPromos from './operator/admin-promos.ts'
import * as adminMoney from './operator/admin-money.ts'
import * as albums from './catalog/albums.ts'
import * as archive from './accounts/archive.ts'
import * as artistFacts from './catalog/artist-facts.ts'
import * as artists from './catalog/artists.ts'
import * as auth from './accounts/auth.ts'
import * as bookmarks from './listening/bookmarks.ts'
import * as cards from './listening/cards.ts'
import * as cells from './catalog/bulk/cells.ts'
import * as charts from './catalog/charts.ts'
import * as concerts from './concerts/concerts.ts'
import * as door from './concerts/door.ts'
import * as ticketLnurl from './concerts/ticket-lnurl.ts'
import * as tickets from './concerts/tickets.ts'
import * as clips from './listening/clips.ts'
import * as blocks from './community/blocks.ts'
import * as comments from './community/comments.ts'
import * as connections from './payments/connections.ts'
import * as credits from './catalog/credits.ts'
import * as days from './accounts/days.ts'
import * as statementYear from './accounts/statement-year.ts'
import * as demo from './operator/demo.ts'
import * as discovery from './listening/discovery.ts'
import * as downloads from './catalog/downloads.ts'
import * as previews from './catalog/previews/preview-links.ts'
import * as surfaces from './catalog/surfaces/surfaces.ts'
import * as drafts from './catalog/bulk/drafts.ts'
import * as imports from './catalog/moving/imports.ts'
import * as foreignBoosts from './listening/foreign/boosts.ts'
import * as foreignFeeds from './listening/foreign/feeds.ts'
import * as foreignStreaming from './listening/foreign/streaming.ts'
import * as embeds from './listening/embeds.ts'
import { pathOf, type Endpoint } from './endpoint.ts'
import * as episodes from './catalog/episodes.ts'
import * as fans from './community/fans.ts'
import * as feed from './community/feed.ts'
import * as fields from './fields.ts'
import * as follows from './community/follows.ts'
import * as health from './operator/health.ts'
import * as imagery from './catalog/imagery.ts'
import * as keysend from './payments/keysend.ts'
import * as leaving from './accounts/leaving.ts'
import * as legal from './operator/legal.ts'
import * as liabilities from './payments/liabilities.ts'
import * as library from './listening/library.ts'
import * as addresses from './payments/lightning-address.ts'
import * as meta from './catalog/meta.ts'
import * as moods from './listening/moods.ts'
import * as money from './money.ts'
import * as moments from './catalog/moments.ts'
import * as passkeys from './accounts/passkeys.ts'
import * as nostr from './accounts/nostr.ts'
import * as nostrAuthors from './community/nostr-authors.ts'
import * as nostrNames from './accounts/nostr-names.ts'
import * as moderation from './operator/moderation.ts'
import * as notifications from './community/notifications.ts'
import * as payments from './payments/payments.ts'
import * as people from './accounts/users.ts'
import * as playlists from './listening/playlists.ts'
import * as performers from './catalog/performers.ts'
import * as letters from './listening/letters.ts'
import * as audience from './listening/audience.ts'
import * as plays from './listening/plays.ts'
import * as podcasts from './catalog/podcasts.ts'
import * as positions from './listening/positions.ts'
import * as identifiers from './accounts/identifiers.ts'
import * as horizon from './listening/horizon.ts'
import * as gifts from './payments/gifts.ts'
import * as price from './payments/price.ts'
import * as promos from './listening/promos.ts'
import * as promoFunding from './payments/promos.ts'
import * as proofs from './accounts/proofs.ts'
import * as publishing from './catalog/publish.ts'
import * as purchases from './listening/purchases.ts'
import * as coldStorage from './operator/cold-storage.ts'
import * as proposals from './operator/proposals.ts'
import * as purse from './operator/purse.ts'
import * as quote from './listening/quote.ts'
import * as region from './accounts/region.ts'
import * as releases from './catalog/releases.ts'
import * as registration from './accounts/registration.ts'
import * as reports from './community/reports.ts'
import * as artistRooms from './community/rooms.ts'
import * as smartPlaylists from './listening/smart-playlists.ts'
import * as smartRules from './listening/smart-rules.ts'
import * as sandbox from './operator/sandbox.ts'
import * as search from './listening/search.ts'
import * as secondFactor from './accounts/second-factor.ts'
import * as sessions from './accounts/sessions.ts'
import * as settings from './operator/settings.ts'
import * as social from './accounts/social.ts'
import * as splitOffers from './catalog/split-offers.ts'
import * as splits from './catalog/splits.ts'
import * as stats from './listening/stats.ts'
import * as teams from './accounts/teams.ts'
import * as support from './listening/support.ts'
import * as terms from './payments/terms.ts'
import * as taste from './listening/taste.ts'
import * as tracks from './catalog/tracks.ts'
import * as transcripts from './catalog/transcripts.ts'
import * as uploads from './catalog/uploads.ts'
import * as withdrawalLimits from './payments/withdrawal-limits.ts'
import * as zapNews from './listening/zap-news.ts'

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value
}

const rooms = [
  accounts,
  addresses,
  liabilities,
  admin,
  roles,
  adminPromos,
  adminMoney,
  health,
  albums,
  artists,
  auth,
  bookmarks,
  cards,
  cells,
  charts,
  clips,
  blocks,
  comments,
  concerts,
  connections,
  days,
  statementYear,
  demo,
  discovery,
  downloads,
  previews,
  surfaces,
  drafts,
  door,
  embeds,
  episodes,
  fans,
  feed,
  follows,
  gifts,
  imports,
  foreignBoosts,
  foreignFeeds,
  foreignStreaming,
  horizon,
  imagery,
  keysend,
  archive,
  leaving,
  legal,
  meta,
  moments,
  moods,
  library,
  passkeys,
  nostr,
  nostrAuthors,
  nostrNames,
  moderation,
  notifications,
  payments,
  people,
  performers,
  plays,
  playlists,
  podcasts,
  positions,
  price,
  promos,
  promoFunding,
  proofs,
  publishing,
  purchases,
  coldStorage,
  proposals,
  purse,
  quote,
  region,
  registration,
  reports,
  artistRooms,
  sandbox,
  search,
  secondFactor,
  sessions,
  settings,
  smartPlaylists,
  smartRules,
  social,
  splitOffers,
  splits,
  stats,
  audience,
  letters,
  teams,
  support,
  taste,
  terms,
  ticketLnurl,
  tickets,
  tracks,
  transcripts,
  uploads,
  withdrawalLimits,
  zapNews,
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
  [fields, identifiers, money, credits, artistFacts, releases, ...rooms].flatMap((room) =>
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
