/** Registers the sandbox's routes. Only called with the sandbox backend, so that the routes do not exist with any
 * other. */
import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/operator/sandbox.ts'
import { decodeInvoice, InvalidInvoice } from '#protocols/lightning/bolt11.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { on } from '#server/platform/http/http.ts'
import { listUnsentMails } from '#server/platform/mail.ts'
import type { SandboxNode } from './adapter.ts'
import { externalAddressRoutes, externalHost } from './address-routes.ts'
import { sandboxPriceRoute } from './price-route.ts'

export type SandboxDeps = {
  sandbox: SandboxNode
  database: Database
  clock: Clock
  /** The port we listen on. 0 when it is not known in advance; then the external wallet has no address. */
  port: number
}

export function sandboxRoutes(app: FastifyInstance, { sandbox, database, clock, port }: SandboxDeps): void {
  const lightningAddress = port === 0 ? null : `outside@${externalHost(port)}`
  const readState = async () => ({ ...(await sandbox.outside.state()), lightningAddress })
  if (port !== 0) externalAddressRoutes(app, sandbox.outside, port)
  sandboxPriceRoute(app)
  on(app, calls.getSandboxState, readState)
  on(app, calls.setBehaviour, async ({ body }) => {
    await sandbox.outside.setBehaviour(body.mode)
    return readState()
  })
  on(app, calls.makeOutsideInvoice, ({ body }) => {
    if (body.amountMsat === 0n) throw new AppError(400, 'amount-invalid')
    return sandbox.outside.makeInvoice({
      ...(body.amountMsat === undefined ? {} : { amountMsat: body.amountMsat }),
      ...(body.description === undefined ? {} : { description: body.description }),
      ...(body.expirySeconds === undefined ? {} : { expirySeconds: body.expirySeconds }),
    })
  })
  on(app, calls.payFromExternal, async ({ body }) => {
    const bolt11 = body.bolt11.replace(/^lightning:/i, '')
    requirePayable(bolt11, clock.now())
    const outcome = await sandbox.outside.payInvoice(bolt11)
    if (outcome.state === 'succeeded') return { state: 'paid' as const, reason: null }
    if (outcome.state === 'failed') return { state: 'failed' as const, reason: outcome.detail }
    return { state: 'pending' as const, reason: null }
  })
  on(app, calls.listSandboxMails, ({ query }) => listUnsentMails(database, query.to))
}

function requirePayable(bolt11: string, now: Date): void {
  try {
    const invoice = decodeInvoice(bolt11)
    if (invoice.expiresAt <= now) throw new AppError(422, 'invoice-expired')
  } catch (error) {
    if (error instanceof InvalidInvoice) throw new AppError(422, 'invoice-invalid')
    throw error
  }
}
