/** Many buyers for few seats, at two servers: each seat is sold once, and everybody else is refused. `npm run race` is the long
 * form. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runTicketRace } from './ticket-race.ts'

/** Generous: other tests run beside this one. */
const TOLD_MS = 15_000

test('of sixty buyers for twelve seats over two servers, exactly twelve get a ticket', async (context) => {
  const print = context.diagnostic.bind(context)
  const rounds = await runTicketRace({ rounds: 2, buyers: 60, seats: 12 }, print)
  assert.deepEqual(
    rounds.map(({ way }) => way),
    ['balance', 'invoice'],
  )
  for (const { told } of rounds) assert.ok(told.last <= TOLD_MS, `the last was told after ${told.last} ms`)
})
