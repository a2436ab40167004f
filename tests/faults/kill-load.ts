/** Users who pay while servers and databases are killed, and the list of what they were told was executed. The list
 * is compared with the books at the end: it is the only record independent of the product's rows. */
import { getAccount } from '#contract/accounts/account.ts'
import { createArtist } from '#contract/catalog/artists.ts'
import { register, verifyEmail } from '#contract/accounts/auth.ts'
import { createDeposit, createInvoice, send, withdraw } from '#contract/payments/payments.ts'
import { listSandboxMails, makeOutsideInvoice, payFromExternal } from '#contract/operator/sandbox.ts'
import { ApiError, createCall, newKey, type Call } from '#web/data/api.ts'
import type { Database } from '#server/platform/database/database.ts'
import { until } from '#tests/users.ts'
import { transportTo } from '#tests/world.ts'
import type { Random } from './random.ts'

export type KillLoad = {
  /** Successful responses, by what was paid. */
  readonly acknowledged: Record<'sends' | 'withdrawals' | 'zaps', number>
  /** 500: a bug of ours, also while the database fails. */
  readonly faults: readonly string[]
  createTestUsers(): Promise<void>
  run(atOnce: number, signal: AbortSignal): Promise<void>
  /** What was acknowledged and is not in the books. */
  findLost(database: Database): Promise<string[]>
}

const PASSWORD = 'a long enough password'
const PEOPLE = ['ann', 'ben', 'cem']
const DEPOSIT_MSAT = 20_000_000
const AMOUNT_MAX_MSAT = 3_000
const EXPIRY_SECONDS = 30

export function createKillLoad(origin: () => string, random: Random): KillLoad {
  const acknowledged = { sends: 0, withdrawals: 0, zaps: 0 }
  const faults: string[] = []
  const sends: string[] = []
  const payouts: string[] = []
  const invoices: string[] = []
  const users: Call[] = []
  let contentId = ''
  const reach: Reach = (address, init) => transportTo(origin())(address, init)
  const visitor = createCall(reach)

  const payOnce = async (): Promise<void> => {
    const msatAmount = random.between(1_000, AMOUNT_MAX_MSAT)
    const call = random.pick(users)
    const idempotencyKey = newKey()
    const kind = random.next()
    if (kind < 0.6) {
      const { paymentId } = await call(send, { body: { contentId, msatAmount } }, { idempotencyKey })
      sends.push(paymentId)
      acknowledged.sends++
    } else if (kind < 0.8) {
      const invoice = await visitor(makeOutsideInvoice, {
        body: { amountMsat: msatAmount, expirySeconds: EXPIRY_SECONDS },
      })
      const { paymentId } = await call(withdraw, { body: { invoice: invoice.bolt11 } }, { idempotencyKey })
      payouts.push(paymentId)
      acknowledged.withdrawals++
    } else {
      const { invoiceId, request } = await visitor(createInvoice, { body: { contentId, msatAmount } })
      const { state } = await visitor(payFromExternal, { body: { bolt11: request } })
      if (state !== 'paid') return
      invoices.push(invoiceId)
      acknowledged.zaps++
    }
  }

  return {
    acknowledged,
    faults,
    async createTestUsers() {
      for (const name of PEOPLE) users.push(await signUp(visitor, reach, name))
      contentId = (await users[0]!(createArtist, { body: { name: 'The Kill Lab' } })).id
    },
    async run(atOnce, signal) {
      const pay = async () => {
        while (!signal.aborted) {
          await payOnce().catch(async (error: unknown) => {
            if (error instanceof ApiError && error.status === 500) faults.push(`${error.code}: ${error.message}`)
            await new Promise((resolve) => setTimeout(resolve, 50))
          })
        }
      }
      await Promise.all(Array.from({ length: atOnce }, pay))
    },
    findLost: async (database) => [
      ...(await findMissing(database, 'send', sends, 'SELECT id::text FROM zap WHERE id = ANY($1)')),
      ...(await findMissing(database, 'withdrawal', payouts, 'SELECT id::text FROM payout WHERE id = ANY($1)')),
      ...(await findMissing(
        database,
        'zap',
        invoices,
        `SELECT id::text FROM invoice WHERE id = ANY($1) AND state = 'paid'`,
      )),
    ],
  }
}

type Reach = ReturnType<typeof transportTo>

/** With a confirmed address and a filled balance. */
async function signUp(visitor: Call, reach: Reach, name: string): Promise<Call> {
  const email = `${name}@example.com`
  const { token } = await visitor(register, { body: { email, password: PASSWORD, name } })
  const [mail] = await visitor(listSandboxMails, { query: { to: email } })
  const oobCode = new URL(mail!.links[0]!).searchParams.get('oobCode')!
  await visitor(verifyEmail, { body: { oobCode } })
  const call = createCall(reach, () => token)
  const { request } = await call(createDeposit, { body: { msatAmount: DEPOSIT_MSAT } })
  await visitor(payFromExternal, { body: { bolt11: request } })
  await until(async () => (await call(getAccount, {})).msatBalance === DEPOSIT_MSAT)
  return call
}

export async function findMissing(
  { pool }: Database,
  what: string,
  ids: readonly string[],
  query: string,
): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(query, [ids])
  const found = new Set(rows.map(({ id }) => id))
  return ids.filter((id) => !found.has(id)).map((id) => `${what} ${id}`)
}
