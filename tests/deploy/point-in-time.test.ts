/** Recovery to a point in time with pgBackRest, by the steps of docs/operating.md and with deploy/pgbackrest.conf. Skipped
 * where pgBackRest or a PostgreSQL of the system is not installed. */
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { migrate } from '#server/platform/database/migrate.ts'
import { findSystemPostgres, initialiseOther, pathsOf, query, startOther } from '#tests/other-postgres.ts'
import { until } from '#tests/users.ts'

const CONFIG = new URL('../../deploy/pgbackrest.conf', import.meta.url)

test('a database is restored to the moment before a mistake', async (context) => {
  const native = findSystemPostgres()
  const isInstalled = spawnSync('pgbackrest', ['version']).status === 0
  if (native === null || !isInstalled) return context.skip('pgbackrest is not installed')
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'peal-pitr-'))
  context.after(() => fs.rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))
  const paths = pathsOf(path.join(folder, 'postgres'), native)
  initialiseOther(paths)
  const config = path.join(folder, 'pgbackrest.conf')
  fs.writeFileSync(config, configFor(folder, paths.cluster, paths.socketDir))
  const command = `pgbackrest --config=${config} --stanza=peal`
  const pgbackrest = (...args: string[]) => {
    const [program = '', ...rest] = [...paths.prefix, ...command.split(' '), ...args]
    return execFileSync(program, rest, { encoding: 'utf8', cwd: '/' })
  }
  const archiving = ['archive_mode=on', `archive_command=${command} archive-push %p`, 'archive_timeout=60']
  const first = await startOther(paths, archiving)
  await migrate(first.url)
  pgbackrest('stanza-create')
  pgbackrest('check')
  pgbackrest('--type=full', 'backup')
  // It compares times in whole seconds.
  await sleep(1_100)
  await query(first.url, `INSERT INTO rate_limit (key, count, window_start) VALUES ('before', 1, now())`)
  const target = await query(first.url, 'SELECT clock_timestamp()::text AS value')
  await query(first.url, 'DELETE FROM rate_limit')
  await query(first.url, 'SELECT pg_switch_wal()')
  await until(async () => {
    const archived = 'SELECT (archived_count > 1)::text AS value FROM pg_stat_archiver'
    return (await query(first.url, archived)) === 'true'
  })
  await first.stop()

  fs.rmSync(paths.cluster, { recursive: true })
  fs.mkdirSync(paths.cluster, { mode: 0o700 })
  pgbackrest('--type=time', `--target=${target}`, '--target-action=promote', 'restore')
  const restored = await startOther(paths, archiving)
  await until(async () => (await query(restored.url, 'SELECT pg_is_in_recovery()::text AS value')) === 'false')
  assert.equal(await query(restored.url, 'SELECT key AS value FROM rate_limit'), 'before')
  const timeline = `SELECT left(split_part(database_identity(), ' ', 2), 8) AS value`
  assert.equal(await query(restored.url, timeline), '00000002', 'the server would not notice it')
  await restored.stop()
})

/** The file of deploy/, with the folders of this test. */
function configFor(folder: string, cluster: string, socketDir: string): string {
  const wanted: Record<string, string> = {
    'repo1-path': path.join(folder, 'repo'),
    'log-path': path.join(folder, 'log'),
    'lock-path': path.join(folder, 'lock'),
    'repo1-cipher-pass': 'a passphrase of this test',
    'pg1-path': cluster,
    'pg1-socket-path': socketDir,
  }
  for (const name of ['repo', 'log', 'lock']) fs.mkdirSync(path.join(folder, name))
  const lines = fs.readFileSync(CONFIG, 'utf8').split('\n')
  const changed = lines.map((line) => {
    const name = line.split('=')[0]!
    return name in wanted ? `${name}=${wanted[name]}` : line
  })
  return [...changed, 'pg1-user=peal', ''].join('\n')
}
