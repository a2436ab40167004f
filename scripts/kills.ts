/** Kills servers and PostgreSQL during start, migration, load and shutdown: `npm run kills -- --kills
 * 60`. Prints a report; exits with 1 when a process neither served nor ended in time, or the ledger is
 * wrong. LAB_SEED repeats a run. */
import { toText } from '#tests/faults/books.ts'
import { runKills } from '#tests/faults/kill-lab.ts'
import { readSeed } from '#tests/faults/random.ts'
import { buildPages, isBuilt } from './build.ts'
import { readArguments } from './command-line.ts'

const { values } = readArguments('Usage: npm run kills -- [--kills 60] [--seconds 10]', {
  kills: { type: 'string', default: '60' },
  seconds: { type: 'string', default: '10' },
})
if (!isBuilt()) await buildPages()
const [seed, kills, limitMs] = [readSeed(), Number(values.kills), Number(values.seconds) * 1_000]
console.error(`LAB_SEED=${seed}, ${kills} kills, ${values.seconds} seconds for each process`)
const report = await runKills({ seed, kills, limitMs, print: (line) => console.error(line) })
for (const [what, count] of Object.entries(report.kills)) console.log(`${String(count).padStart(3)}  ${what}`)
const { servesAgain, ends, startsAgain } = report.longestMs
console.log(`Longest: ${servesAgain} ms until a server served again, ${ends} ms until one had ended,`)
console.log(`  ${startsAgain} ms until a new one served; without a kill that took ${report.undisturbedStartMs} ms.`)
console.log(`Acknowledged: ${toText(report.acknowledged)}. Ledger and node differ by ${report.differenceMsat} msat.`)
for (const breach of report.breaches) console.log(`BREACH: ${breach}`)
process.exitCode = report.breaches.length === 0 ? 0 : 1
