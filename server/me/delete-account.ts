/** Account deletion: what prevents it, and the deletion in one transaction, module by module. A minute later, what requests
 * in progress may have written is deleted, and the user's identities are released. */
import { formatExactSats } from '#contract/money.ts'
import type { Data, Input } from '#contract/endpoint.ts'
import { errorCodes } from '#contract/errors.ts'
import type { deleteAccount, getDeletion } from '#contract/accounts/leaving.ts'
import { anonymiseUser, releaseIdentitiesOf } from '#server/accounts/leaving.ts'
import { credentialOperation, requireGrant } from '#server/accounts/grants.ts'
import { isLastOwner } from '#server/accounts/roles.ts'
import { heldError, readUser, type User } from '#server/accounts/users.ts'
import { deleteArchivesOf } from '#server/archives/queries.ts'
import { countWork, deleteWork } from '#server/catalog/lists/user-content.ts'
import { leaveInvitations } from '#server/catalog/splits/invitation-queries.ts'
import { leaveOutside } from '#server/catalog/splits/outside-queries.ts'
import { leaveClips } from '#server/clips/queries.ts'
import { deleteRightsOf } from '#server/downloads/right-queries.ts'
import { deleteConcertsOf } from '#server/concerts/user-concerts.ts'
import { deleteComments } from '#server/comments/user-comments.ts'
import { deleteFanData } from '#server/fans/choice-queries.ts'
import { type FilesDropped, type UserDeleted, topics } from '#server/events.ts'
import { deleteLogins } from '#server/auth/delete-logins.ts'
import { readBalance, readUserBalance } from '#server/ledger/balances.ts'
import { closeUserAccount, lockToClose } from '#server/ledger/closing.ts'
import { deleteTaste } from '#server/discovery/taste/for-you.ts'
import { deleteCounted } from '#server/liabilities/queries.ts'
import { deleteStreaming } from '#server/foreign/stream-queries.ts'
import { unsubscribeAll } from '#server/foreign/queries.ts'
import { deleteLibrary } from '#server/library/user-library.ts'
import { artworkFiles } from '#server/media/pictures/artwork.ts'
import { deleteNotifications } from '#server/notifications/record-queries.ts'
import { returnKeptOf } from '#server/payments/boosts/kept.ts'
import { endOutsideOf } from '#server/payments/forwards/outside.ts'
import {
  endForwarding,
  hasPaymentsInFlight,
  readWaitingTickets,
  writeOffBalance,
} from '#server/payments/forwards/write-off.ts'
import { refuseOffersOf } from '#server/payments/consent/answer.ts'
import { leaveTaken } from '#server/payments/consent/invitations.ts'
import { endPromosOf } from '#server/payments/promos/end.ts'
import { deleteListener, hasMaturing } from '#server/payments/promos/maturing-queries.ts'
import { sumRests } from '#server/payments/promos/promo-queries.ts'
import { leavePurchases } from '#server/payments/purchases/queries.ts'
import { deleteTickets } from '#server/payments/tickets/user-tickets.ts'
import { deleteLetter } from '#server/letters/queries.ts'
import { deleteImportsOf } from '#server/moving/queries.ts'
import { deleteReminders } from '#server/reminders/queries.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { deleteResponsesOf } from '#server/platform/http/idempotency.ts'
import { publish } from '#server/platform/jobs/outbox.ts'
import { type Caller } from '#server/platform/http/caller.ts'
import { requireUser } from '#server/platform/http/authorization.ts'
import { deletePlaylistsOf } from '#server/playlists/playlist-queries.ts'
import { deleteTeams } from '#server/teams/user-teams.ts'
import { endConnectionsOf } from '#server/wallets/connection-queries.ts'
import type { MeDeps } from './deps.ts'

/** By then all requests of the user's sessions have finished. */
const LAST_REQUESTS_SECONDS = 60

type Deletion = Data<typeof getDeletion>

/** The signed-in user, for the own account. */
export async function readDeletion(deps: MeDeps, caller: Caller): Promise<Deletion> {
  requireUser(caller)
  const { database } = deps
  // Deleting the account first ends its promos and returns small shares of boosts: what is left of them is a part of the balance.
  const restMsat = await sumRests(database.read, caller.userId)
  const keptMsat = await readBalance(database.read, { kind: 'boost', id: caller.userId })
  const msatBalance = (await readUserBalance(database.read, caller.userId)) + restMsat + keptMsat
  return describe(deps, database.read, await requireExists(database.read, caller.userId), msatBalance)
}

/** The signed-in user, with a proof. One transaction; cannot be undone. */
export async function deleteUser(
  deps: MeDeps,
  caller: Caller,
  body: Input<typeof deleteAccount>['body'],
): Promise<Data<typeof deleteAccount>> {
  requireUser(caller)
  const { database, clock } = deps
  const { userId } = caller
  const returnKept = (tx: Tx) => returnKeptOf(tx, userId, clock.now())
  // Also when the deletion is refused, because it is money of the balance that is left.
  await database.transaction(returnKept)
  return database.transaction(async (tx) => {
    await returnKept(tx)
    await endPromosOf(tx, userId, clock.now())
    await refuseOffersOf(tx, userId, 'declined', clock.now())
    await leaveTaken(tx, userId, clock.now())
    await endOutsideOf(tx, userId, clock.now())
    // From here, outgoing payments are refused, and incoming payments are posted to suspense.
    const msatBalance = await lockToClose(tx, userId)
    const user = await requireExists(tx, userId)
    if (body.confirm.trim().toLowerCase() !== user.username) {
      throw new AppError(422, 'rule-broken', `Please confirm with your username: ${user.username}`)
    }
    const now = clock.now()
    const deletion = await describe(deps, tx, user, msatBalance)
    requireDeletable(deletion)
    const { msatForfeit } = deletion
    if (msatForfeit > 0n && body.forfeitMsat !== msatForfeit) throw balanceLeft(msatForfeit)
    await requireGrant(tx, caller, credentialOperation('delete-account', null), now)
    if (msatForfeit > 0n) await writeOffBalance(tx, userId, { amountMsat: msatForfeit, now })
    await closeUserAccount(tx, userId, now)
    await deleteDataOf(tx, userId, now)
    if (user.artworkKey !== null) {
      const dropped: FilesDropped = { keys: artworkFiles(user.artworkKey) }
      await publish(tx, topics.filesDropped, user.artworkKey, dropped)
    }
    const left: UserDeleted = { userId }
    await publish(tx, topics.personLeft, userId, left, { delaySeconds: LAST_REQUESTS_SECONDS })
    return { msatForfeited: msatForfeit }
  })
}

/** Each module deletes what it has of the user. A module that stores personal data adds a line here. Idempotent. */
async function deleteDataOf(tx: Tx, userId: string, now: Date): Promise<void> {
  await endForwarding(tx, userId)
  await leaveOutside(tx, userId)
  await leaveInvitations(tx, userId, now)
  await deleteListener(tx, userId)
  await endConnectionsOf(tx, userId, now)
  await deleteTeams(tx, userId)
  await deleteWork(tx, userId, now)
  await deleteArchivesOf(tx, userId)
  await deleteConcertsOf(tx, userId, now)
  await deleteTickets(tx, userId)
  await deleteComments(tx, userId, now)
  await deletePlaylistsOf(tx, userId)
  await deleteLibrary(tx, userId)
  await unsubscribeAll(tx, userId)
  await deleteStreaming(tx, userId)
  await deleteImportsOf(tx, userId)
  await deleteReminders(tx, userId)
  await deleteLetter(tx, userId)
  await deleteFanData(tx, userId)
  await leaveClips(tx, userId)
  await deleteRightsOf(tx, userId)
  await deleteCounted(tx, userId)
  await leavePurchases(tx, userId)
  await deleteTaste(tx, userId)
  await deleteNotifications(tx, userId)
  await deleteLogins(tx, userId)
  await anonymiseUser(tx, userId, now)
  await deleteResponsesOf(tx, userId)
}

/** Subscriber for person-left. From now on, a login with one of the user's identities creates a new account; before, a
 * request in progress would have done so. Such a request may also have offered the user a share, or have paid the first share of
 * one of their outside recipients. */
export function releaseIdentities({ database, clock }: Pick<MeDeps, 'database' | 'clock'>) {
  return ({ userId }: UserDeleted): Promise<void> =>
    database.transaction(async (tx) => {
      await refuseOffersOf(tx, userId, 'declined', clock.now())
      await endOutsideOf(tx, userId, clock.now())
      await deleteDataOf(tx, userId, clock.now())
      await releaseIdentitiesOf(tx, userId)
    })
}

async function requireExists(tx: Tx, userId: string): Promise<User> {
  const user = await readUser(tx, userId)
  if (user === null || user.isDeleted) throw new AppError(401, 'unauthorized')
  return user
}

async function describe(
  { config }: Pick<MeDeps, 'config'>,
  tx: Tx,
  user: User,
  msatBalance: bigint,
): Promise<Deletion> {
  const isInFlight = await hasPaymentsInFlight(tx, user.userId)
  const work = await countWork(tx, user.userId)
  const tickets = await readWaitingTickets(tx, user.userId)
  const isDust = msatBalance < config.minPaymentMsat
  const blockers: Deletion['blockers'] = []
  if (!isDust) blockers.push('balance')
  if (isInFlight) blockers.push('payments')
  if (tickets !== null) blockers.push('tickets')
  if (await hasMaturing(tx, user.userId)) blockers.push('rewards')
  if (work.publishedCount > 0) blockers.push('content')
  if (heldError(user) !== null) blockers.push('held')
  if (await isLastOwner(tx, user.userId)) blockers.push('last-owner')
  return { confirm: user.username, msatBalance, msatForfeit: isDust ? msatBalance : 0n, blockers, tickets, ...work }
}

function requireDeletable({ blockers, msatBalance, tickets }: Deletion): void {
  const [first] = blockers
  if (first === undefined) return
  if (first === 'balance') throw balanceLeft(msatBalance)
  if (first === 'tickets') {
    const until = `Ticket sales are paid out by ${tickets!.paysOutAt.toISOString()}.`
    throw new AppError(409, 'account-has-payments', `${errorCodes['account-has-payments']} ${until}`)
  }
  const [status, code] = (
    {
      payments: [409, 'account-has-payments'],
      rewards: [409, 'account-has-promos'],
      content: [409, 'account-has-content'],
      held: [403, 'withdrawals-held'],
      'last-owner': [409, 'last-owner'],
    } as const
  )[first]
  throw new AppError(status, code)
}

function balanceLeft(amountMsat: bigint): AppError {
  const sats = formatExactSats(Number(amountMsat))
  return new AppError(409, 'account-has-balance', `${errorCodes['account-has-balance']} ${sats} sats are left.`)
}
