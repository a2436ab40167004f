/** Changing concerts: by the owner of the artist. Cancelling one, which refunds its tickets, is in
 * server/payments/tickets. */
import type * as calls from '#contract/concerts/concerts.ts'
import { EVENT_DAYS_MAX, EVENT_YEARS_MAX } from '#contract/concerts/concerts.ts'
import type { Data, Input } from '#contract/endpoint.ts'
import { topics } from '#server/events.ts'
import { readUserSummaries, findUsersByUsernames } from '#server/accounts/users.ts'
import { ruleBrokenInEnglish } from '#server/catalog/catalog.ts'
import { findContent, lockContent } from '#server/catalog/content/queries.ts'
import { requiredText, textOrNull } from '#server/catalog/forms/values.ts'
import { artworkFiles, storeArtwork } from '#server/media/pictures/artwork.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { brokenRule } from '#server/platform/error-texts.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { requireOwner, requireUser } from '#server/platform/http/authorization.ts'
import { newId } from '#server/platform/ids.ts'
import { publish } from '#server/platform/jobs/outbox.ts'
import { type Concert, describeConcert, priceNow, revisionOf } from './concerts.ts'
import type { ConcertDeps } from './deps.ts'
import {
  changeConcert,
  type ConcertRow,
  deleteTier,
  findConcert,
  insertConcert,
  lockTiers,
  replaceHelpers,
  selectTiers,
  type TierRow,
  upsertTier,
} from './queries.ts'

type Fields = Input<typeof calls.updateConcert>['body']

const DAY_MS = 24 * 3_600_000
const LONGEST_MS = EVENT_DAYS_MAX * DAY_MS
/** Pages rendered before may show the old picture for a while. */
const KEEP_SECONDS = 3_600

/** The owner of the artist. Repeating the operation returns the same concert. */
export async function createConcert(
  deps: ConcertDeps,
  caller: Caller,
  operationId: string,
  { artistId, event: fields }: Input<typeof calls.createConcert>['body'],
): Promise<Concert> {
  requireUser(caller)
  const { database, clock } = deps
  return database.transaction(async (tx) => {
    const now = clock.now()
    // Its owner may be changing.
    await lockContent(tx, artistId)
    const artist = await findContent(tx, artistId, now)
    if (artist === undefined || artist.is_deleted || artist.type !== 'artist') throw notFound()
    requireOwner(caller, artist.owner_id)
    requireValid(deps, fields)
    await requirePayable(deps, tx, fields)
    if (fields.tiers.some(({ id }) => id !== undefined)) throw foreignTier()
    const known = await findConcert(tx, operationId)
    if (known === undefined) {
      const empty = { artwork_key: null, is_draft: true, cancelled_at: null }
      const id = operationId
      await insertConcert(
        tx,
        { id, artist_id: artist.id, owner_id: caller.userId, ...columnsOf(fields), ...empty },
        now,
      )
      for (const tier of tiersOf(id, fields)) await upsertTier(tx, tier)
    }
    return describeOwn(deps, tx, operationId)
  })
}

/** Owner only. */
export async function updateConcert(
  deps: ConcertDeps,
  caller: Caller,
  concertId: string,
  { ifRevision, fields }: { ifRevision?: string | undefined; fields: Fields },
): Promise<Concert> {
  requireUser(caller)
  const { database, clock } = deps
  return database.transaction(async (tx) => {
    const concert = await lockOwnConcert(tx, caller, concertId)
    requireNotCancelled(concert)
    if (ifRevision !== undefined && ifRevision !== revisionOf(concert, await selectTiers(tx, [concert.id]))) {
      throw new AppError(409, 'event-changed')
    }
    requireValid(deps, fields)
    await requirePayable(deps, tx, fields)
    const known = new Map((await lockTiers(tx, concert.id)).map((tier) => [tier.id, tier]))
    await changeConcert(tx, concert.id, columnsOf(fields), clock.now())
    const tiers = tiersOf(concert.id, fields)
    for (const tier of tiers) {
      const isOwnTier = fields.tiers.every(({ id }) => id?.toLowerCase() !== tier.id) || known.has(tier.id)
      if (!isOwnTier) throw foreignTier()
      if ((known.get(tier.id)?.taken ?? 0) > tier.seats) {
        throw brokenRule('rule.tierTaken', { name: tier.name, number: String(known.get(tier.id)?.taken) })
      }
      known.delete(tier.id)
      await upsertTier(tx, tier)
    }
    for (const tier of known.values()) {
      if (tier.taken > 0) throw brokenRule('rule.tierHasTickets', { name: tier.name })
      await deleteTier(tx, tier.id)
    }
    return describeOwn(deps, tx, concert.id)
  })
}

const foreignTier = () => ruleBrokenInEnglish('One of the tiers is not of this event.')

function requireValid({ clock }: ConcertDeps, fields: Fields): void {
  const lengthMs = fields.endsAt.getTime() - fields.beginsAt.getTime()
  if (lengthMs <= 0 || lengthMs > LONGEST_MS) throw brokenRule('rule.eventLength', { max: String(EVENT_DAYS_MAX) })
  const now = clock.now()
  if (fields.beginsAt.getTime() > new Date(now).setUTCFullYear(now.getUTCFullYear() + EVENT_YEARS_MAX)) {
    throw brokenRule('rule.eventFar', { max: String(EVENT_YEARS_MAX) })
  }
  if (!isTimeZone(fields.timeZone)) throw ruleBrokenInEnglish('There is no such time zone.')
  const { saleFrom, saleUntil } = fields
  if (saleUntil && saleUntil > fields.endsAt) throw brokenRule('rule.saleEnd')
  if (saleFrom && saleFrom >= (saleUntil ?? fields.endsAt)) throw brokenRule('rule.saleBegin')
  const ids = fields.tiers.flatMap(({ id }) => id?.toLowerCase() ?? [])
  if (new Set(ids).size !== ids.length) throw ruleBrokenInEnglish('Each tier is listed once.')
  for (const { msatPrice, centsPrice } of fields.tiers) {
    if ((msatPrice === null) === (centsPrice === null))
      throw ruleBrokenInEnglish('A price is in sats or in US dollars.')
    if (msatPrice !== null && msatPrice % 1_000n !== 0n) throw brokenRule('rule.priceWhole')
  }
}

/** All that one buyer may buy is one payment. While the rate of the dollar is not known, it is not checked. */
async function requirePayable(deps: ConcertDeps, tx: Tx, { tiers, personMax }: Fields): Promise<void> {
  const { minPaymentMsat, maxPaymentMsat } = deps.limits
  const isInDollars = tiers.some(({ centsPrice }) => centsPrice !== null)
  const centsPerBtc = isInDollars ? await deps.readCentsPerBtc(tx, deps.clock.now()) : null
  for (const { msatPrice, centsPrice } of tiers) {
    const msat = priceNow({ price_msat: msatPrice, price_cents: centsPrice }, centsPerBtc)
    if (msat === null || msat === 0n) continue
    if (msat >= minPaymentMsat && msat * BigInt(personMax) <= maxPaymentMsat) continue
    throw ruleBrokenInEnglish(
      `A price is 0 or from ${minPaymentMsat / 1_000n} sats, and what one buyer can buy costs at most ` +
        `${maxPaymentMsat / 1_000n} sats${centsPrice === null ? '' : ' at the current rate'}.`,
    )
  }
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

function columnsOf(fields: Fields) {
  return {
    name: requiredText(fields.name),
    description: textOrNull(fields.description),
    place: requiredText(fields.place),
    city: requiredText(fields.city),
    map_url: textOrNull(fields.mapUrl),
    begins_at: fields.beginsAt,
    ends_at: fields.endsAt,
    time_zone: fields.timeZone,
    person_max: fields.personMax,
    sale_from: fields.saleFrom ?? null,
    sale_until: fields.saleUntil ?? null,
  }
}

function tiersOf(concertId: string, { tiers }: Fields): Omit<TierRow, 'taken'>[] {
  return tiers.map(({ id, name, seats, msatPrice, centsPrice }, position) => ({
    id: id?.toLowerCase() ?? newId(),
    concert_id: concertId,
    position,
    name: requiredText(name),
    seats,
    price_msat: msatPrice,
    price_cents: centsPrice,
  }))
}

/** Owner only. */
export async function setPicture(
  deps: ConcertDeps,
  caller: Caller,
  concertId: string,
  picture: File,
): Promise<Concert> {
  requireUser(caller)
  const { database, files, clock } = deps
  await database.transaction((tx) => lockOwnConcert(tx, caller, concertId))
  const bytes = Buffer.from(await picture.arrayBuffer())
  const { artworkKey, colors } = await storeArtwork(files, { id: newId(), bytes })
  return database.transaction(async (tx) => {
    const { id, artwork_key: oldKey } = await lockOwnConcert(tx, caller, concertId)
    await changeConcert(tx, id, { artwork_key: artworkKey, color_info: JSON.stringify(colors) }, clock.now())
    if (oldKey !== null) await dropPicture(tx, oldKey)
    return describeOwn(deps, tx, id)
  })
}

const dropPicture = (tx: Tx, key: string) =>
  publish(tx, topics.filesDropped, key, { keys: artworkFiles(key) }, { delaySeconds: KEEP_SECONDS })

/** Owner only. */
export async function publishConcert(
  deps: ConcertDeps,
  caller: Caller,
  concertId: string,
  isDraft: boolean,
): Promise<Concert> {
  requireUser(caller)
  const { database, clock } = deps
  return database.transaction(async (tx) => {
    const concert = await lockOwnConcert(tx, caller, concertId)
    const now = clock.now()
    requireNotCancelled(concert)
    if (isDraft) await requireNoTickets(deps, tx, concert.id)
    else if (concert.ends_at <= now) throw brokenRule('rule.eventOver')
    await changeConcert(tx, concert.id, { is_draft: isDraft }, now)
    return describeOwn(deps, tx, concert.id)
  })
}

/** Owner only. */
export async function deleteConcert(deps: ConcertDeps, caller: Caller, concertId: string): Promise<null> {
  requireUser(caller)
  const { database, clock } = deps
  return database.transaction(async (tx) => {
    const concert = await lockOwnConcert(tx, caller, concertId)
    await requireNoTickets(deps, tx, concert.id)
    const now = clock.now()
    await changeConcert(tx, concert.id, { deleted_at: now }, now)
    if (concert.artwork_key !== null) await dropPicture(tx, concert.artwork_key)
    return null
  })
}

/** Owner only. */
export async function setHelpers(
  { database }: ConcertDeps,
  caller: Caller,
  concertId: string,
  usernames: readonly string[],
): Promise<Data<typeof calls.setConcertHelpers>> {
  requireUser(caller)
  return database.transaction(async (tx) => {
    const concert = await lockOwnConcert(tx, caller, concertId)
    const wanted = [...new Set(usernames.map((name) => name.trim().toLowerCase()).filter((name) => name !== ''))]
    const users = await findUsersByUsernames(tx, wanted)
    const found = new Set(users.map(({ username }) => username))
    const unknown = wanted.filter((name) => !found.has(name))
    if (unknown.length > 0) {
      throw new AppError(404, 'recipients-unknown', `There are no users with these names: ${unknown.join(', ')}`)
    }
    await replaceHelpers(
      tx,
      concert.id,
      users.map(({ userId }) => userId),
    )
    return { usernames: users.map(({ username }) => username) }
  })
}

export async function namesOfHelpers(tx: Tx, userIds: readonly string[]): Promise<string[]> {
  return [...(await readUserSummaries(tx, userIds)).values()].map(({ username }) => username).sort()
}

/** The concert with its tiers locked, so that nothing is sold meanwhile. */
export async function lockOwnConcert(tx: Tx, caller: Caller, concertId: string): Promise<ConcertRow> {
  await lockTiers(tx, concertId)
  const row = await findConcert(tx, concertId)
  if (row === undefined) throw notFound()
  requireOwner(caller, row.owner_id)
  return row
}

function requireNotCancelled({ cancelled_at: cancelledAt }: ConcertRow): void {
  if (cancelledAt !== null) throw brokenRule('rule.eventCancelled')
}

async function requireNoTickets({ hasTickets }: ConcertDeps, tx: Tx, concertId: string): Promise<void> {
  if (await hasTickets(tx, concertId)) throw new AppError(409, 'event-has-tickets')
}

async function describeOwn(deps: ConcertDeps, tx: Tx, concertId: string): Promise<Concert> {
  const row = await findConcert(tx, concertId)
  if (row === undefined) throw notFound()
  return describeConcert(deps, tx, row, true)
}
