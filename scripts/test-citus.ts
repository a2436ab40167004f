/** Runs tests whose worlds are on Citus, a coordinator and two workers, with the large tables distributed: those named, or a
 * sample and then the faults (tests/citus/run.ts). Skipped without CITUS_BIN, and the count shows it. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { CITUS_MISSING, hasCitus, startCitus } from '#tests/citus/nodes.ts'
import { openMemoryFolder } from '#tests/memory-folder.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const SAMPLE = ['server/plays', 'server/relay', 'server/discovery', 'server/stats', 'server/library']

const given = process.argv.slice(2)
if (!hasCitus) {
  console.log(`${CITUS_MISSING}\n0 passed, 0 failed, 1 skipped`)
} else {
  const removeMemoryFolder = openMemoryFolder()
  try {
    process.exitCode = await runTests(given.length > 0 ? given : SAMPLE)
  } finally {
    removeMemoryFolder()
  }
}

async function runTests(files: readonly string[]): Promise<number> {
  await using stack = new AsyncDisposableStack()
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'peal-citus-'))
  fs.chmodSync(folder, 0o1777)
  const { coordinator, workers } = await startCitus(stack, folder, ['synchronous_commit=off'])
  const env = {
    ...process.env,
    PEAL_TEST_DATABASE_URL: coordinator.url,
    PEAL_TEST_WORKERS: workers.map(({ url }) => url).join(' '),
  }
  const child = spawn(process.execPath, [path.join(ROOT, 'scripts', 'test.ts'), ...files], {
    cwd: ROOT,
    stdio: 'inherit',
    env,
  })
  const [status] = (await once(child, 'exit')) as [number | null]
  return status ?? 1
}
