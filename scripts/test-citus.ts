/** Runs tests whose worlds are on Citus, a coordinator and two workers, with the large tables distributed: those named, or a
 * sample and then the faults (tests/citus/run.ts), which `--faults` runs alone. Skipped without CITUS_BIN, and the count shows
 * it. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { CITUS_MISSING, hasCitus, startCitus } from '#tests/citus/nodes.ts'
import { runFaults } from '#tests/citus/run.ts'
import { readSeed } from '#tests/faults/random.ts'
import { openMemoryFolder } from '#tests/memory-folder.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const SAMPLE = ['server/plays', 'server/relay', 'server/discovery', 'server/stats', 'server/library']

const given = process.argv.slice(2)
const print = (line: string) => void process.stdout.write(`${line}\n`)
if (!hasCitus) {
  print(`${CITUS_MISSING}\n0 passed, 0 failed, 1 skipped`)
} else {
  const removeMemoryFolder = openMemoryFolder()
  try {
    const isFaults = given[0] === '--faults'
    const status = isFaults ? 0 : await runTests(given.length > 0 ? given : SAMPLE)
    const breaches =
      isFaults || given.length === 0 ? await runFaults({ folder: makeFolder(), seed: readSeed(), print }) : []
    if (isFaults || given.length === 0)
      print(breaches.length === 0 ? 'Citus lost nothing.' : `Citus failed:\n${breaches.join('\n')}`)
    process.exitCode = breaches.length === 0 ? status : 1
  } finally {
    removeMemoryFolder()
  }
}

function makeFolder(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'peal-citus-'))
  fs.chmodSync(folder, 0o1777)
  return folder
}

async function runTests(files: readonly string[]): Promise<number> {
  await using stack = new AsyncDisposableStack()
  const { coordinator, workers } = await startCitus(stack, makeFolder(), ['synchronous_commit=off'])
  const env = {
    ...process.env,
    PEAL_TEST_DATABASE_URL: coordinator.url,
    PEAL_TEST_WORKERS: workers.map(({ url }) => url).join(' '),
  }
  const args = [path.join(ROOT, 'scripts', 'test.ts'), ...files]
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: 'inherit', env })
  const [status] = (await once(child, 'exit')) as [number | null]
  return status ?? 1
}
