/** Concurrent zaps to one artist, beside plain statements that write a zap's ledger rows for users who share no row:
 * `node bench/hot-artist.ts`. Without HTTP; that is http-zap.ts. */
import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { createArtist } from '#server/catalog/music/artists.ts'
import { agreeToOffers } from '#server/catalog/splits/consent.fixture.ts'
import { createSplit } from '#server/catalog/splits/splits.ts'
import { userAccount } from '#server/ledger/accounts.ts'
import { lockUserBalances } from '#server/ledger/balances.ts'
import { postAll, type NewTransfer } from '#server/ledger/transfer.ts'
import { creditArrivals } from '#server/payments/incoming/credit.ts'
import { createBalanceSends } from '#server/payments/zaps/send.ts'
import { readPayableTerms } from '#server/payments/recipients/terms.ts'
import { newId } from '#server/platform/ids.ts'
import { createLog, writeToStderr } from '#server/platform/log.ts'
import { buildWorld, type World } from '#server/world.ts'
import { createScriptedNode } from '#tests/scripted-node.ts'
import { testConfig } from '#tests/world.ts'
import { compareInTurns, ratePerSecond, type BenchResult } from './measure.ts'
import { zapRaw } from './raw-zap.ts'
import * as stages from './zap-stage.ts'

const { CLIENT_COUNT, ROUND_COUNT, ROUND_MS } = stages
const PAYER_COUNT = 500
/** More clients than connections, as with a popular artist. */
const WAITING_COUNT = 40
const BALANCE_MSAT = 100_000_000_000n
const ZAP_MSAT = 5_000n
const BATCH = 20

type Scene = { world: World; payers: string[]; artists: string[]; contentId: string; raw: () => Promise<number> }

export async function run(): Promise<BenchResult[]> {
  await using stage = await stages.openStage()
  await using stack = new AsyncDisposableStack()
  const beside = stack.adopt(await stages.openBeside(stage), (database) => database.close())
  const users = await stages.openUsers(beside)
  const raw = () => ratePerSecond(CLIENT_COUNT, ROUND_MS, () => zapRaw(beside.pool, users))
  const config = testConfig(path.join(stage.dataDir, 'server'), stage.ownerUrl, { DATABASE_CONNECTIONS: '10' })
  const world = await buildWorld(config, createLog(writeToStderr, 'error'), { node: createScriptedNode() })
  stack.defer(() => world.stop())
  const scene = { world, raw, ...(await createTestUsers(world)) }
  return [await sendAll(scene), await postBatches(scene), await creditAll(scene)]
}

const common = { unit: 'zaps/s', limitName: "plain statements for a zap's ledger rows, nobody shares a row" }

/** Writes everything that a zap from the balance writes, as the server does: one transaction for all waiting zaps. */
async function sendAll({ world, payers, contentId, raw }: Scene): Promise<BenchResult> {
  const send = createBalanceSends(world.payments)
  const zap = () => {
    const userId = payers[Math.floor(Math.random() * payers.length)]!
    return send(stages.userOf(userId), newId(), { contentId, msatAmount: ZAP_MSAT, comment: 'Storm!', contentTime: 7 })
  }
  const rates = await compareInTurns(() => ratePerSecond(WAITING_COUNT, ROUND_MS, zap), raw, ROUND_COUNT)
  return { name: 'zaps from balances, all to one artist', ...common, ...rates, goal: 0.45 }
}

/** The ledger alone. */
async function postBatches({ world, payers, artists, raw }: Scene): Promise<BenchResult> {
  const [first = '', second = ''] = artists
  const transferOf = (): NewTransfer => ({
    idem: `zap:${newId()}`,
    kind: 'content-payment',
    legs: [
      { account: userAccount(payers[Math.floor(Math.random() * payers.length)]!), amountMsat: -ZAP_MSAT },
      { account: userAccount(first), amountMsat: 2_708n },
      { account: userAccount(second), amountMsat: 2_042n },
      { account: 'platform_fee', amountMsat: 250n },
    ],
  })
  const batch = () => {
    const transfers = Array.from({ length: BATCH }, transferOf)
    const people = transfers.flatMap(({ legs }) =>
      legs.flatMap(({ account }) => (typeof account === 'object' && 'userId' in account ? account.userId : [])),
    )
    return world.database.transaction(async (tx) => {
      await lockUserBalances(tx, people)
      await postAll(tx, transfers)
    })
  }
  const value = async () => BATCH * (await ratePerSecond(2, ROUND_MS, batch))
  const rates = await compareInTurns(value, raw, ROUND_COUNT)
  return { name: `ledger, ${BATCH} zaps to one artist a transaction`, ...common, ...rates, goal: 1.2 }
}

/** A backlog of one node's feed: paid invoices, with everything that a zap writes. */
async function creditAll({ world, contentId, raw }: Scene): Promise<BenchResult> {
  const { payments, database } = world
  const { terms } = await readPayableTerms(payments, database.read, contentId)
  const value = async () => {
    const hashes = await makeInvoices(world, contentId, terms)
    const settledAt = new Date()
    const credit = () => {
      const batch = hashes.splice(0, BATCH)
      if (batch.length === 0) throw new Error('There are too few invoices for a round')
      const arrivals = batch.map((paymentHash) => ({ paymentHash, receivedMsat: ZAP_MSAT, settledAt }))
      return creditArrivals(payments, arrivals, { feed: 'bench', cursor: String(hashes.length) })
    }
    return BATCH * (await ratePerSecond(1, ROUND_MS, credit))
  }
  const rates = await compareInTurns(value, raw, ROUND_COUNT)
  return { name: 'settled invoices of one artist, from a backlog', ...common, ...rates, goal: null }
}

const INVOICES_A_ROUND = 20_000

async function makeInvoices({ database }: World, contentId: string, terms: object): Promise<string[]> {
  const hashes = Array.from({ length: INVOICES_A_ROUND }, () => randomBytes(32).toString('hex'))
  await database.pool.query(
    `insert into invoice (id, purpose, state, content_id, content_type, content_title, terms, amount_msat, payment_hash,
      bolt11, expires_at, next_check_at, created_at)
    select gen_random_uuid(), 'zap', 'open', $1, 'artist', 'Hot', $2, $3, hash, 'lnbcrt1', now() + interval '1 day',
      now() + interval '1 day', now() from unnest($4::text[]) hash`,
    [contentId, JSON.stringify(terms), String(ZAP_MSAT), hashes],
  )
  return hashes
}

async function createTestUsers(world: World): Promise<Pick<Scene, 'payers' | 'artists' | 'contentId'>> {
  const { database, clock } = world
  const names = ['first', 'second', ...Array.from({ length: PAYER_COUNT }, (_, index) => `payer${index}`)]
  const people = new Map((await stages.addUsers(world, names)).map((one) => [one.username, one.userId]))
  const [first, second, ...payers] = names.map((name) => people.get(name)!)
  for (let start = 0; start < payers.length; start += 100) {
    await database.transaction((tx) => stages.fillBalances(tx, payers.slice(start, start + 100), BALANCE_MSAT))
  }
  const who = stages.userOf(first!)
  const catalog = stages.catalogOf(world)
  const { id: contentId } = await createArtist(catalog, who, newId(), { name: 'Hot' })
  const splitRecipients = [
    { name: 'first', share: 57 },
    { name: 'second', share: 43 },
  ]
  await createSplit(catalog, who, newId(), { contentId, contentType: 'artist', splitRecipients })
  await agreeToOffers(database, [second!], clock.now())
  return { payers, artists: [first!, second!], contentId }
}

if (import.meta.main) for (const result of await run()) console.log(JSON.stringify(result))
