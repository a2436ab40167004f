/** Practices a restore: backs up a small server that is working, restores it elsewhere and compares everything. Touches no
 * data of this installation. */
import { runDrill } from '#tests/drill.ts'
import { buildPages, isBuilt } from './build.ts'

if (!isBuilt()) await buildPages()
const startedAt = performance.now()
await runDrill({ listeners: 5, deposits: 10, zaps: 40, payouts: 5 }, (line) => process.stdout.write(`${line}\n`))
process.stdout.write(`The drill succeeded after ${((performance.now() - startedAt) / 1_000).toFixed(1)} s.\n`)
