/** One day of promos with honest listeners and a farm, through the same decisions as real rewards. The parameters are in
 * simulation-parameters.ts. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decideReward, isSuspicious, type Given, type PromoLimits, type Refusal } from './limits.ts'
import { SIMULATION } from './simulation-parameters.ts'

const MINUTES_OF_DAY = 24 * 60
const { promoCount, payoutMsat, budgetMsat, honest, farm, trackSeconds } = SIMULATION

type Listener = { isFarm: boolean; isNew: boolean; network: number; startMinute: number; minutes: number }
type Tally = { asked: number; paid: number; refused: Record<Refusal, number> }

/** Mulberry32: small, and the same in every run. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const random = createRandom(SIMULATION.seed)
const within = (min: number, max: number) => min + Math.floor(random() * (max - min + 1))

function createListeners(): Listener[] {
  const all: Listener[] = []
  let network = honest.sharedNetworkCount
  for (let index = 0; index < honest.count; index++) {
    const isShared = random() * 100 < honest.sharedPercent
    const minutes = within(honest.minutes.min, honest.minutes.max)
    all.push({
      isFarm: false,
      isNew: random() * 100 < honest.newPercent,
      network: isShared ? within(0, honest.sharedNetworkCount - 1) : network++,
      startMinute: within(0, MINUTES_OF_DAY - minutes),
      minutes,
    })
  }
  for (let index = 0; index < farm.accountCount; index++) {
    const own = network + (index % farm.networkCount)
    all.push({ isFarm: true, isNew: true, network: own, startMinute: 0, minutes: farm.hours * 60 })
  }
  return all
}

const emptyTally = (): Tally => ({
  asked: 0,
  paid: 0,
  refused: { ended: 0, listener: 0, track: 0, network: 0, newcomers: 0 },
})

/** All counts of the day, as promo_count has them. */
class Day {
  readonly promos: PromoLimits[] = Array.from({ length: promoCount }, () => ({
    payoutMsat,
    budgetMsat,
    restMsat: budgetMsat,
    durationSeconds: within(trackSeconds.min, trackSeconds.max),
  }))
  readonly earned: bigint[] = []
  readonly networks = new Map<number, { newAccounts: Set<number>; msat: bigint }>()
  private readonly tracks = new Map<number, number>()
  private readonly networkPromos = new Map<number, bigint>()
  private readonly newcomers: bigint[] = Array.from({ length: promoCount }, () => 0n)

  /** Requests one minute. */
  ask(listener: Listener, who: number, promoIndex: number): Refusal | 'paid' {
    const promo = this.promos[promoIndex]!
    const network = this.networks.get(listener.network) ?? { newAccounts: new Set<number>(), msat: 0n }
    const [track, networkPromo] = [who * promoCount + promoIndex, listener.network * promoCount + promoIndex]
    const given: Given = {
      listenerMsat: this.earned[who] ?? 0n,
      trackCount: this.tracks.get(track) ?? 0,
      networkMsat: network.msat,
      networkPromoMsat: this.networkPromos.get(networkPromo) ?? 0n,
      siteMsat: null,
      sitePromoMsat: null,
      newcomersMsat: this.newcomers[promoIndex]!,
    }
    const decision = decideReward(promo, given, listener.isNew)
    if (decision !== 'paid' && decision !== 'maturing') return decision
    if (decision === 'maturing') this.newcomers[promoIndex]! += payoutMsat
    this.tracks.set(track, given.trackCount + 1)
    this.networkPromos.set(networkPromo, given.networkPromoMsat + payoutMsat)
    promo.restMsat -= payoutMsat
    this.earned[who] = given.listenerMsat + payoutMsat
    if (listener.isNew) network.newAccounts.add(who)
    network.msat += payoutMsat
    this.networks.set(listener.network, network)
    return 'paid'
  }
}

/** An honest listener hears one track after another; a farm account takes every promo that still pays. */
function playDay(day: Day, listeners: readonly Listener[]): { honestly: Tally; farmed: Tally } {
  const [honestly, farmed] = [emptyTally(), emptyTally()]
  const current = listeners.map(() => ({ promo: within(0, promoCount - 1), left: 0 }))
  for (let minute = 0; minute < MINUTES_OF_DAY; minute++) {
    for (const [who, listener] of listeners.entries()) {
      if (minute < listener.startMinute || minute >= listener.startMinute + listener.minutes) continue
      const tally = listener.isFarm ? farmed : honestly
      const track = current[who]!
      if (track.left === 0) {
        track.promo = (track.promo + 1) % promoCount
        track.left = Math.max(1, Math.floor(day.promos[track.promo]!.durationSeconds / 60))
      }
      tally.asked++
      const outcome = day.ask(listener, who, track.promo)
      if (outcome === 'paid') tally.paid++
      else tally.refused[outcome]++
      track.left = outcome !== 'paid' && listener.isFarm ? 0 : track.left - 1
    }
  }
  return { honestly, farmed }
}

test('a farm keeps at most 5 %, and at most 1 % of honest minutes within budget are refused', (context) => {
  const listeners = createListeners()
  const day = new Day()
  const { honestly, farmed } = playDay(day, listeners)
  const held = new Set<number>()
  for (const { newAccounts, msat } of day.networks.values()) {
    if (!isSuspicious({ newAccounts: newAccounts.size, networkMsat: msat })) continue
    for (const who of newAccounts) held.add(who)
  }
  // Operators reverse what the farm has on hold, and release the others.
  let [keptMsat, farmMsat, honestMsat, heldHonest] = [0n, 0n, 0n, 0]
  for (const [who, listener] of listeners.entries()) {
    const msat = day.earned[who] ?? 0n
    if (!listener.isFarm) {
      honestMsat += msat
      if (held.has(who)) heldHonest++
      continue
    }
    farmMsat += msat
    if (!held.has(who)) keptMsat += msat
  }
  const keepsPercent = Number((keptMsat * 10_000n) / (honestMsat + farmMsat)) / 100
  const tookPercent = Number((farmMsat * 10_000n) / (honestMsat + farmMsat)) / 100
  const { refused } = honestly
  const withinBudget = honestly.asked - refused.ended - refused.newcomers
  const refusedPercent = ((refused.listener + refused.track + refused.network) / withinBudget) * 100
  context.diagnostic(
    `the farm took ${tookPercent} % and keeps ${keepsPercent} % (${farmed.paid} of ${farmed.asked} minutes); ` +
      `${refusedPercent.toFixed(2)} % of ${withinBudget} honest minutes within budget refused, ` +
      `${refused.newcomers} of new accounts and ${refused.ended} after the end besides; ${heldHonest} honest accounts held`,
  )
  assert.ok(keepsPercent <= SIMULATION.farmKeepsPercentMax, `${keepsPercent} %`)
  assert.ok(refusedPercent <= SIMULATION.honestRefusedPercentMax, `${refusedPercent} %`)
  assert.ok(farmed.paid > 0 && honestly.paid > 100_000)
})

test('no listener, network or promo gets more than its limit, with any requests', () => {
  const promo = { payoutMsat: 100_000n, budgetMsat: 20_000_000n, restMsat: 20_000_000n, durationSeconds: 600 }
  const nothing: Given = {
    listenerMsat: 0n,
    trackCount: 0,
    networkMsat: 0n,
    networkPromoMsat: 0n,
    siteMsat: 0n,
    sitePromoMsat: 0n,
    newcomersMsat: 0n,
  }
  const decide = (given: Partial<Given>, isNew = false) => decideReward(promo, { ...nothing, ...given }, isNew)
  assert.equal(decide({}), 'paid')
  assert.equal(decide({}, true), 'maturing')
  assert.equal(decide({ listenerMsat: 400_000n }), 'paid')
  assert.equal(decide({ listenerMsat: 400_001n }), 'listener')
  assert.equal(decide({ trackCount: 9 }), 'paid')
  assert.equal(decide({ trackCount: 10 }), 'track')
  assert.equal(decide({ networkMsat: 400_000n, networkPromoMsat: 400_000n }), 'paid')
  assert.equal(decide({ networkMsat: 400_001n }), 'network')
  assert.equal(decide({ networkPromoMsat: 400_001n }), 'network')
  assert.equal(decide({ siteMsat: 1_900_000n, sitePromoMsat: 1_900_000n }), 'paid')
  assert.equal(decide({ siteMsat: 1_900_001n }), 'network')
  assert.equal(decide({ newcomersMsat: 900_000n }, true), 'maturing')
  assert.equal(decide({ newcomersMsat: 900_001n }, true), 'newcomers')
  assert.equal(decide({ newcomersMsat: 900_001n }), 'paid')
  assert.equal(decideReward({ ...promo, restMsat: 99_999n }, nothing, false), 'ended')
  // A track shorter than a minute pays once a day.
  assert.equal(decideReward({ ...promo, durationSeconds: 20 }, { ...nothing, trackCount: 0 }, false), 'paid')
  assert.equal(decideReward({ ...promo, durationSeconds: 20 }, { ...nothing, trackCount: 1 }, false), 'track')
})
