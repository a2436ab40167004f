/** Binds the calls about published totals. */
import type { FastifyInstance } from 'fastify'
import { getBalanceProof, getPublishedTotal } from '#contract/payments/liabilities.ts'
import { on, onRaw } from '#server/platform/http/http.ts'
import { countUse } from '#server/platform/http/rate-limit.ts'
import type { LiabilityDeps } from './deps.ts'
import { proveBalance, readTotal } from './prove.ts'

const READS_PER_MINUTE = { max: 60, windowSeconds: 60 }

export function liabilityRoutes(
  app: FastifyInstance,
  deps: Pick<LiabilityDeps, 'database' | 'clock' | 'secret'>,
): void {
  const { database, clock } = deps
  onRaw(
    app,
    getPublishedTotal,
    (fault) => ({ error: fault.message }),
    async ({ query }, { caller }) => {
      await countUse(database.read, `published-total:${caller.ip}`, READS_PER_MINUTE, clock.now())
      return readTotal(deps, query.day)
    },
  )
  on(app, getBalanceProof, async ({ query }, { caller }) => {
    await countUse(database.read, `balance-proof:${caller.ip}`, READS_PER_MINUTE, clock.now())
    return proveBalance(deps, caller, query.day)
  })
}
