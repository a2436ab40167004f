/** What the fake node does with a payment, an invoice, a lookup or an event of its feed, and the server of external addresses
 * with a request for an invoice, as tables of weights. The implementation is fake-node.ts. */
import type { AddressFault } from '#tests/address-server.ts'

/** The outcome of a payment, and how its caller learns of it. Times in ms, between the two values. */
export type ScriptedOutcome = {
  /** `final`: the outcome, when it is final. After the others, the outcome is unknown to the caller. */
  answers: 'final' | 'late' | 'in-flight' | 'gateway-timeout' | 'cut'
  ends: 'succeed' | 'fail'
  afterMs: readonly [number, number]
  /** The route costs more than the usual reserve. */
  isCostly?: true
  /** Reports a final failure, and pays some time later. */
  paysAfterFailing?: true
  /** Ends when the lab releases it. */
  isHeldByLab?: true
}

export const scriptedOutcomes = {
  pay: { answers: 'final', ends: 'succeed', afterMs: [0, 40] },
  slow: { answers: 'final', ends: 'succeed', afterMs: [300, 1_200] },
  hold: { answers: 'final', ends: 'succeed', afterMs: [1_500, 4_000] },
  'until-let-go': { answers: 'final', ends: 'succeed', afterMs: [0, 0], isHeldByLab: true },
  'hold-fail': { answers: 'final', ends: 'fail', afterMs: [1_500, 3_000] },
  'in-flight': { answers: 'in-flight', ends: 'succeed', afterMs: [100, 1_500] },
  'cut-after': { answers: 'cut', ends: 'succeed', afterMs: [0, 300] },
  'cut-fail': { answers: 'cut', ends: 'fail', afterMs: [0, 300] },
  'gateway-timeout': { answers: 'gateway-timeout', ends: 'succeed', afterMs: [100, 900] },
  'gateway-timeout-fail': { answers: 'gateway-timeout', ends: 'fail', afterMs: [100, 900] },
  fail: { answers: 'final', ends: 'fail', afterMs: [0, 40] },
  /** Fails immediately, but the response takes a while: others may look it up in the meantime. */
  'late-answer-fail': { answers: 'late', ends: 'fail', afterMs: [0, 0] },
  'fail-then-pay': { answers: 'final', ends: 'fail', afterMs: [0, 40], paysAfterFailing: true },
  costly: { answers: 'final', ends: 'succeed', afterMs: [0, 40], isCostly: true },
} as const satisfies Record<string, ScriptedOutcome>

/** `vanish`: the connection is cut before the node has received the payment. */
export type ScriptedOutcomeName = keyof typeof scriptedOutcomes | 'vanish'

export type FaultMode = 'calm' | 'storm' | 'offline'

export type FaultWeights = {
  pay: Readonly<Partial<Record<ScriptedOutcomeName, number>>>
  create: Readonly<Record<'make' | 'cut-after' | 'refuse', number>>
  lookup: Readonly<Record<'tell' | 'cut' | 'gateway-timeout', number>>
  /** For an unknown payment, the connection is often cut instead of a response. */
  lookupNotFound: Readonly<Record<'tell' | 'cut', number>>
  event: Readonly<Record<'once' | 'twice' | 'again' | 'late' | 'break', number>>
  address: Readonly<Record<AddressFault, number>>
}

const calm: FaultWeights = {
  pay: { pay: 1 },
  create: { make: 1, 'cut-after': 0, refuse: 0 },
  lookup: { tell: 1, cut: 0, 'gateway-timeout': 0 },
  lookupNotFound: { tell: 1, cut: 0 },
  event: { once: 1, twice: 0, again: 0, late: 0, break: 0 },
  address: { none: 1, hang: 0, 'other-amount': 0, 'old-invoice': 0, cut: 0, 'cut-after': 0, gone: 0 },
}

export const faultWeights: Readonly<Record<FaultMode, FaultWeights>> = {
  calm,
  // No request gets a response: see fake-node.ts.
  offline: calm,
  storm: {
    pay: {
      pay: 42,
      slow: 8,
      hold: 4,
      'hold-fail': 2,
      'in-flight': 6,
      'cut-after': 8,
      'cut-fail': 3,
      'gateway-timeout': 9,
      'gateway-timeout-fail': 4,
      fail: 6,
      'late-answer-fail': 2,
      'fail-then-pay': 0.6,
      costly: 2,
      vanish: 4,
    },
    create: { make: 96, 'cut-after': 2, refuse: 2 },
    lookup: { tell: 87, cut: 8, 'gateway-timeout': 5 },
    lookupNotFound: { tell: 1, cut: 1 },
    event: { once: 70, twice: 10, again: 9, late: 9, break: 2 },
    address: { none: 82, hang: 1, 'other-amount': 4, 'old-invoice': 4, cut: 3, 'cut-after': 3, gone: 3 },
  },
}
