/** Practices a recovery: `npm run drill [-- --lagging-standby] [--no-journal] [--node lnd]`. A small server works, is lost,
 * and is restored elsewhere; everything is compared. Touches no data of this installation. Ends with 1 when anything differs. */
import { runDrill } from '#tests/drill/drill.ts'
import { startFakeNode, startLndNode } from '#tests/drill/nodes.ts'
import { buildPages, isBuilt } from './build.ts'
import { endWithUsage, print, readArguments } from './command-line.ts'

const USAGE = `Usage: npm run drill -- [--lagging-standby] [--no-journal] [--node fake|lnd]
Loses a small server and restores it elsewhere. Touches no data of this installation.`

/** `lnd` pays one after the other over a single channel, so it pays fewer. */
const SIZES = {
  fake: {
    listeners: 10,
    payouts: 200,
    deposits: 200,
    zaps: 500,
    tickets: 20,
    purchases: 20,
    promos: 5,
    accounts: 20,
    deleted: 2,
  },
  lnd: {
    listeners: 5,
    payouts: 50,
    deposits: 50,
    zaps: 50,
    tickets: 5,
    purchases: 5,
    promos: 2,
    accounts: 5,
    deleted: 1,
  },
}

const { values } = readArguments(USAGE, {
  'lagging-standby': { type: 'boolean', default: false },
  'no-journal': { type: 'boolean', default: false },
  node: { type: 'string', default: 'fake' },
})
const isLnd = values.node === 'lnd'
if (!isLnd && values.node !== 'fake') endWithUsage(USAGE)
if (!isBuilt()) await buildPages()
const startedAt = performance.now()
const node = isLnd ? await startLndNode(print) : await startFakeNode()
if (node === null) {
  print('SKIP the drill over lnd: Go is not installed')
} else {
  const failures = await runDrill({
    size: SIZES[isLnd ? 'lnd' : 'fake'],
    node,
    isStandby: values['lagging-standby'],
    isJournalLost: values['no-journal'],
    missingMs: 1_000,
    print,
  })
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
  print(
    failures.length === 0 ? `The drill succeeded after ${seconds} s.` : `\nThe drill failed:\n${failures.join('\n')}`,
  )
  process.exitCode = failures.length === 0 ? 0 : 1
}
