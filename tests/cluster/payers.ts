/** People who zap, withdraw, deposit, register and report plays. Each request is repeated under its key until it is answered, and
 * what was acknowledged is looked for in the database at the end. */
import { setTimeout as sleep } from 'node:timers/promises'
import { createVisitor, type Visitor } from '#bench/load/visitor.ts'
import type { Figures } from '#bench/load/figures.ts'
import { register } from '#contract/accounts/auth.ts'
import type { Endpoint, Sent, Wire } from '#contract/endpoint.ts'
import { reportPlays } from '#contract/listening/plays.ts'
import { createDeposit, send, withdraw } from '#contract/payments/payments.ts'
import { decodeInvoice } from '#protocols/lightning/bolt11.ts'
import type { Database } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'
import { findMissing } from '#tests/faults/kill-load.ts'
import type { NodeControl } from '#tests/faults/node-control.ts'
import type { Random } from '#tests/faults/random.ts'
import { ApiError, newKey } from '#web/data/api.ts'

/** The row of each acknowledged write. Plays are stored without waiting for the disk, so the last of them may be lost. */
const FIND = {
  zap: 'SELECT id::text FROM zap WHERE id = ANY($1)',
  withdrawal: 'SELECT id::text FROM payout WHERE id = ANY($1)',
  deposit: `SELECT payment_hash AS id FROM invoice WHERE payment_hash = ANY($1) AND state = 'paid'`,
  account: 'SELECT email AS id FROM person WHERE email = ANY($1)',
  play: 'SELECT play_id::text AS id FROM play WHERE play_id = ANY($1)',
} as const
type Kind = keyof typeof FIND

export type Payers = {
  acknowledged: Record<Kind, string[]>
  /** Refused for a reason, by code. */
  refused: Record<string, number>
  /** When a write was acknowledged. */
  times: number[]
  run(signal: AbortSignal): Promise<void>
  findLost(database: Database, kinds: readonly Kind[]): Promise<string[]>
}

const WEIGHTS = { zap: 40, withdrawal: 20, deposit: 20, play: 17, account: 3 } as const
const PAUSE_MS = 200
const RETRY_MS = 300
const EXPIRY_SECONDS = 600
const HEARD_SECONDS = 31
/** Apart from the addresses of other visitors. */
const FIRST_NUMBER = 50_000

type Options = {
  origin: string
  figures: Figures
  tokens: readonly string[]
  trackId: string
  node: NodeControl
  random: Random
  weights?: Record<Kind, number>
}

export function createPayers({ origin, figures, tokens, trackId, node, random, weights = WEIGHTS }: Options): Payers {
  const acknowledged: Payers['acknowledged'] = { zap: [], withdrawal: [], deposit: [], account: [], play: [] }
  const refused: Record<string, number> = {}
  const times: number[] = []
  let number = FIRST_NUMBER

  /** Null when it was refused. */
  const ask = async <E extends Endpoint>(visitor: Visitor, endpoint: E, input: Sent<E>): Promise<Wire<E> | null> => {
    const idempotencyKey = newKey()
    for (;;) {
      try {
        const answer = await visitor.callAs('call')(endpoint, input, { idempotencyKey })
        times.push(performance.now())
        return answer
      } catch (error) {
        const isFinal = error instanceof ApiError && error.status < 500 && error.code !== 'idempotency-key-running'
        if (isFinal) {
          refused[error.code] = (refused[error.code] ?? 0) + 1
          return null
        }
        await sleep(RETRY_MS)
      }
    }
  }
  const kinds: Record<Kind, (visitor: Visitor) => Promise<string | undefined>> = {
    zap: async (visitor) =>
      (await ask(visitor, send, { body: { contentId: trackId, msatAmount: random.between(1_000, 9_000) } }))?.paymentId,
    async withdrawal(visitor) {
      const amountMsat = BigInt(random.between(1_000, 9_000))
      const { bolt11 } = await node.makeInvoice({ amountMsat, expirySeconds: EXPIRY_SECONDS })
      return (await ask(visitor, withdraw, { body: { invoice: bolt11 } }))?.paymentId
    },
    async deposit(visitor) {
      const made = await ask(visitor, createDeposit, { body: { msatAmount: random.between(1_000, 9_000) } })
      if (made === null) return
      await node.settle(made.request)
      return decodeInvoice(made.request).paymentHash
    },
    async play() {
      // Each listener counts once.
      const visitor = createVisitor(origin, figures, number++)
      const startedAt = new Date(Date.now() - HEARD_SECONDS * 1_000).toISOString()
      const play = { playId: newId(), contentId: trackId, secondsHeard: HEARD_SECONDS, startedAt, agent: 'peal-load/1' }
      const verdict = await ask(visitor, reportPlays, { body: { plays: [play] } })
      visitor.close()
      return verdict?.counted === 1 ? play.playId : undefined
    },
    async account() {
      const visitor = createVisitor(origin, figures, number++)
      const name = `new${newKey().slice(0, 12)}`
      const email = `${name}@example.com`
      const made = await ask(visitor, register, { body: { email, password: newKey(), name } })
      visitor.close()
      return made === null ? undefined : email
    },
  }
  const pay = async (token: string, signal: AbortSignal) => {
    const visitor = createVisitor(origin, figures, number++)
    visitor.token = token
    while (!signal.aborted) {
      const kind = random.weigh(weights)
      const id = await kinds[kind](visitor)
      if (id !== undefined) acknowledged[kind].push(id)
      await sleep(PAUSE_MS)
    }
    visitor.close()
  }
  return {
    acknowledged,
    refused,
    times,
    run: async (signal) => void (await Promise.all(tokens.map((token) => pay(token, signal)))),
    findLost: async (database, of) =>
      (await Promise.all(of.map((kind) => findMissing(database, kind, acknowledged[kind], FIND[kind])))).flat(),
  }
}
