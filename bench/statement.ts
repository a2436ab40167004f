/** A page of a statement with a million lines, beside the same page of one with a thousand: `node bench/statement.ts`.
 * Over HTTP, one request after another, so that it is the time that a user waits. */
import { createTestUser, type TestUser } from '#tests/users.ts'
import { createTestWorld, type TestWorld } from '#tests/world.ts'
import { compareInTurns, median, type BenchResult } from './measure.ts'

const MANY = 1_000_000
const FEW = 1_000
/** One line in this many is a deposit; all others are earnings. */
const DEPOSIT_EACH = 500
const REQUESTS = 40
const ROUND_COUNT = 6
/** A thousand lines are 25 pages. */
const DEEP_PAGE = 20

export async function run(): Promise<BenchResult[]> {
  await using world = await createTestWorld()
  const rich = await createTestUser(world)
  const plain = await createTestUser(world)
  await insertHistory(world, rich, MANY)
  await insertHistory(world, plain, FEW)
  const results: BenchResult[] = []
  for (const [name, address] of [
    ['first page', '/v1/accounts/txs/1'],
    ['first page of a rare type', '/v1/accounts/txs/1?filters=Deposit'],
    [`page ${DEEP_PAGE}`, `/v1/accounts/txs/${DEEP_PAGE}`],
  ] as const) {
    const rates = await compareInTurns(
      () => timeOf(world, rich, address),
      () => timeOf(world, plain, address),
      ROUND_COUNT,
    )
    const limitName = `the same of ${FEW} lines`
    results.push({
      name: `statement of ${MANY} lines, ${name}`,
      unit: 'ms',
      ...rates,
      limitName,
      goal: 3,
      isTime: true,
    })
  }
  return results
}

/** The median of some requests in ms. */
async function timeOf({ origin }: TestWorld, { token }: TestUser, address: string): Promise<number> {
  const times: number[] = []
  for (let count = 0; count < REQUESTS; count++) {
    const startedAt = performance.now()
    const response = await fetch(origin + address, { headers: { authorization: `Bearer ${token}` } })
    const text = await response.text()
    times.push(performance.now() - startedAt)
    if (!response.ok) throw new Error(`${address}: ${response.status} ${text}`)
  }
  return median(times)
}

/** Lines with their zaps, a second apart, and their sum. */
async function insertHistory({ world }: TestWorld, { userId }: TestUser, lineCount: number): Promise<void> {
  const { pool } = world.database
  const lines = `select gen_random_uuid() as id, n % ${DEPOSIT_EACH} = 0 as is_deposit,
    now() - interval '1 second' * (${lineCount} - n) as at from generate_series(1, ${lineCount}) n`
  await pool.query(`
    with lines as materialized (${lines}), zaps as (
      insert into zap (id, payer_id, content_id, content_type, content_title, amount_msat, terms, comment, settled_at)
      select id, null, gen_random_uuid(), 'track', 'A track', 1000, '{}', 'Storm!', at from lines where not is_deposit
    )
    insert into statement_line (id, user_id, type, payment_id, amount_msat, change_msat, created_at)
    select gen_random_uuid(), '${userId}', case when is_deposit then 'Deposit' else 'Earnings' end, id, 950, 950, at
    from lines`)
  await pool.query(`
    insert into statement_total (user_id, type, line_count, change_msat)
    select user_id, type, count(*), sum(change_msat) from statement_line where user_id = '${userId}' group by 1, 2`)
  await pool.query('analyze statement_line, zap, statement_total')
}

if (import.meta.main) for (const result of await run()) console.log(JSON.stringify(result))
