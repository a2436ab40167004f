/** The payments of the demo catalogue, dated in the past weeks, so that its charts, wallets and tickers have weeks to show.
 * They go the way of all payments: the external wallet of the sandbox pays an invoice, or a balance pays, and both are
 * booked by the functions of payments, once, with entries that balance. Only the time is given: `occurredAt` in the
 * ledger is that of the payment, and the rows are inserted now, which their `created_at` says. The requests come from the
 * process that makes the catalogue, over its channel to this one: no request over the network can date a payment. */
import type { ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { Id } from '#contract/fields.ts'
import { selectUsersByUsernames } from './accounts/queries.ts'
import type { SandboxNode } from './lightning/sandbox/adapter.ts'
import type { PaymentDeps } from './payments/deps.ts'
import { idOfHash } from './platform/ids.ts'
import { createBalanceSends } from './payments/zaps/send.ts'

const OLDEST_DAYS = 90
const DAY_MS = 86_400_000

const Request = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('pay'), id: z.int(), settledAt: z.string(), bolt11: z.string() }),
  z.object({
    kind: z.literal('zap'),
    id: z.int(),
    settledAt: z.string(),
    /** The same in a repeated request, which pays nothing again. */
    key: z.string(),
    username: z.string(),
    contentId: Id,
    msatAmount: z.int(),
    comment: z.nullable(z.string()),
    contentTime: z.nullable(z.int()),
  }),
])
type Request = z.output<typeof Request>

export type DemoPayments = { payments: PaymentDeps; sandbox: Pick<SandboxNode, 'outside'> }

/** Responds to the requests of this process until it ends. */
export function serveDemoPayments(child: ChildProcess, { payments, sandbox }: DemoPayments): void {
  const send = createBalanceSends(payments)
  const perform = async (request: Request): Promise<void> => {
    const settledAt = pastTime(request.settledAt, payments.clock.now())
    if (request.kind === 'pay') {
      const { state } = await sandbox.outside.payInvoice(request.bolt11, undefined, settledAt)
      if (state === 'failed') throw new Error('The external wallet could not pay')
      return
    }
    const { key, username, contentId, msatAmount, comment, contentTime } = request
    const [user] = await selectUsersByUsernames(payments.database.read, [username])
    if (user === undefined) throw new Error(`There is no user ${username}`)
    const caller = { kind: 'user', userId: user.id, role: null, isLocked: false, isFresh: true } as const
    const zap = { contentId, msatAmount: BigInt(msatAmount), comment, contentTime }
    await send({ ...caller, lacksSecondFactor: false, sessionId: null, ip: '127.0.0.1' }, idOf(key), zap, settledAt)
  }
  child.on('message', (message) => {
    const id = (message as { id?: number } | null)?.id
    const reply = (error: string | null) => child.connected && child.send({ id, error })
    const { data: request, error: fault } = Request.safeParse(message)
    if (fault) return void reply(z.prettifyError(fault))
    perform(request).then(
      () => reply(null),
      (error: unknown) => reply(error instanceof Error ? error.message : 'unknown'),
    )
  })
}

function pastTime(text: string, now: Date): Date {
  const time = new Date(text)
  const days = (now.getTime() - time.getTime()) / DAY_MS
  if (!(days >= 0 && days <= OLDEST_DAYS)) throw new RangeError(`${text} is not in the past ${OLDEST_DAYS} days`)
  return time
}

/** The operation id of a zap with this key. */
function idOf(key: string): string {
  return idOfHash(createHash('sha256').update(key).digest('hex'), 4)
}
