/** Account deletion: what prevents it, and the deletion in one transaction, module by module. A minute later, what requests
 * in progress may have written is deleted, and the user's identities are released. */
import { formatExactSats } from '#contract/money.ts'
import type { Data, Input } from '#contract/endpoint.ts'
import { errorCodes } from '#contract/errors.ts'
import type { deleteAccount, getDeletion } from '#contract/accounts/leaving.ts'
import { anonymisePerson, releaseIdentitiesOf } from '#server/accounts/leaving.ts'
import { credentialDeed, requireGrant } from '#server/accounts/grants.ts'
import { heldError, readPerson, type Person } from '#server/accounts/people.ts'
import { countWork, deleteWork } from '#server/catalog/lists/person-content.ts'
import { forgetComments } from '#server/comments/person-comments.ts'
import { type FilesDropped, type PersonLeft, topics } from '#server/events.ts'
import { forgetLogins } from '#server/auth/forget-user.ts'
import { readUserBalance } from '#server/ledger/balances.ts'
import { closeUserAccount, lockToClose } from '#server/ledger/closing.ts'
import { forgetLibrary } from '#server/library/person-library.ts'
import { artworkFiles } from '#server/media/artwork.ts'
import { forgetNotifications } from '#server/notifications/note-queries.ts'
import { endForwarding, forfeitBalance, hasPaymentsUnderWay } from '#server/payments/forwards/forfeit.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { forgetAnswersOf } from '#server/platform/http/idempotency.ts'
import { publish } from '#server/platform/jobs/outbox.ts'
import { mustBeUser, type Who } from '#server/platform/http/who.ts'
import { deletePlaylistsOf } from '#server/playlists/playlist-queries.ts'
import { endConnectionsOf } from '#server/wallets/connection-queries.ts'
import type { MeDeps } from './deps.ts'

/** By then all requests of the user's sessions have been answered. */
const LAST_REQUESTS_SECONDS = 60

type Deletion = Data<typeof getDeletion>

/** The signed-in user, for the own account. */
export async function readDeletion(deps: MeDeps, who: Who): Promise<Deletion> {
  mustBeUser(who)
  const { database } = deps
  const msatBalance = await readUserBalance(database.read, who.userId)
  return describe(deps, database.read, await mustBeThere(database.read, who.userId), msatBalance)
}

/** The signed-in user, with a proof. One transaction; cannot be undone. */
export async function deletePerson(
  deps: MeDeps,
  who: Who,
  body: Input<typeof deleteAccount>['body'],
): Promise<Data<typeof deleteAccount>> {
  mustBeUser(who)
  const { database, clock } = deps
  const { userId } = who
  return database.transaction(async (tx) => {
    // From here on no money comes in or goes out; incoming payments are posted to suspense.
    const msatBalance = await lockToClose(tx, userId)
    const person = await mustBeThere(tx, userId)
    if (body.confirm.trim().toLowerCase() !== person.username) {
      throw new AppError(422, 'rule-broken', `Please confirm with your name: ${person.username}`)
    }
    const now = clock.now()
    const deletion = await describe(deps, tx, person, msatBalance)
    mustBePossible(deletion)
    const { msatForfeit } = deletion
    if (msatForfeit > 0n && body.forfeitMsat !== msatForfeit) throw balanceLeft(msatForfeit)
    await requireGrant(tx, who, credentialDeed('delete-account', null), now)
    if (msatForfeit > 0n) await forfeitBalance(tx, userId, { amountMsat: msatForfeit, now })
    await closeUserAccount(tx, userId, now)
    await deleteDataOf(tx, userId, now)
    if (person.artworkKey !== null) {
      const dropped: FilesDropped = { keys: artworkFiles(person.artworkKey) }
      await publish(tx, topics.filesDropped, person.artworkKey, dropped)
    }
    const left: PersonLeft = { userId }
    await publish(tx, topics.personLeft, userId, left, { delaySeconds: LAST_REQUESTS_SECONDS })
    return { msatForfeited: msatForfeit }
  })
}

/** Each module deletes what it has of the user. A module that stores personal data adds a line here. Idempotent. */
async function deleteDataOf(tx: Tx, userId: string, now: Date): Promise<void> {
  await endForwarding(tx, userId)
  await endConnectionsOf(tx, userId, now)
  await deleteWork(tx, userId, now)
  await forgetComments(tx, userId, now)
  await deletePlaylistsOf(tx, userId)
  await forgetLibrary(tx, userId)
  await forgetNotifications(tx, userId)
  await forgetLogins(tx, userId)
  await anonymisePerson(tx, userId, now)
  await forgetAnswersOf(tx, userId)
}

/** Subscriber for person-left. From now on, a login with one of the user's identities creates a new account; before, a
 * request in progress would have done so. */
export function releaseIdentities({ database, clock }: Pick<MeDeps, 'database' | 'clock'>) {
  return ({ userId }: PersonLeft): Promise<void> =>
    database.transaction(async (tx) => {
      await deleteDataOf(tx, userId, clock.now())
      await releaseIdentitiesOf(tx, userId)
    })
}

async function mustBeThere(tx: Tx, userId: string): Promise<Person> {
  const person = await readPerson(tx, userId)
  if (person === null || person.isDeleted) throw new AppError(401, 'unauthorized')
  return person
}

async function describe(
  { config }: Pick<MeDeps, 'config'>,
  tx: Tx,
  person: Person,
  msatBalance: bigint,
): Promise<Deletion> {
  const isUnderWay = await hasPaymentsUnderWay(tx, person.userId)
  const work = await countWork(tx, person.userId)
  const isDust = msatBalance < config.minPaymentMsat
  const blockers: Deletion['blockers'] = []
  if (!isDust) blockers.push('balance')
  if (isUnderWay) blockers.push('payments')
  if (work.publishedCount > 0) blockers.push('content')
  if (heldError(person) !== null) blockers.push('held')
  return { confirm: person.username, msatBalance, msatForfeit: isDust ? msatBalance : 0n, blockers, ...work }
}

function mustBePossible({ blockers, msatBalance }: Deletion): void {
  const [first] = blockers
  if (first === undefined) return
  if (first === 'balance') throw balanceLeft(msatBalance)
  const [status, code] = (
    {
      payments: [409, 'account-has-payments'],
      content: [409, 'account-has-content'],
      held: [403, 'withdrawals-held'],
    } as const
  )[first]
  throw new AppError(status, code)
}

function balanceLeft(amountMsat: bigint): AppError {
  const sats = formatExactSats(Number(amountMsat))
  return new AppError(409, 'account-has-balance', `${errorCodes['account-has-balance']} ${sats} sats are left.`)
}
