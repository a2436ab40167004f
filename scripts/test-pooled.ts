/** Runs tests whose worlds reach their database through PgBouncer in transaction mode: those named, or a sample. Without
 * PgBouncer (`apt-get install pgbouncer`) they are skipped, and the count shows it. */
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { hasPgBouncer } from '#tests/pgbouncer.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const SAMPLE = ['server/auth', 'server/payments', 'server/catalog', 'tests/journeys']

const files = process.argv.length > 2 ? process.argv.slice(2) : SAMPLE
if (hasPgBouncer()) {
  const env = { ...process.env, PEAL_TEST_POOLED: '1' }
  const args = [path.join(ROOT, 'scripts', 'test.ts'), ...files]
  process.exitCode = spawnSync(process.execPath, args, { cwd: ROOT, stdio: 'inherit', env }).status ?? 1
} else {
  console.log(`PgBouncer is not installed: these tests are skipped\n0 passed, 0 failed, ${files.length} skipped`)
}
