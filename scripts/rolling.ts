/** Rolling upgrades under load: `npm run rolling -- [COMMIT …]`, oldest first. Three servers behind nginx go from each commit to
 * the next, one server after the other, then one commit back and forward again. Exits with 1 after any failed request or wrong
 * msat. */
import { openMemoryFolder } from '#tests/memory-folder.ts'
import { runRollingUpgrade } from '#tests/rolling/upgrade.ts'
import { prepareVersion } from '#tests/rolling/versions.ts'
import { print, readArguments } from './command-line.ts'

const USAGE = `Usage: npm run rolling -- [COMMIT COMMIT …]
Upgrades three servers under load from each commit to the next, oldest first. Touches no data of this installation.`

/** The landed versions, oldest first, and the current one. */
const LANDED = ['c8bd6344', 'a9ffd51d', 'HEAD']

const { words } = readArguments(USAGE, {}, ({ length }) => length !== 1)
const versions = (words.length > 0 ? words : LANDED).map(prepareVersion)
const removeMemoryFolder = openMemoryFolder()
try {
  const { steps, refused, requests, failed, zappedMsat, differenceMsat, audit } = await runRollingUpgrade(
    versions,
    (line) => print(`${new Date().toISOString()} ${line}`),
  )
  print(`Steps: ${steps.join(', ')}`)
  for (const line of refused) print(`Refused: ${line}`)
  const total = Object.values(requests).reduce((sum, count) => sum + count, 0)
  const counts = Object.entries(requests).map(([kind, count]) => `${kind} ${count}`)
  print(`Requests: ${total} (${counts.join(', ')}), failed: ${failed.length}`)
  for (const line of failed.slice(0, 20)) print(`  ${line}`)
  print(`Zapped: ${zappedMsat} msat, difference: ${differenceMsat} msat`)
  print(audit)
  if (failed.length > 0 || differenceMsat !== 0 || !audit.endsWith('The books are right.')) process.exitCode = 1
} finally {
  removeMemoryFolder()
}
