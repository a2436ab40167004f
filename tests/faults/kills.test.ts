/** One kill of a server or PostgreSQL in every phase of a server's life. `npm run kills` makes sixty. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toText } from './books.ts'
import { runKills } from './kill-lab.ts'
import { readSeed } from './random.ts'

/** Three times what `npm run kills` allows on a quiet machine: other tests run beside this one. */
const LIMIT_MS = 30_000

test('after a kill each process serves or ends, and the books are right', { timeout: 500_000 }, async (context) => {
  const seed = readSeed()
  context.diagnostic(`LAB_SEED=${seed}`)
  const print = context.diagnostic.bind(context)
  const report = await runKills({ seed, kills: 4, limitMs: LIMIT_MS, kinds: ['embedded'], print })
  context.diagnostic(toText(report))
  assert.deepEqual(report.breaches, [])
  assert.equal(report.differenceMsat, 0n)
  assert.ok(report.acknowledged['sends']! > 0, 'nothing was paid')
})
