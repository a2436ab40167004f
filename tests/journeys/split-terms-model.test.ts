/** Random orders of new terms, answers and zaps, all against one model of who had agreed to what: every msat is booked by the
 * terms in force, nothing is lost, and nothing goes to somebody who had not agreed. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createArtist } from '#contract/catalog/artists.ts'
import { acceptSplitOffer, declineSplitOffer, listSplitOffers } from '#contract/catalog/split-offers.ts'
import { createSplit, updateSplit } from '#contract/catalog/splits.ts'
import { createInvoice, send } from '#contract/payments/payments.ts'
import { splitPayment } from '#contract/split.ts'
import { decodeInvoice } from '#protocols/lightning/bolt11.ts'
import { createRandom } from '../faults/random.ts'
import { assertBooksBalance } from '../refusals.ts'
import { createTestUser, fillBalance, type TestUser, until } from '../users.ts'
import { createTestWorld, type TestWorld } from '../world.ts'

const INTERLEAVINGS = 200
const STEPS = 5
const CONTENTS_AT_ONCE = 20

type Name = 'mara' | 'ada' | 'ben'
type Answer = 'agreed' | 'waiting' | 'declined' | 'withdrawn'
type Share = { name: Name; weight: number; answer: Answer; isLowered: boolean }
/** Terms as the rules see them. */
type Version = { shares: Share[]; state: 'in force' | 'pending' | 'over'; waiting: Map<Name, bigint> }
type Model = { versions: Version[]; balances: Map<Name, bigint> }

let world: TestWorld
let users: Record<Name, TestUser>
let listener: TestUser

before(async () => {
  world = await createTestWorld()
  const [mara, ada, ben] = [
    await createTestUser(world, { name: 'mara' }),
    await createTestUser(world, { name: 'ada' }),
    await createTestUser(world, { name: 'ben' }),
  ]
  users = { mara, ada, ben }
  listener = await createTestUser(world, { name: 'robin' })
  await fillBalance(world, listener, 50_000_000)
})
after(() => world[Symbol.asyncDispose]())

const inForce = ({ versions }: Model) => versions.find(({ state }) => state === 'in force')
const pendingOf = ({ versions }: Model) => versions.find(({ state }) => state === 'pending')
const totalOf = (shares: readonly Share[]) => shares.reduce((sum, { weight }) => sum + weight, 0)
const fractionOf = (shares: readonly Share[], name: Name) =>
  (shares.find((share) => share.name === name)?.weight ?? 0) / totalOf(shares)

function book(model: Model, { shares, waiting }: Version, amountMsat: bigint): void {
  const recipients = shares.filter(({ weight }) => weight > 0).map(({ name, weight }) => ({ key: name, weight }))
  for (const { key, amountMsat: msat } of splitPayment(amountMsat, { feePpm: 50_000, recipients })) {
    if (key === null) continue
    const { answer } = shares.find(({ name }) => name === key)!
    if (answer === 'waiting') waiting.set(key as Name, (waiting.get(key as Name) ?? 0n) + msat)
    else credit(model, answer === 'agreed' ? (key as Name) : 'mara', msat)
  }
}

function credit({ balances }: Model, name: Name, msat: bigint): void {
  balances.set(name, (balances.get(name) ?? 0n) + msat)
}

function end(version: Version): void {
  version.state = 'over'
}

function begin(model: Model, version: Version): void {
  const before_ = inForce(model)
  if (before_ !== undefined) end(before_)
  version.state = 'in force'
}

/** Terms that give the owner alone everything, before there is a split. */
const alone: Share[] = [{ name: 'mara', weight: 1, answer: 'agreed', isLowered: false }]

function setTerms(model: Model, wanted: { name: Name; weight: number }[]): void {
  const base = inForce(model)?.shares ?? alone
  const isSame = (shares: readonly Share[]) => {
    const placed = shares.filter(({ weight }) => weight > 0)
    const isOpen = shares.every(({ answer }) => answer !== 'declined')
    const textOf = (terms: readonly { name: Name; weight: number }[]) =>
      terms.map(({ name, weight }) => `${name} ${weight}`).join()
    return isOpen && textOf(placed) === textOf(wanted)
  }
  const pending = pendingOf(model)
  if (inForce(model) !== undefined && isSame(base)) {
    if (pending !== undefined) withdraw(pending)
    return
  }
  if (pending !== undefined && isSame(pending.shares)) return
  if (pending !== undefined) withdraw(pending)
  const total = wanted.reduce((sum, { weight }) => sum + weight, 0)
  const shares: Share[] = wanted.map(({ name, weight }) => {
    const known = base.find((share) => share.name === name)
    const hadAgreed = known?.answer === 'agreed' && known.weight > 0
    const isLowered = name !== 'mara' && hadAgreed && weight / total < fractionOf(base, name) - 1e-12
    return { name, weight, isLowered, answer: name === 'mara' || (hadAgreed && !isLowered) ? 'agreed' : 'waiting' }
  })
  for (const { name, weight, answer } of base) {
    if (name === 'mara' || weight === 0 || answer !== 'agreed' || shares.some((share) => share.name === name)) continue
    shares.push({ name, weight: 0, answer: 'waiting', isLowered: true })
  }
  const version: Version = { shares, state: 'pending', waiting: new Map() }
  model.versions.push(version)
  if (!shares.some(({ isLowered }) => isLowered)) begin(model, version)
}

function withdraw(version: Version): void {
  end(version)
  for (const share of version.shares) if (share.answer === 'waiting') share.answer = 'withdrawn'
}

function answer(model: Model, index: number, name: Name, isAgreed: boolean): void {
  const version = model.versions[index]!
  const share = version.shares.find((one) => one.name === name)!
  if (!isAgreed) {
    share.answer = 'declined'
    credit(model, 'mara', version.waiting.get(name) ?? 0n)
    version.waiting.delete(name)
    if (version.state === 'pending' && share.isLowered) withdraw(version)
    return
  }
  const least = fractionOf(version.shares, name)
  for (const later of model.versions.slice(index)) {
    const own = later.shares.find((one) => one.name === name && one.answer === 'waiting')
    if (own === undefined) continue
    if (later !== version && (own.isLowered || fractionOf(later.shares, name) < least - 1e-12)) continue
    own.answer = 'agreed'
    credit(model, name, later.waiting.get(name) ?? 0n)
    later.waiting.delete(name)
    const isBlocked = later.shares.some((one) => one.isLowered && one.answer !== 'agreed')
    if (later.state === 'pending' && !isBlocked) begin(model, later)
  }
}

/** One content, whose money is compared after each interleaving by what the model says of it. */
async function interleave(seed: number): Promise<Model> {
  const random = createRandom(seed)
  const model: Model = { versions: [], balances: new Map() }
  const { id: contentId } = await users.mara.call(createArtist, { body: { name: `Seed ${seed}` } })
  const unpaid: { hash: string; invoiceId: string; version: Version }[] = []
  const numbers: string[] = []
  const versionNow = () => inForce(model) ?? { shares: alone, state: 'in force' as const, waiting: new Map() }
  for (let step = 0; step < STEPS; step++) {
    const dice = random.next()
    const amountMsat = random.between(1_000, 10_000)
    if (step === 0 || dice < 0.3) {
      const names = random.pick<Name[]>([
        ['mara', 'ada'],
        ['mara', 'ada', 'ben'],
        ['ada', 'ben'],
        ['ben', 'mara'],
        ['mara'],
      ])
      const wanted = names.map((name) => ({ name, weight: random.between(1, 4) }))
      const body = { contentId, splitRecipients: wanted.map(({ name, weight }) => ({ name, share: weight })) }
      await users.mara.call(model.versions.length === 0 ? createSplit : updateSplit, { body })
      setTerms(model, wanted)
    } else if (dice < 0.6) {
      const name = random.pick<Name>(['ada', 'ben'])
      const offers = (await users[name].call(listSplitOffers, {})).filter((offer) => offer.contentId === contentId)
      const open = model.versions.flatMap((version, index) => {
        const own = version.shares.find((share) => share.name === name)
        const isListed = version.state !== 'over' || (version.waiting.get(name) ?? 0n) > 0n
        return own?.answer === 'waiting' && isListed ? [index] : []
      })
      assert.equal(offers.length, open.length, `offers of ${name}, seed ${seed}`)
      if (open.length === 0) continue
      const place = random.between(0, open.length - 1)
      // Offers are listed with the newest first.
      const offer = offers[offers.length - 1 - place]!
      const index = open[place]!
      assert.equal(BigInt(offer.msatWaiting), model.versions[index]!.waiting.get(name) ?? 0n, `waiting, seed ${seed}`)
      const isAgreed = random.next() < 0.7
      const params = { versionId: offer.versionId }
      await users[name].call(isAgreed ? acceptSplitOffer : declineSplitOffer, { params })
      answer(model, index, name, isAgreed)
    } else if (dice < 0.7) {
      const invoice = await world.call(createInvoice, { body: { contentId, msatAmount: amountMsat } })
      unpaid.push({
        hash: decodeInvoice(invoice.request).paymentHash,
        invoiceId: invoice.invoiceId,
        version: versionNow(),
      })
      numbers.push(`${amountMsat}`)
    } else {
      await listener.call(send, { body: { contentId, msatAmount: amountMsat } })
      book(model, versionNow(), BigInt(amountMsat))
    }
  }
  for (const [index, { hash, version }] of unpaid.entries()) {
    await world.node.settle(hash)
    book(model, version, BigInt(numbers[index]!))
  }
  return model
}

test(
  '200 random orders of terms, consent and zaps are booked exactly as the rules say',
  { timeout: 300_000 },
  async (context) => {
    const first = Number(process.env['PEAL_SEED'] ?? Math.floor(Math.random() * 1e9))
    context.diagnostic(`seeds ${first} to ${first + INTERLEAVINGS - 1}; the first one is PEAL_SEED`)
    const names: Name[] = ['mara', 'ada', 'ben']
    const balances = async () => Promise.all(names.map((name) => users[name].balance()))
    for (let start = first; start < first + INTERLEAVINGS; start += CONTENTS_AT_ONCE) {
      // Another minute of the limit for invoices.
      world.clock.step(61_000)
      const earlier = await balances()
      const seeds = Array.from({ length: CONTENTS_AT_ONCE }, (_, index) => start + index)
      const models = await Promise.all(seeds.map(interleave))
      const wanted = names.map((name, index) =>
        models.reduce((sum, model) => sum + Number(model.balances.get(name) ?? 0n), earlier[index]!),
      )
      await until(async () => JSON.stringify(await balances()) === JSON.stringify(wanted), 5_000).catch(async () =>
        assert.deepEqual(await balances(), wanted, `seeds ${start} to ${seeds.at(-1)}`),
      )
    }
    await assertBooksBalance(world)
  },
)
