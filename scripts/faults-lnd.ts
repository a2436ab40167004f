/** The fault lab over real lnd nodes: `npm run faults:lnd -- --lnd 10 --chain 4 --server 10 --payouts 300`.
 * Prints its report as one line of JSON at the end. LAB_SEED repeats a run. Needs Go the first time. */
import { describeFindings } from '#server/payments/audit/job.ts'
import { toText } from '#tests/faults/books.ts'
import { readSeed } from '#tests/faults/random.ts'
import { buildBinaries } from '#tests/lnd/binaries.ts'
import { runLndLab } from '#tests/lnd/lnd-lab.ts'
import { readArguments } from './command-line.ts'

const { values } = readArguments('Usage: npm run faults:lnd -- [--lnd 10] [--chain 4] [--server 10] [--payouts 300]', {
  server: { type: 'string', default: '10' },
  lnd: { type: 'string', default: '10' },
  chain: { type: 'string', default: '4' },
  payouts: { type: 'string', default: '300' },
})
const goals = {
  serverKills: Number(values.server),
  lndKills: Number(values.lnd),
  chainKills: Number(values.chain),
  payouts: Number(values.payouts),
}
const print = (line: string) => console.error(line)
const binaries = buildBinaries(print)
if (binaries === null) {
  print('There is no Go here: the lab over lnd is skipped')
} else {
  const seed = readSeed()
  print(`LAB_SEED=${seed} ${JSON.stringify(goals)}`)
  const report = await runLndLab({ binaries, seed, goals, print })
  console.log(toText(report))
  const findings = describeFindings(report.audit)
  for (const finding of findings) print(finding)
  const isBooked = report.lostMsat === 0n && report.keysends.wrong === 0
  const { payouts, forwards, toDo } = report.unfinished
  // Payments that the lab returned stay in flight at lnd.
  const isAtRest = payouts + forwards + toDo === 0 && report.audit.inFlight === report.refunded
  process.exitCode = findings.length === 0 && isBooked && isAtRest ? 0 : 1
}
