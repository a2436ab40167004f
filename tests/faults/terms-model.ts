/** The terms of a split, who has agreed to them, and what a payment by them books, as docs/splits.md says it: what the product
 * does is compared with this. Uses no code of the product. */

export const OWNER = 'owner'
export type Answer = 'agreed' | 'waiting' | 'declined' | 'withdrawn'
/** A weight of 0: these terms take away the share of this partner. */
export type Share = { name: string; weight: number; answer: Answer; isLowered: boolean }
/** In the order of their numbers, which begin at 1. */
export type Version = { state: 'pending' | 'in force' | 'over'; isRemoval: boolean; shares: Share[] }
/** How much of a payment within the range of a track goes by the terms; the rest is the owner's. Null: there is no such range. */
export type Part = { numerator: number; denominator: number } | null
export type State = { versions: Version[]; deleted: string[]; part: Part }
export type Weight = Pick<Share, 'name' | 'weight'>

/** `number`: of the version that is answered. */
export type Change =
  | { does: 'create' | 'update'; wanted: Weight[] }
  | { does: 'remove' }
  | { does: 'time-split'; part: Part }
  | { does: 'accept' | 'decline'; number: number; name: string }
  | { does: 'delete-account'; name: string }

/** The terms of a payment. `version`: null when there is no split and the owner gets everything. */
export type Terms = { version: number | null; part: Part }
/** A payment to the content, to a track of the owner within or outside the range that it shares with the content, or for tickets:
 * each is split separately, without a fee. */
export type Payment = { to: 'content' | 'range' | 'track' | 'tickets'; msat: bigint; count: number }

const FEE_PPM = 50_000n
const MILLION = 1_000_000n

/** The state after the change, or null if the change is refused. */
export function apply(before: State, change: Change): State | null {
  const state = structuredClone(before)
  switch (change.does) {
    case 'create':
      return inForce(state) === undefined && setTerms(state, change.wanted) ? state : null
    case 'update':
      return hasTerms(state) && setTerms(state, change.wanted) ? state : null
    case 'remove':
      return hasTerms(state) && setTerms(state, []) ? state : null
    case 'time-split':
      state.part = change.part
      return state
    case 'accept':
      return accept(state, change) ? state : null
    case 'decline':
      return decline(state, change) ? state : null
    case 'delete-account':
      for (const [index, { shares }] of state.versions.entries()) {
        const isOpen = shares.some(({ name, answer }) => name === change.name && answer === 'waiting')
        if (isOpen) decline(state, { number: index + 1, name: change.name })
      }
      state.deleted.push(change.name)
      return state
  }
}

export const inForce = ({ versions }: State) => versions.find(({ state }) => state === 'in force')
const pendingOf = ({ versions }: State) => versions.find(({ state }) => state === 'pending')
const hasTerms = (state: State) => inForce(state) !== undefined || pendingOf(state) !== undefined
export const placed = ({ shares }: Version) => shares.filter(({ weight }) => weight > 0)
/** The owner and addresses on other servers need not agree. */
const isAsked = (name: string) => name !== OWNER && !name.includes('@')

const ALONE: Share[] = [{ name: OWNER, weight: 1, answer: 'agreed', isLowered: false }]
const totalOf = (shares: readonly Weight[]) => shares.reduce((sum, { weight }) => sum + weight, 0)
const weightOf = (shares: readonly Weight[], name: string) => shares.find((share) => share.name === name)?.weight ?? 0

function isLess(name: string, shares: readonly Weight[], than: readonly Weight[]): boolean {
  return weightOf(shares, name) * totalOf(than) < weightOf(than, name) * totalOf(shares)
}

function setTerms(state: State, wanted: readonly Weight[]): boolean {
  if (wanted.some(({ name }) => state.deleted.includes(name))) return false
  const isRemoval = wanted.length === 0
  const isSame = (version: Version) =>
    version.isRemoval === isRemoval &&
    version.shares.every(({ answer }) => answer !== 'declined') &&
    textOf(placed(version)) === textOf(wanted)
  const [current, pending] = [inForce(state), pendingOf(state)]
  const known = [current, pending].find((version) => version !== undefined && isSame(version))
  if (pending !== undefined && pending !== known) withdraw(pending)
  if (known !== undefined) return true
  const lowered = loweredBy(state, { isRemoval, shares: wanted })
  const hadAgreed = agreedIn(state)
  const shares = wanted.map(({ name, weight }): Share => {
    const isLowered = lowered.includes(name)
    const isAgreed = !isAsked(name) || (hadAgreed.includes(name) && !isLowered)
    return { name, weight, isLowered, answer: isAgreed ? 'agreed' : 'waiting' }
  })
  const version: Version = { state: 'pending', isRemoval, shares }
  state.versions.push(version)
  tryBegin(state, version)
  return true
}

const textOf = (shares: readonly Weight[]) => shares.map(({ name, weight }) => `${name} ${weight}`).join()

/** Partners who must agree, and have agreed to the terms in force. */
function agreedIn(state: State): string[] {
  const base = inForce(state)?.shares ?? ALONE
  return base.flatMap(({ name, weight, answer }) => (weight > 0 && answer === 'agreed' && isAsked(name) ? name : []))
}

/** Who would get less than they have agreed to. */
function loweredBy(state: State, { isRemoval, shares }: { isRemoval: boolean; shares: readonly Weight[] }): string[] {
  const base = inForce(state)?.shares ?? ALONE
  const next = isRemoval ? ALONE : shares
  return agreedIn(state).filter((name) => isLess(name, next, base) && !state.deleted.includes(name))
}

/** A version begins when everybody whom it lowers has agreed to that. The terms in force may have changed since. */
function tryBegin(state: State, version: Version): void {
  let isAgreed = true
  for (const name of loweredBy(state, version)) {
    const share = version.shares.find((one) => one.name === name)
    isAgreed &&= share?.answer === 'agreed' && share.isLowered
    if (share === undefined) version.shares.push({ name, weight: 0, answer: 'waiting', isLowered: true })
    else if (!share.isLowered) Object.assign(share, { answer: 'waiting', isLowered: true })
  }
  if (!isAgreed) return
  const before = inForce(state)
  if (before !== undefined) before.state = 'over'
  version.state = version.isRemoval ? 'over' : 'in force'
}

function withdraw(version: Version): void {
  version.state = 'over'
  for (const share of version.shares) if (share.answer === 'waiting') share.answer = 'withdrawn'
}

type Answered = { number: number; name: string }

/** Agreeing to a version agrees to later ones that give at least as much. */
function accept(state: State, { number, name }: Answered): boolean {
  const version = state.versions[number - 1]!
  const own = version.shares.find((share) => share.name === name)
  if (own === undefined || state.deleted.includes(name)) return false
  if (own.answer !== 'waiting') return own.answer === 'agreed'
  const open = state.versions.slice(number).filter(({ shares }) => {
    const later = shares.find((share) => share.name === name)
    return later?.answer === 'waiting' && !later.isLowered && !isLess(name, shares, version.shares)
  })
  for (const one of [version, ...open]) {
    one.shares.find((share) => share.name === name)!.answer = 'agreed'
    if (one.state === 'pending') tryBegin(state, one)
  }
  return true
}

function decline(state: State, { number, name }: Answered): boolean {
  const version = state.versions[number - 1]!
  const own = version.shares.find((share) => share.name === name)
  if (own === undefined || state.deleted.includes(name)) return false
  if (own.answer !== 'waiting') return own.answer === 'declined'
  own.answer = 'declined'
  if (version.state === 'pending' && own.isLowered) withdraw(version)
  return true
}

/** The version by which a payment is shared that is made now. */
export function versionIn(state: State): number | null {
  const current = inForce(state)
  return current === undefined ? null : state.versions.indexOf(current) + 1
}

/** What a payment by these terms adds to each account if it is booked in this state. */
export function bookedBy(terms: Terms, state: State, { to, msat: paidMsat, count }: Payment): Map<string, bigint> {
  const { version } = terms
  const isOwners = to === 'track' || (to === 'range' && terms.part === null)
  const shares = isOwners || version === null ? ALONE : placed(state.versions[version - 1]!)
  const { numerator, denominator } = (to === 'range' && terms.part) || { numerator: 1, denominator: 1 }
  const feePpm = to === 'tickets' ? 0n : FEE_PPM
  const [given, all] = [BigInt(numerator), BigInt(denominator)]
  const total = BigInt(totalOf(shares))
  const places = shares.map((share, index) => accountOf(share, { index, version, state }))
  const fractions = [
    total * (all - given) * (MILLION - feePpm),
    ...shares.map(({ weight }) => BigInt(weight) * given * (MILLION - feePpm)),
    total * all * feePpm,
  ]
  const msats = apportion(paidMsat, fractions, total * all * MILLION)
  const booked = new Map<string, bigint>()
  for (const [index, account] of [`user:${OWNER}`, ...places, 'platform_fee'].entries()) {
    const msat = msats[index]! * BigInt(count)
    if (msat > 0n) booked.set(account, (booked.get(account) ?? 0n) + msat)
  }
  return booked
}

/** By largest remainder; of equal ones, the earlier. */
function apportion(amountMsat: bigint, fractions: readonly bigint[], total: bigint): bigint[] {
  const msats = fractions.map((fraction) => (amountMsat * fraction) / total)
  const order = fractions
    .map((fraction, index) => ({ index, rest: (amountMsat * fraction) % total }))
    .toSorted((one, other) => Number(other.rest - one.rest) || one.index - other.index)
  const left = amountMsat - msats.reduce((sum, msat) => sum + msat, 0n)
  for (const { index } of order.slice(0, Number(left))) msats[index]! += 1n
  return msats
}

type Place = { index: number; version: number | null; state: State }

function accountOf({ name, answer }: Share, { index, version, state }: Place): string {
  if (name.includes('@')) return `outside:${name}`
  if (answer === 'waiting') return `waiting:${version}:${index}`
  if (answer !== 'agreed') return `user:${OWNER}`
  return state.deleted.includes(name) ? 'suspense' : `user:${name}`
}

/** All orders of these. */
export function ordersOf<One>(all: readonly One[]): One[][] {
  if (all.length === 0) return [[]]
  return all.flatMap((one, index) => ordersOf(all.toSpliced(index, 1)).map((rest) => [one, ...rest]))
}
