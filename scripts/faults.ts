/** The long run of the fault lab: `npm run faults -- --kills 300 --minutes 20`. Everything else happens in proportion to the
 * kills, and at most for so long. Prints its report as one line of JSON at the end. LAB_SEED repeats a run. The short run is
 * a test: tests/faults/fault-lab.test.ts. */
import { toText } from '#tests/faults/books.ts'
import { runFaultLab, type Goals } from '#tests/faults/fault-lab.ts'
import { readSeed } from '#tests/faults/random.ts'
import { readArguments } from './command-line.ts'

/** For a hundred kills. */
const EACH_HUNDRED: Omit<Goals, 'serverKills'> = {
  databaseCrashes: 10,
  payouts: 3_300,
  keysends: 330,
  rewards: 200,
  tickets: 400,
  refunds: 60,
}

const { values } = readArguments('Usage: npm run faults -- [--kills 300] [--minutes 20]', {
  minutes: { type: 'string', default: '20' },
  kills: { type: 'string', default: '300' },
})
const serverKills = Number(values.kills)
const share = (count: number) => Math.ceil((count * serverKills) / 100)
const goals: Goals = {
  serverKills,
  databaseCrashes: share(EACH_HUNDRED.databaseCrashes),
  payouts: share(EACH_HUNDRED.payouts),
  keysends: share(EACH_HUNDRED.keysends),
  rewards: share(EACH_HUNDRED.rewards),
  tickets: share(EACH_HUNDRED.tickets),
  refunds: share(EACH_HUNDRED.refunds),
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
