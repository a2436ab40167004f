/** Random changes of the terms of a split and of a track that shares with it, answers of partners, payments and tickets, at two
 * servers at the same moment: the outcome has to be that of some order of the changes (terms-model.ts), every payment has to be
 * booked by the terms in force when it was made, and nothing is lost or paid to somebody who has not agreed. TERMS_ROUNDS=200
 * makes a long run, LAB_SEED repeats its choices. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deleteAccount } from '#contract/accounts/leaving.ts'
import { createAlbum } from '#contract/catalog/albums.ts'
import { createArtist } from '#contract/catalog/artists.ts'
import { acceptSplitOffer, declineSplitOffer } from '#contract/catalog/split-offers.ts'
import { createSplit, deleteSplit, updateSplit, updateTimeSplits } from '#contract/catalog/splits.ts'
import { createTrack } from '#contract/catalog/tracks.ts'
import { publish } from '#contract/catalog/publish.ts'
import { buyTickets } from '#contract/concerts/tickets.ts'
import { createInvoice, send } from '#contract/payments/payments.ts'
import { makeGrant } from '#server/accounts/grants.ts'
import { InsufficientFunds } from '#server/ledger/errors.ts'
import { readUserBalance } from '#server/ledger/balances.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import { payOutTickets } from '#server/payments/tickets/payout.ts'
import { systemClock } from '#server/platform/clock.ts'
import { until } from '#tests/users.ts'
import { transportTo } from '#tests/world.ts'
import { ApiError, createCall, type Call } from '#web/data/api.ts'
import { tryAgainNow } from './books.ts'
import { changeBalance, makeQuickUser } from './quick-user.ts'
import { createRandom, readSeed } from './random.ts'
import { createSmallLab, type SmallLab } from './small-lab.ts'
import { chooseChange, choosePayment, chooseTerms, PARTNERS, type Choosing } from './terms-choices.ts'
import { startSale, type LabConcert } from './ticket-steps.ts'
import {
  apply,
  bookedBy,
  ordersOf,
  OWNER,
  placed,
  versionIn,
  type Change,
  type Payment,
  type State,
  type Terms,
} from './terms-model.ts'

const ROUNDS = Number(process.env['TERMS_ROUNDS'] ?? 12)
const AT_ONCE = 6
const PHASES = 6
const PAYERS = 4
const SEATS = 60
const PAYER_MSAT = 10n ** 11n
/** Each request of a phase is made at a random moment of these. */
const JITTER_MS = 12

/** A user of a round; `calls`: at either server. */
type Person = { userId: string; username: string; calls: readonly Call[] }
/** `request`: the invoice; null for tickets, whose money is shared after the event. */
type Unpaid = { id: string; request: string | null; payment: Payment; terms: Terms[] }
type Round = Choosing & {
  number: number
  contentId: string
  trackId: string
  concert: LabConcert
  isOver: boolean
  people: ReadonlyMap<string, Person>
  unpaid: Unpaid[]
  /** What waits, by account, and what each payment has added to it. */
  waited: Map<string, bigint>
}
/** A change that was requested, and whether it was made. */
type Made = { change: Change; isDone: boolean }
/** A payment that was booked. `terms`: those it may have been made by; null for one that was made in the same phase. */
type Paid = { id: string; payment: Payment; terms: Terms[] | null }

const counts = { changes: 0, refused: 0, zaps: 0, invoices: 0, ranges: 0, tickets: 0, msat: 0n, deletions: 0 }
let lab: SmallLab
let visitors: Call[]
let payers: Call[][]

test(
  'terms, answers and payments at the same moment are booked by the terms in force',
  { timeout: 1_800_000 },
  async (context) => {
    const seed = readSeed()
    context.diagnostic(`LAB_SEED=${seed}`)
    await using made = await createSmallLab()
    lab = made
    const origins = [lab.origin, await lab.addServer()]
    visitors = origins.map((origin) => createCall(transportTo(origin)))
    const callsOf = (token: string) => origins.map((origin) => createCall(transportTo(origin), () => token))
    payers = []
    for (let index = 0; index < PAYERS; index++) {
      payers.push(callsOf((await makeQuickUser(lab.database, `payer${index}`, PAYER_MSAT)).token))
    }
    const startedAt = performance.now()
    for (let first = 0; first < ROUNDS; first += AT_ONCE) {
      await lab.database.pool.query('DELETE FROM rate_limit')
      const numbers = Array.from({ length: Math.min(AT_ONCE, ROUNDS - first) }, (_, index) => first + index)
      await Promise.all(numbers.map((number) => runRound(seed, number, callsOf)))
    }
    const seconds = Math.round((performance.now() - startedAt) / 1_000)
    await tryAgainNow(lab.database)
    const { breaches, counts: rows } = await lab.check(60_000)
    assert.deepEqual(breaches, [])
    const outside = rows['outsides settled'] ?? 0
    const told = Object.entries({ rounds: ROUNDS, ...counts, 'outside payouts': outside, seconds })
    context.diagnostic(told.map(([name, value]) => `${name} ${value}`).join(', '))
    assert.ok(counts.zaps > ROUNDS && counts.changes > ROUNDS, 'too little happened')
  },
)

async function runRound(seed: number, number: number, callsOf: (token: string) => Call[]): Promise<void> {
  const people = new Map<string, Person>()
  for (const name of [OWNER, ...PARTNERS]) {
    const username = `${name}${number}`
    const { userId, token } = await makeQuickUser(lab.database, username)
    people.set(name, { userId, username, calls: callsOf(token) })
  }
  const owner = people.get(OWNER)!.calls[0]!
  const { id: contentId } = await owner(createArtist, { body: { name: `Round ${number}` } })
  const random = createRandom(seed * 1_000 + number)
  const round: Round = {
    number,
    random,
    address: lab.address,
    contentId,
    trackId: await makeTrack(owner, contentId),
    concert: await startSale(owner, contentId, SEATS),
    isOver: false,
    people,
    state: { versions: [], deleted: [], part: null },
    unpaid: [],
    waited: new Map(),
  }
  await runPhase(round, [{ does: 'create', wanted: chooseTerms(round) }])
  for (let phase = 1; phase < PHASES; phase++) {
    if (phase === PHASES / 2) await endEvent(round)
    const changes = Array.from({ length: random.between(0, 3) }, () => chooseChange(round))
    await runPhase(round, changes)
  }
  await runPhase(round, [], round.unpaid.splice(0))
  await checkWaiting(round)
}

/** A public track of the owner. */
async function makeTrack(owner: Call, artistId: string): Promise<string> {
  const { id: albumId } = await owner(createAlbum, { body: { artistId, title: 'Shared' } })
  const { id } = await owner(createTrack, { body: { albumId, title: 'In part', order: 1, extension: 'wav' } })
  await lab.database.pool.query(
    `UPDATE track SET processing_state = 'finished', live_key = 'lent', duration_ms = 180000 WHERE id = $1`,
    [id],
  )
  await owner(publish, { params: { contentId: albumId }, body: { contentType: 'album' } })
  return id
}

/** Makes these changes and some payments at the same moment, and looks for an order that explains what has become of them. */
async function runPhase(round: Round, changes: readonly Change[], last: Unpaid[] | null = null): Promise<void> {
  const { random, unpaid } = round
  const soon = <Done>(work: () => Promise<Done>): Promise<Done> =>
    new Promise((resolve, reject) => {
      setTimeout(() => void work().then(resolve, reject), random.between(0, JITTER_MS))
    })
  const zaps = last === null ? random.between(0, 3) : 0
  const due = unpaid.filter(({ request }) => request !== null || round.isOver)
  const paying = last ?? due.slice(0, random.between(0, due.length))
  round.unpaid = unpaid.filter((one) => !paying.includes(one))
  const [made, paid, promised] = await Promise.all([
    Promise.all(changes.map((change) => soon(async () => ({ change, isDone: await make(round, change) })))),
    Promise.all(Array.from({ length: zaps }, () => choosePayment(random)).map((one) => soon(() => zap(round, one)))),
    Promise.all([
      ...(random.next() < 0.6 && last === null ? [soon(() => invoice(round, choosePayment(random)))] : []),
      ...(random.next() < 0.6 && !round.isOver ? [soon(() => buy(round, random.between(1, 3)))] : []),
    ]),
    Promise.all(
      paying.map((one) => soon(() => (one.request === null ? payOut(one.id) : lab.node.settle(one.request)))),
    ),
  ])
  const booked: Paid[] = [...paid, ...paying]
  if (made.some(({ change, isDone }) => isDone && change.does === 'delete-account')) await until(haveLeft)
  await until(async () => (await readBooked(round, booked)).size === booked.length)
  const terms = explain(round, made, await readOutcome(round), await readBooked(round, booked), booked)
  for (const one of promised) round.unpaid.push({ ...one, terms })
  for (const { change, isDone } of made) {
    counts.changes++
    if (!isDone) counts.refused++
    else if (change.does === 'delete-account') counts.deletions++
  }
  counts.invoices += paying.filter(({ request }) => request !== null).length
  counts.zaps += booked.length
  for (const { to, msat, count } of booked.map(({ payment }) => payment)) {
    counts.msat += msat * BigInt(count)
    if (to === 'range') counts.ranges++
    if (to === 'tickets') counts.tickets += count
  }
}

/** What is left of deleted accounts is ended a minute later. */
async function haveLeft(): Promise<boolean> {
  await tryAgainNow(lab.database)
  const { rowCount } = await lab.database.pool.query(
    `SELECT FROM outbox WHERE topic = 'person-left' AND done_at IS NULL`,
  )
  return rowCount === 0
}

/** Within the range, or where it is while nothing is shared. */
const bodyOf = ({ contentId, trackId }: Round, { to, msat }: Payment) => {
  const place = to === 'content' ? { contentId } : { contentId: trackId, contentTime: to === 'range' ? 30 : 60 }
  return { ...place, msatAmount: Number(msat) }
}

/** Whether the server made it. */
async function make(round: Round, change: Change): Promise<boolean> {
  const { random, contentId, people } = round
  const owner = people.get(OWNER)!
  const at = (person: Person) => random.pick(person.calls)
  try {
    switch (change.does) {
      case 'create':
      case 'update': {
        const nameOf = (name: string) => people.get(name)?.username ?? name
        const splitRecipients = change.wanted.map(({ name, weight }) => ({ name: nameOf(name), share: weight }))
        const endpoint = change.does === 'create' ? createSplit : updateSplit
        await proving(owner, (options) => at(owner)(endpoint, { body: { contentId, splitRecipients } }, options))
        return true
      }
      case 'remove':
        await at(owner)(deleteSplit, { params: { contentId, contentType: 'artist' } })
        return true
      case 'time-split':
        await proving(owner, (options) =>
          at(owner)(
            updateTimeSplits,
            { body: { contentId: round.trackId, timeSplits: rangesOf(round, change) } },
            options,
          ),
        )
        return true
      case 'accept':
      case 'decline': {
        const params = { versionId: (await readVersionIds(round))[change.number - 1]! }
        await at(people.get(change.name)!)(change.does === 'accept' ? acceptSplitOffer : declineSplitOffer, { params })
        return true
      }
      case 'delete-account':
        return await leave(people.get(change.name)!)
    }
  } catch (error) {
    // The second kind is of `leave`, when the account is being left twice.
    if ((error instanceof ApiError && error.status >= 400 && error.status < 500) || error instanceof InsufficientFunds)
      return false
    throw error
  }
}

/** Refused when a share arrives between emptying the balance and the deletion. */
async function leave(person: Person): Promise<boolean> {
  const balanceMsat = await readUserBalance(lab.database.read, person.userId)
  if (balanceMsat > 0n) await lab.database.transaction((tx) => changeBalance(tx, person.userId, -balanceMsat))
  const body = { confirm: person.username }
  await proving(person, (options) => person.calls[0]!(deleteAccount, { body }, options))
  return true
}

type Options = NonNullable<Parameters<Call>[2]>

/** With a grant where one is needed, as if the user had given the proof. */
async function proving<Done>({ userId }: Person, work: (options: Options) => Promise<Done>): Promise<Done> {
  try {
    return await work({})
  } catch (error) {
    if (!(error instanceof ApiError) || error.proof === undefined) throw error
    const { action, amountMsat, destination } = error.proof
    const operation = { action, amountMsat: amountMsat === null ? null : BigInt(amountMsat), destination }
    const { grant } = await makeGrant(lab.database.read, userId, operation, { method: 'password', now: new Date() })
    return work({ proof: grant })
  }
}

/** From second 0 to 60 of the track. */
function rangesOf({ contentId }: Round, { part }: Extract<Change, { does: 'time-split' }>) {
  if (part === null) return []
  const share = { shareNumerator: part.numerator, shareDenominator: part.denominator }
  return [{ startSeconds: 0, endSeconds: 60, ...share, recipientContentId: contentId }]
}

async function zap(round: Round, payment: Payment): Promise<Paid> {
  const call = round.random.pick(round.random.pick(payers))
  const { paymentId } = await call(send, { body: bodyOf(round, payment) })
  return { id: paymentId, payment, terms: null }
}

async function invoice(round: Round, payment: Payment): Promise<Omit<Unpaid, 'terms'>> {
  const made = await round.random.pick(visitors)(createInvoice, { body: bodyOf(round, payment) })
  return { id: made.invoiceId, request: made.request, payment }
}

/** Tickets, whose terms are those of now. */
async function buy({ random, concert }: Round, count: number): Promise<Omit<Unpaid, 'terms'>> {
  const call = random.pick(random.pick(payers))
  const body = concert.order(count)
  const { id } = await call(buyTickets, { body })
  return { id, request: null, payment: { to: 'tickets', msat: BigInt(body.msatTotal / count), count } }
}

/** From now on, tickets are not sold, and their money can be shared. */
async function endEvent(round: Round): Promise<void> {
  round.isOver = true
  await lab.database.pool.query(
    `UPDATE concert SET begins_at = now() - interval '4 days', ends_at = now() - interval '3 days' WHERE id = $1`,
    [round.concert.id],
  )
}

/** As a server's job does, which would begin seconds later. */
async function payOut(purchaseId: string): Promise<void> {
  const { database } = lab
  await database.pool.query('UPDATE ticket_purchase SET pays_out_at = now() WHERE id = $1', [purchaseId])
  await payOutTickets({ database, clock: systemClock, signals: { wake: () => undefined } } as unknown as PaymentDeps)
}

type Booked = ReadonlyMap<string, ReadonlyMap<string, bigint>>

/** Continues with the state after an order of the changes that ends in these versions and in which every payment is booked
 * as it has to be: by the terms of one moment, with the answers of the same moment or a later one. Returns the terms that
 * were in force during the phase. */
function explain(
  round: Round,
  made: readonly Made[],
  versions: string,
  booked: Booked,
  paid: readonly Paid[],
): Terms[] {
  const done = made.filter(({ change, isDone }) => isDone || change.does !== 'delete-account')
  // The range of a track is read just before the terms of the content that it shares with.
  const termsOf = (states: readonly State[]) =>
    states.flatMap(({ part }, index) => states.slice(index).map((state) => ({ part, version: versionIn(state) })))
  const fits = (states: readonly State[], { id, payment, terms }: Paid) =>
    states.some((settled, index) =>
      (terms ?? termsOf(states.slice(0, index + 1))).some(
        (one) => textOf(bookedBy(one, settled, payment)) === textOf(booked.get(id)!),
      ),
    )
  const orders = ordersOf(done).flatMap((order) => {
    const states = statesOf(round.state, order)
    return states !== null && describe(states.at(-1)!) === versions ? [states] : []
  })
  const explained = orders.filter((states) => paid.every((one) => fits(states, one)))
  if (explained.length === 0) {
    const told = { round: round.number, before: describe(round.state), made, versions, deleted: round.state.deleted }
    const payments = paid.map((one) => ({ ...one, booked: textOf(booked.get(one.id)!) }))
    const why = orders.length === 0 ? 'no order of the changes has this outcome' : 'a payment is booked wrongly'
    assert.fail(
      `${why}: ${JSON.stringify({ ...told, payments }, (_name, one) => (typeof one === 'bigint' ? `${one}` : one), 1)}`,
    )
  }
  for (const { id } of paid) {
    for (const [account, msat] of booked.get(id)!) {
      if (account.startsWith('waiting')) round.waited.set(account, (round.waited.get(account) ?? 0n) + msat)
    }
  }
  round.state = explained[0]!.at(-1)!
  return explained.flatMap(termsOf)
}

/** The states before, between and after these, or null if one of them would have been answered otherwise. */
function statesOf(before: State, order: readonly Made[]): State[] | null {
  const states = [before]
  for (const { change, isDone } of order) {
    const next = apply(states.at(-1)!, change)
    if ((next !== null) !== isDone) return null
    states.push(next ?? states.at(-1)!)
  }
  return states
}

const textOf = (booked: ReadonlyMap<string, bigint>) =>
  [...booked]
    .map(([account, msat]) => `${account} ${msat}`)
    .toSorted()
    .join()

/** The range and the versions of a state, in the words of `readOutcome`. */
const describe = ({ versions, part }: State) =>
  `${describePart(part)}; ${versions
    .map(({ state, isRemoval, shares }) => {
      const told = shares.map(
        ({ name, weight, answer, isLowered }) => `${name} ${weight} ${answer}${isLowered ? ' lowered' : ''}`,
      )
      return `${state}${isRemoval ? ' removal' : ''}: ${told.toSorted().join(', ')}`
    })
    .join('; ')}`

const describePart = (part: State['part']) =>
  part === null ? 'no range' : `range of ${part.numerator}/${part.denominator}`

async function readVersionIds({ contentId }: Round): Promise<string[]> {
  const { rows } = await lab.database.pool.query<{ id: string }>(
    'SELECT id FROM split_version WHERE content_id = $1 ORDER BY number',
    [contentId],
  )
  return rows.map(({ id }) => id)
}

async function readOutcome({ contentId, trackId, people }: Round): Promise<string> {
  const { pool } = lab.database
  const { rows } = await pool.query<{ state: string; shares: ShareRow[] }>(
    `SELECT (CASE WHEN ended_at IS NOT NULL THEN 'over' WHEN begun_at IS NOT NULL THEN 'in force' ELSE 'pending' END)
        || CASE WHEN is_removal THEN ' removal' ELSE '' END AS state,
       (SELECT coalesce(jsonb_agg(jsonb_build_object('userId', s.user_id, 'address', r.address, 'weight', s.share,
          'answer', s.state, 'isLowered', s.is_lowered)), '[]') FROM split_share s
          LEFT JOIN outside_recipient r ON r.id = s.user_id WHERE version_id = v.id) AS shares
     FROM split_version v WHERE content_id = $1 ORDER BY number`,
    [contentId],
  )
  const { rows: ranges } = await pool.query<{ numerator: number; denominator: number }>(
    'SELECT share_numerator AS numerator, share_denominator AS denominator FROM time_split WHERE content_id = $1',
    [trackId],
  )
  const names = new Map([...people].map(([name, { userId }]) => [userId, name]))
  const versions = rows.map(({ state, shares }) => {
    const told = shares.map(({ userId, address, weight, answer, isLowered }) => {
      return `${address ?? names.get(userId)} ${weight} ${answer}${isLowered ? ' lowered' : ''}`
    })
    return `${state}: ${told.toSorted().join(', ')}`
  })
  return `${describePart(ranges[0] ?? null)}; ${versions.join('; ')}`
}

type ShareRow = { userId: string; address: string | null; weight: number; answer: string; isLowered: boolean }

/** What the ledger has booked for each of these payments, by account. */
async function readBooked(round: Round, payments: readonly Paid[]): Promise<Booked> {
  const { rows } = await lab.database.pool.query<{ id: string; code: string; msat: bigint }>(
    `SELECT t.ref_id AS id, a.code, sum(e.amount)::bigint AS msat
     FROM tx t JOIN entry e ON e.tx_id = t.id JOIN account a ON a.id = e.account_id
     WHERE t.kind IN ('content-payment', 'ticket-payout') AND t.ref_id = ANY($1) AND e.amount > 0 GROUP BY 1, 2`,
    [payments.map(({ id }) => id)],
  )
  const nameOf = await namesOfAccounts(round)
  const booked = new Map<string, Map<string, bigint>>()
  for (const { id, code, msat } of rows) {
    const legs = booked.get(id) ?? new Map<string, bigint>()
    booked.set(id, legs.set(nameOf(code), msat))
  }
  return booked
}

/** `user:ada` for an account of this round, and the number of a version instead of its id. */
async function namesOfAccounts(round: Round): Promise<(code: string) => string> {
  const versionIds = await readVersionIds(round)
  return (code) => {
    const [kind = '', id, position] = code.split(':')
    if (kind === 'waiting') return `waiting:${versionIds.indexOf(id!) + 1}:${position}`
    if (kind === 'outside') return `outside:${lab.address}`
    const [name] = [...round.people].find(([, { userId }]) => userId === id) ?? []
    return name === undefined ? code : `user:${name}`
  }
}

/** All that waited for an answer was paid by one transfer, to the partner who agreed or else to the owner. */
async function checkWaiting(round: Round): Promise<void> {
  const nameOf = await namesOfAccounts(round)
  const { rows } = await lab.database.pool.query<WaitingRow>(
    `SELECT w.code, w.balance, (
       SELECT coalesce(jsonb_agg(jsonb_build_object('code', a.code, 'msat', e.amount::text)), '[]')
       FROM entry taken JOIN entry e ON e.tx_id = taken.tx_id AND e.amount > 0 JOIN account a ON a.id = e.account_id
       WHERE taken.account_id = w.id AND taken.amount < 0) AS paid
     FROM account w WHERE w.kind = 'waiting' AND split_part(w.code, ':', 2) = ANY($1)`,
    [await readVersionIds(round)],
  )
  for (const { code, balance, paid } of rows) {
    const account = nameOf(code)
    const [, number, position] = account.split(':').map(Number)
    const { name, answer } = placed(round.state.versions[number! - 1]!)[position!]!
    const wanted = round.waited.get(account) ?? 0n
    const payee = `user:${answer === 'agreed' ? name : OWNER}`
    const about = `round ${round.number}, ${account} of ${name}, who has ${answer}`
    assert.equal(balance, answer === 'waiting' ? wanted : 0n, about)
    const told = paid.map((one) => `${nameOf(one.code)} ${one.msat}`)
    assert.deepEqual(told, answer === 'waiting' || wanted === 0n ? [] : [`${payee} ${wanted}`], about)
    round.waited.delete(account)
  }
  assert.deepEqual(
    [...round.waited.values()].filter((msat) => msat > 0n),
    [],
    `round ${round.number}`,
  )
}

type WaitingRow = { code: string; balance: bigint; paid: { code: string; msat: string }[] }
