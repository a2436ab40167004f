/** Builds a cluster on this machine and breaks it under load: `npm run test:cluster [-- --minutes 5] [--multi-host]`. Without one
 * of its programs it is skipped, and names it. Ends with 1 when anything was lost, done twice, or away for too long. */
import { describe } from '#tests/cluster/faults.ts'
import { listMissing } from '#tests/cluster/machines.ts'
import { runCluster } from '#tests/cluster/run.ts'
import { readSeed } from '#tests/faults/random.ts'
import { openMemoryFolder } from '#tests/memory-folder.ts'
import { buildPages, isBuilt } from './build.ts'
import { print, readArguments } from './command-line.ts'

const USAGE = `Usage: npm run test:cluster -- [--minutes 5] [--multi-host]
Breaks a cluster of its own under load. Touches no data of this installation.`

const { values } = readArguments(USAGE, {
  minutes: { type: 'string', default: '5' },
  'multi-host': { type: 'boolean', default: false },
})
const log = (line: string) => print(`${new Date().toISOString().slice(11, 19)} ${line}`)
const missing = listMissing()
if (missing.length > 0) {
  print(`SKIP the cluster: ${missing.join(', ')} not installed here\n0 passed, 0 failed, 1 skipped`)
} else {
  if (!isBuilt()) await buildPages()
  const removeMemoryFolder = openMemoryFolder()
  try {
    const options = { minutes: Number(values.minutes), seed: readSeed(), isMultiHost: values['multi-host'] }
    const { rows, load, acknowledged, plays, mails, breaches } = await runCluster({ ...options, print: log })
    for (const line of ['', ...rows.map(describe), '', ...load, '', `Acknowledged: ${acknowledged}`, plays, mails])
      print(line)
    print(breaches.length === 0 ? 'The cluster lost nothing.' : `The cluster failed:\n${breaches.join('\n')}`)
    process.exitCode = breaches.length === 0 ? 0 : 1
  } finally {
    removeMemoryFolder()
  }
}
