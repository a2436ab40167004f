/** The long run of the fault lab: `npm run faults -- --minutes 20`. Prints its report as one line of JSON at the end.
 * LAB_SEED repeats a run. The short run is a test: tests/faults/fault-lab.test.ts. */
import { parseArgs } from 'node:util'
import { toText } from '#tests/faults/books.ts'
import { runFaultLab } from '#tests/faults/fault-lab.ts'
import { readSeed } from '#tests/faults/random.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '20' },
    kills: { type: 'string', default: '300' },
    crashes: { type: 'string', default: '30' },
    payouts: { type: 'string', default: '10000' },
    keysends: { type: 'string', default: '1000' },
  },
})
const goals = {
  serverKills: Number(values.kills),
  databaseCrashes: Number(values.crashes),
  payouts: Number(values.payouts),
  keysends: Number(values.keysends),
}
const seed = readSeed()
console.error(`LAB_SEED=${seed} ${JSON.stringify(goals)}, at most ${values.minutes} minutes`)
const report = await runFaultLab({
  seed,
  goals,
  timeoutMs: Number(values.minutes) * 60_000,
  print: (line) => console.error(line),
})
console.log(toText(report))
process.exitCode = report.books.breaches.length === 0 ? 0 : 1
