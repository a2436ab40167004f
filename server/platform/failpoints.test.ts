/** Failpoints do nothing unless CRASH_AT names one. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { readConfig } from './config/config.ts'
import { createFailpoints, noFailpoints } from './failpoints.ts'
import { silentLog } from './log.ts'

test('without CRASH_AT a failpoint is a function that does nothing', () => {
  const { crashAt } = readConfig({})
  assert.equal(createFailpoints(crashAt, silentLog), noFailpoints)
  assert.equal(noFailpoints('payout:claimed'), undefined)
})

test('with CRASH_AT the process dies the nth time it passes that failpoint, and at no other', () => {
  const program = `
    import { createFailpoints } from './failpoints.ts'
    import { silentLog } from './log.ts'
    const failpoint = createFailpoints('payout:claimed:2', silentLog)
    for (const name of ['payout:settled', 'payout:claimed', 'payout:settled']) failpoint(name)
    process.stdout.write('alive')
    failpoint('payout:claimed')
    process.stdout.write(' and on')`
  const cwd = fileURLToPath(new URL('.', import.meta.url))
  const ran = spawnSync(process.execPath, ['--input-type=module-typescript', '--eval', program], {
    cwd,
    encoding: 'utf8',
  })
  assert.deepEqual([ran.signal, ran.stdout], ['SIGKILL', 'alive'])
})
