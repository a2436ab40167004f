/** Everything that this server stores about a user, streamed as one JSON file.
 * Modules that store personal data add a section here. Secrets (tokens, password hashes) must not be included. */
import { listFeatures } from '#server/accounts/features.ts'
import { identitiesOf } from '#server/accounts/identities.ts'
import { listNetworksOf } from '#server/accounts/networks.ts'
import { listNostrProfiles } from '#server/accounts/nostr-keys.ts'
import { readUser } from '#server/accounts/users.ts'
import { exportArchives } from '#server/archives/queries.ts'
import { listNames } from '#server/accounts/profile.ts'
import { readVerification } from '#server/accounts/region.ts'
import { exportWork } from '#server/catalog/lists/user-content.ts'
import { exportClips } from '#server/clips/queries.ts'
import { exportRights } from '#server/downloads/right-queries.ts'
import { exportPurchases } from '#server/payments/purchases/queries.ts'
import { exportConcerts } from '#server/concerts/user-concerts.ts'
import { exportComments, exportBlocks } from '#server/comments/user-comments.ts'
import { listLogins } from '#server/auth/sessions/logins.ts'
import { readExternalIdentities } from '#server/auth/providers/external-identities.ts'
import { listSessionsOf } from '#server/auth/sessions/sessions.ts'
import { exportBookmarks } from '#server/library/bookmark-queries.ts'
import { exportTaste } from '#server/discovery/taste/for-you.ts'
import { exportGenreFollows } from '#server/library/genre-follows.ts'
import { isHistoryKept } from '#server/library/history-queries.ts'
import { exportHistory, exportLibrary } from '#server/library/user-library.ts'
import { exportForeignFeeds } from '#server/foreign/queries.ts'
import { exportStreaming } from '#server/foreign/stream-queries.ts'
import { exportBoosts } from '#server/payments/boosts/queries.ts'
import { exportPositions } from '#server/library/positions-queries.ts'
import { exportFanData } from '#server/fans/choice-queries.ts'
import { readUserBalance } from '#server/ledger/balances.ts'
import { isLetterOn } from '#server/letters/queries.ts'
import { exportCounted } from '#server/liabilities/queries.ts'
import { listKindChoices } from '#server/notifications/kind-choice-queries.ts'
import { readChoice, selectNotifications } from '#server/notifications/queries.ts'
import { readPlan } from '#server/payments/payouts/forward-queries.ts'
import { exportSplitInvitations } from '#server/catalog/splits/invitation-queries.ts'
import { exportWaiting } from '#server/payments/consent/queries.ts'
import { exportOutside } from '#server/payments/outside/queries.ts'
import { exportRewards } from '#server/payments/promos/maturing-queries.ts'
import { readStatementPages } from '#server/payments/statements/csv.ts'
import { exportTicketPurchases, exportScans, exportTickets } from '#server/payments/tickets/user-tickets.ts'
import { exportImports } from '#server/moving/queries.ts'
import { exportReminders } from '#server/reminders/queries.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { countUse } from '#server/platform/http/rate-limit.ts'
import { type Caller } from '#server/platform/http/caller.ts'
import { requireUser } from '#server/platform/http/authorization.ts'
import { jsonOf, writeJsonList } from '#server/platform/text/json-stream.ts'
import { exportPlaylists } from '#server/playlists/user-playlists.ts'
import { exportTeams } from '#server/teams/user-teams.ts'
import { exportConnections, exportRequests } from '#server/wallets/user-connections.ts'
import type { MeDeps } from './deps.ts'

/** The name in the file, and the value, or pages of a list that may be long. */
type Section = [
  name: string,
  read: (tx: Tx, userId: string, now: Date) => Promise<unknown> | AsyncIterable<readonly unknown[]>,
]

const NOTIFICATIONS_MAX = 10_000
const EXPORTS_PER_HOUR = { max: 10, windowSeconds: 3_600 }

const sections: readonly Section[] = [
  ['profile', readUser],
  ['names', listNames],
  ['waysToLogIn', identitiesOf],
  ['saidByProviders', async (tx, userId) => readExternalIdentities(tx, await identitiesOf(tx, userId))],
  ['nostr', listNostrProfiles],
  ['sessions', listSessionsOf],
  ['logIns', listLogins],
  ['region', readVerification],
  ['networks', listNetworksOf],
  ['features', listFeatures],
  ['content', exportWork],
  ['archives', exportArchives],
  ['teams', exportTeams],
  ['events', exportConcerts],
  ['tickets', exportTickets],
  ['ticketPurchases', exportTicketPurchases],
  ['ticketScans', exportScans],
  ['eventReminders', exportReminders],
  ['playlists', exportPlaylists],
  ['library', exportLibrary],
  ['clips', exportClips],
  ['downloads', exportRights],
  ['purchases', exportPurchases],
  ['followedGenres', exportGenreFollows],
  ['forYou', exportTaste],
  ['fans', exportFanData],
  ['comments', exportComments],
  ['blockedUsers', exportBlocks],
  ['whereEpisodesWereLeft', exportPositions],
  ['bookmarks', exportBookmarks],
  ['podcastsElsewhere', exportForeignFeeds],
  ['streaming', exportStreaming],
  ['movedIn', exportImports],
  ['boosts', exportBoosts],
  ['history', exportHistory],
  ['isHistoryRecorded', isHistoryKept],
  ['getsWeeklyLetter', isLetterOn],
  ['msatBalance', readUserBalance],
  ['countedBalances', exportCounted],
  ['forwarding', readPlan],
  ['promoRewards', exportRewards],
  ['waitingShares', exportWaiting],
  ['outsideRecipients', exportOutside],
  ['splitInvitations', exportSplitInvitations],
  ['notifications', (tx, userId) => selectNotifications(tx, userId, null, NOTIFICATIONS_MAX)],
  ['howToBeTold', readChoice],
  ['notificationKinds', listKindChoices],
  ['connectedApps', exportConnections],
  ['askedByApps', exportRequests],
  ['statement', (tx, userId) => readStatementPages(tx, userId)],
]

/** Signed-in users, for their own account. */
export async function writeExport(deps: MeDeps, caller: Caller): Promise<AsyncGenerator<string>> {
  requireUser(caller)
  await countUse(deps.database.read, `export:${caller.userId}`, EXPORTS_PER_HOUR, deps.clock.now())
  return writeSections(deps, caller.userId)
}

/** Writes the export of this user. The calling function checks authorization. */
export async function* writeSections(
  { database, clock }: Pick<MeDeps, 'database' | 'clock'>,
  userId: string,
): AsyncGenerator<string> {
  yield `{\n"exportedAt": ${jsonOf(clock.now())}`
  for (const [name, read] of sections) {
    const found = read(database.read, userId, clock.now())
    yield `,\n${jsonOf(name)}: `
    if (found instanceof Promise) yield jsonOf((await found) ?? null)
    else yield* writeJsonList(found)
  }
  yield '\n}\n'
}
