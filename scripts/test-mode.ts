/** Runs tests whose worlds have another database: those named, or a sample. `pooled`: they reach it through PgBouncer in
 * transaction mode (`apt-get install pgbouncer`; without it they are skipped, and the count shows it). `conflicts`:
 * transactions are serializable, and 40001 comes at each statement and COMMIT in turn (LAB_SEED repeats a run); with
 * `--portable` also without what only PostgreSQL has (tests/portable.ts). */
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { readSeed } from '#tests/faults/random.ts'
import { hasPgBouncer } from '#tests/pgbouncer.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const SAMPLE = ['server/auth', 'server/payments', 'server/catalog', 'tests/journeys']

const [mode = '', ...given] = process.argv.slice(2)
const isPortable = given[0] === '--portable'
const named = isPortable ? given.slice(1) : given
const files = named.length > 0 ? named : SAMPLE
if (mode === 'pooled' && !hasPgBouncer()) {
  console.log(`PgBouncer is not installed: these tests are skipped\n0 passed, 0 failed, ${files.length} skipped`)
} else {
  const seed = String(readSeed())
  const conflicts = {
    PEAL_TEST_CONFLICTS: seed,
    NODE_OPTIONS: `--import ${path.join(ROOT, 'tests', 'conflicts.ts')}`,
    ...(isPortable ? { PEAL_TEST_PORTABLE: '1' } : {}),
  }
  const env = { ...process.env, ...(mode === 'pooled' ? { PEAL_TEST_POOLED: '1' } : conflicts) }
  const args = [path.join(ROOT, 'scripts', 'test.ts'), ...files]
  const { status } = spawnSync(process.execPath, args, { cwd: ROOT, stdio: 'inherit', env })
  console.log(mode === 'pooled' ? 'through PgBouncer' : `with conflicts: LAB_SEED=${seed}`)
  process.exitCode = status ?? 1
}
