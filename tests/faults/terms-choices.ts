/** The random choices of terms-race.test.ts: what is changed next, and what is paid. */
import type { Random } from './random.ts'
import { inForce, OWNER, placed, type Change, type Payment, type State, type Weight } from './terms-model.ts'

export const PARTNERS = ['ada', 'ben', 'cem']

/** `address`: on another server. */
export type Choosing = { random: Random; state: State; address: string }

/** Sometimes enough for a payment to the address on the other server. */
const chooseAmount = (random: Random): bigint => BigInt(random.between(1_000, random.next() < 0.1 ? 400_000 : 9_999))

export function choosePayment(random: Random): Payment {
  const to = random.weigh({ content: 10, range: 6, track: 1 })
  return { to, msat: chooseAmount(random), count: 1 }
}

export function chooseTerms({ random, state, address }: Choosing): Weight[] {
  const known = inForce(state)
  const names = [OWNER, ...PARTNERS, address].filter((name) => !state.deleted.includes(name))
  const wanted = names.filter(() => random.next() < 0.6).map((name) => ({ name, weight: random.between(1, 4) }))
  const how = random.next()
  const weights = known === undefined ? [] : placed(known).map(({ name, weight }) => ({ name, weight }))
  const isKept = weights.length > 0 && weights.every(({ name }) => names.includes(name))
  // The terms in force once more, or with one weight changed.
  if (isKept && how < 0.1) return weights
  if (isKept && how < 0.4)
    return weights.with(random.between(0, weights.length - 1), { ...random.pick(weights), weight: 5 })
  return wanted.length > 0 ? wanted : [{ name: OWNER, weight: 1 }]
}

export function chooseChange(round: Choosing): Change {
  const { random, state } = round
  const open = state.versions.flatMap(({ shares }, index) =>
    shares.flatMap(({ name, answer }) =>
      answer === 'waiting' || random.next() < 0.05 ? { number: index + 1, name } : [],
    ),
  )
  const answers = open.filter(({ name }) => PARTNERS.includes(name))
  const kind = random.weigh({ terms: 10, answer: answers.length === 0 ? 0 : 14, range: 3, remove: 1, delete: 1 })
  if (kind === 'answer') return { does: random.next() < 0.7 ? 'accept' : 'decline', ...random.pick(answers) }
  if (kind === 'remove') return { does: 'remove' }
  if (kind === 'range') {
    const denominator = random.between(1, 7)
    const part = { numerator: random.between(1, denominator), denominator }
    return { does: 'time-split', part: random.next() < 0.2 ? null : part }
  }
  const left = PARTNERS.filter((name) => !state.deleted.includes(name))
  if (kind === 'delete' && left.length > 1) return { does: 'delete-account', name: random.pick(left) }
  return { does: inForce(state) === undefined ? 'create' : 'update', wanted: uniqueTerms(chooseTerms(round)) }
}

/** A changed weight may have been that of another partner. */
const uniqueTerms = (wanted: readonly Weight[]): Weight[] =>
  wanted.filter(({ name }, index) => wanted.findIndex((one) => one.name === name) === index)
