/** The crash lab: kill -9 at every named moment of zaps and withdrawals, over real Lightning nodes, and not one msat
 * lost or made. The seed is printed; LAB_SEED repeats a run. */
import assert from 'node:assert/strict'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { createLab, type Lab } from './lab.ts'

/** Where the server dies, and how often. `nth` varies, so that it is not always the first payment. */
const rounds: readonly { point: string; times: number }[] = [
  { point: 'withdraw:held', times: 3 },
  { point: 'payout:claimed', times: 3 },
  { point: 'payout:calling', times: 4 },
  { point: 'payout:node-paid', times: 4 },
  { point: 'payout:settling', times: 2 },
  { point: 'payout:settled', times: 1 },
  { point: 'payout:releasing', times: 1 },
  { point: 'invoice:made', times: 1 },
  { point: 'receive:heard', times: 2 },
  { point: 'receive:crediting', times: 2 },
  { point: 'receive:credited', times: 1 },
  { point: 'send:booking', times: 1 },
  { point: 'send:booked', times: 1 },
]

test('kill -9 at any moment loses and makes no msat', { timeout: 600_000 }, async (context) => {
  const seed = Number(process.env['LAB_SEED'] ?? Date.now() % 1_000_000)
  context.diagnostic(`LAB_SEED=${seed}`)
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'peal-lab-'))
  await using lab = await createLab({ dataDir, seed })
  await lab.start('')
  await lab.makePeople()
  await lab.stop('SIGTERM')

  const kills: string[] = []
  for (const { point, times } of rounds) {
    for (let nth = 1; nth <= times; nth++) {
      const died = await lab.runUntilKilled(`${point}:${1 + (nth % 2)}`)
      context.diagnostic(`kill ${kills.length + 1} at ${died}`)
      assert.equal(died, point)
      kills.push(died)
    }
  }
  assert.ok(kills.length >= 20)

  await lab.start('')
  await lab.finish()
  await checkBooks(lab, context.diagnostic.bind(context))
})

async function checkBooks(lab: Lab, tell: (line: string) => void): Promise<void> {
  const { audit, counts } = await lab.audit()
  tell(`payments: ${JSON.stringify(counts)}`)
  tell(`node: received ${audit.receivedMsat}, sent ${audit.sentMsat}, fees ${audit.feesMsat} msat`)
  assert.equal(audit.ledger.sumMsat, 0n)
  assert.ok(
    audit.ledger.isSound,
    JSON.stringify(audit.ledger, (_name, value: unknown) => String(value)),
  )
  assert.deepEqual(audit.differences, [])
  assert.equal(audit.underWay, 0)
  assert.equal(audit.lightningDifferenceMsat, 0n)
  assert.equal(audit.inflightDifferenceMsat, 0n)
  assert.ok(counts.zaps + counts.withdrawals >= 100, `only ${JSON.stringify(counts)}`)
}
