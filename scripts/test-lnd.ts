/** Runs the tests with real lnd nodes: builds lnd and btcd with Go if necessary, then runs tests/lnd. Without Go they
 * are skipped, and the count shows it. */
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildBinaries } from '#tests/lnd/binaries.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const startedAt = performance.now()
const binaries = buildBinaries((line) => console.log(line))
const tookSeconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
console.log(
  binaries === null
    ? 'Go is not installed: the lnd tests are skipped'
    : `lnd and btcd are ready after ${tookSeconds} s`,
)
const ran = spawnSync(process.execPath, [path.join(root, 'scripts', 'test.ts'), path.join(root, 'tests', 'lnd')], {
  cwd: root,
  stdio: 'inherit',
})
process.exitCode = ran.status ?? 1
