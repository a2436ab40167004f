/** The crash lab: kill -9 at every failpoint of zaps, withdrawals and keysends, over real Lightning nodes. Not one msat
 * may be lost or created. The seed is printed; LAB_SEED repeats a run. */
import assert from 'node:assert/strict'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { createLab, type Lab } from './lab.ts'
import { readSeed } from './random.ts'

/** Where the server dies, and how often. `nth` varies, so that it is not always the first payment. */
const rounds: readonly { point: string; times: number }[] = [
  { point: 'withdraw:held', times: 1 },
  { point: 'payout:claimed', times: 1 },
  { point: 'payout:calling', times: 2 },
  { point: 'payout:node-paid', times: 2 },
  { point: 'payout:settling', times: 1 },
  { point: 'payout:releasing', times: 1 },
  { point: 'receive:heard', times: 1 },
  { point: 'receive:crediting', times: 2 },
  { point: 'send:booking', times: 1 },
]
const PAYOUTS = 80

test('kill -9 at any moment neither loses nor creates an msat', { timeout: 600_000 }, async (context) => {
  const seed = readSeed()
  context.diagnostic(`LAB_SEED=${seed}`)
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'peal-lab-'))
  context.after(() => fs.rmSync(dataDir, { recursive: true, force: true }))
  await using lab = await createLab({ dataDir, seed })
  await lab.start('')
  await lab.createTestUsers()
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

  await lab.start('')
  await lab.finish(PAYOUTS)
  await checkBooks(lab, context.diagnostic.bind(context))
})

async function checkBooks(lab: Lab, print: (line: string) => void): Promise<void> {
  const { audit, counts, keysendsIn, unheard } = await lab.audit()
  print(`payments: ${JSON.stringify(counts)}, ${keysendsIn} by external keysend`)
  print(`node: received ${audit.sums.receivedMsat}, sent ${audit.sums.sentMsat}, fees ${audit.sums.feesMsat} msat`)
  assert.equal(audit.ledger.sumMsat, 0n)
  assert.ok(
    audit.ledger.isSound,
    JSON.stringify(audit.ledger, (_name, value: unknown) => String(value)),
  )
  assert.deepEqual(audit.differences, [])
  assert.deepEqual(unheard, [])
  assert.equal(audit.inFlight, 0)
  assert.equal(audit.lightningDifferenceMsat, 0n)
  assert.equal(audit.inflightDifferenceMsat, 0n)
  assert.ok(counts.withdrawals >= PAYOUTS, `only ${JSON.stringify(counts)}`)
  assert.ok(counts.keysends > 0 && keysendsIn > 0, 'no keysends')
}
