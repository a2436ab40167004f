/** One of several processes that post the same transfers at the same time; started by transfer.race.test.ts. Takes
 * its task as an argument, prints `ready`, waits for a line, posts, and prints what was new. */
import { once } from 'node:events'
import { connectDatabase } from '#server/platform/database/connect.ts'
import { userAccount } from './accounts.ts'
import { InsufficientFunds } from './errors.ts'
import { post } from './transfer.ts'

export type RaceTask = {
  url: string
  role: string
  userId: string
  idems: string[]
  spends: string[]
  balanceMsat: string
}
export type RaceResult = { newIdems: string[]; spentIdems: string[] }

const LANES = 4

const task = JSON.parse(process.argv[2] ?? '') as RaceTask
const database = connectDatabase({ url: task.url, role: task.role, maxConnections: LANES })
await database.pool.query('select 1')
process.stdout.write('ready\n')
await once(process.stdin, 'data')

const me = userAccount(task.userId)
const result: RaceResult = { newIdems: [], spentIdems: [] }

async function deposit(idem: string): Promise<void> {
  const legs = [
    { account: 'lightning', amountMsat: -1n },
    { account: me, amountMsat: 1n },
  ] as const
  const { isNew } = await database.transaction((tx) => post(tx, { idem, kind: 'deposit', legs }))
  if (isNew) result.newIdems.push(idem)
}

/** Reserves the whole initial balance, so only one of these can succeed. */
async function spend(idem: string): Promise<void> {
  const legs = [
    { account: me, amountMsat: -BigInt(task.balanceMsat) },
    { account: 'inflight', amountMsat: BigInt(task.balanceMsat) },
  ] as const
  try {
    await database.transaction((tx) => post(tx, { idem, kind: 'withdraw-reserve', legs }))
    result.spentIdems.push(idem)
  } catch (error) {
    if (!(error instanceof InsufficientFunds)) throw error
  }
}

const work = [...task.idems.map((idem) => () => deposit(idem)), ...task.spends.map((idem) => () => spend(idem))]
// Each process in a different order.
for (let index = work.length - 1; index > 0; index--) {
  const other = Math.floor(Math.random() * (index + 1))
  ;[work[index], work[other]] = [work[other]!, work[index]!]
}
const lane = async () => {
  for (let next = work.pop(); next !== undefined; next = work.pop()) await next()
}
await Promise.all(Array.from({ length: LANES }, lane))
await database.close()
process.stdin.destroy()
process.stdout.write(`${JSON.stringify(result)}\n`)
