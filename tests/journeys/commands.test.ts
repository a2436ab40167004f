/** `npm run outgoing`, `book`, `backup` and `restore` as processes beside a server: their output and exit codes. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { readBalance } from '#server/ledger/balances.ts'
import { auditPayments } from '#server/payments/audit/audit.ts'
import { listOpenDifferences } from '#server/payments/audit/difference-queries.ts'
import { storeFindings } from '#server/payments/audit/job.ts'
import { createTestWorld, type TestWorld } from '../world.ts'

/** Those that an operator runs. The others use the same function, but take longer to load. */
const HELPED =
  'audit backup book config files import-account load make-admin outgoing restore rotate-secret upgrade'.split(' ')
const NOBODYS = '01890000-0000-7000-8000-000000000000'

test('the commands of operators print what they did, which arguments are wrong, and why they cannot work', async () => {
  await using world = await createTestWorld({ lightning: 'sandbox', expectedLogs: ['books-differ'] })
  const settings = {
    DATABASE_URL: world.databaseUrl,
    DATA_DIR: world.world.config.dataDir,
    PORT: String(world.world.config.port),
  }
  const run = (name: string, args: readonly string[], more: Record<string, string> = {}) => {
    const script = fileURLToPath(new URL(`../../scripts/${name}.ts`, import.meta.url))
    const env = {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      ...settings,
      ...more,
    }
    return new Promise<{ status: number | null; said: string; complained: string }>((resolve) => {
      const child = execFile(process.execPath, [script, ...args], { env }, (_error, stdout, stderr) =>
        resolve({ status: child.exitCode, said: stdout.trim(), complained: stderr.trim() }),
      )
    })
  }
  const quiet = (said: RegExp) => ({ status: 0, said, complained: /^$/ })
  const refused = (status: number, complained: RegExp) => ({ status, said: /^$/, complained })
  const backups = fs.mkdtempSync(path.join(os.tmpdir(), 'peal-commands-'))
  const locked = { PASSPHRASE: 'a passphrase of the test' }
  const away = { DATABASE_URL: 'postgres://127.0.0.1:1/nothing' }
  type Case = [name: string, args: string[], expected: ReturnType<typeof quiet>, more?: Record<string, string>]
  const cases: Case[] = [
    ...HELPED.flatMap((name): Case[] => [
      [name, ['--help'], quiet(/^Usage: npm run /)],
      [name, ['--foo'], refused(2, /^Unknown option '--foo'[^\n]*\nUsage: npm run /)],
    ]),
    ['outgoing', [], quiet(/^Outgoing payments are not stopped by an operator\.$/)],
    ['outgoing', ['stop', 'Moving', 'the', 'node'], quiet(/stopped by an operator since \S+: Moving the node$/)],
    ['outgoing', ['resume', 'Done'], quiet(/^Outgoing payments are not stopped by an operator\.$/)],
    ['outgoing', ['stop'], refused(2, /^Usage: npm run outgoing -- stop\|resume REASON\nWithout arguments /)],
    ['outgoing', ['halt', 'now'], refused(2, /^Usage: /)],
    ['outgoing', [], refused(1, /^connect ECONNREFUSED 127\.0\.0\.1:1$|^The database became unreachable/), away],
    ['book', [], quiet(/^No difference is open\.$/)],
    ['book', [NOBODYS], refused(2, /^Usage: npm run book -- ID REASON \[--user USERNAME\]\nWithout arguments /)],
    ['book', ['123', 'Reason'], refused(2, /^Usage: /)],
    ['book', ['--user', 'mara'], refused(2, /^Usage: /)],
    ['book', ['--wrong'], refused(2, /^Unknown option '--wrong'[^\n]*\nUsage: /)],
    ['book', [NOBODYS, 'Reason'], refused(1, /^There is no open difference with this id\. [^\n]*$/)],
    ['book', [], refused(1, /^The database became unreachable/), away],
    ['backup', ['verify'], refused(2, /^Usage: npm run backup -- FOLDER/)],
    ['backup', ['/nowhere/peal/backups'], refused(1, /^There is no folder \/nowhere\/peal, in which [^\n]*$/), locked],
    ['backup', ['/proc/backups'], refused(1, /^The folder \/proc\/backups cannot be made: [^\n]*$/), locked],
    ['backup', [backups], refused(1, /^Set PASSPHRASE, or [^\n]*$/)],
    ['backup', [backups], quiet(/^From [^]*\nThe backup \S+ is complete, after \S+ s\.$/), locked],
    ['backup', ['verify', backups], quiet(/ is complete and unaltered\.$/), locked],
    ['restore', ['a', 'b', 'c'], refused(2, /^Usage: npm run restore -- FOLDER/)],
    ['restore', [backups], refused(1, /^DATA_DIR is \S+, which is not empty [^\n]*$/), locked],
  ]
  for (const [name, args, expected, more] of cases) {
    const what = [name, ...args].join(' ')
    const { status, said, complained } = await run(name, args, more)
    assert.equal(status, expected.status, `${what}: ${said}\n${complained}`)
    assert.match(said, expected.said, what)
    assert.match(complained, expected.complained, what)
  }
  fs.rmSync(backups, { recursive: true })

  // The node pays what the server does not know, and the booking is killed before it is complete.
  const id = await payUnknown(world)
  const killed = await run('book', [id, 'A payment of ours'], { CRASH_AT: 'difference:booking:1' })
  assert.deepEqual([killed.status, killed.said], [null, ''])
  const { database } = world.world
  assert.equal(await readBalance(database.read, 'house'), 0n)
  assert.match((await run('book', [])).said, new RegExp(`^${id}  unknown-payment  .* succeeded 7000 fee `))
  assert.match((await run('book', [id, 'A payment of ours'])).said, /^Booked\.$/)
  assert.ok((await readBalance(database.read, 'house')) <= -7_000n)
  assert.ok((await auditPayments(world.world.payments)).isRight)
})

/** The id of the difference. */
async function payUnknown({ world }: TestWorld): Promise<string> {
  const { payments, sandbox, database } = world
  const { bolt11, paymentHash } = await sandbox!.outside.makeInvoice({ amountMsat: 7_000n })
  const signal = AbortSignal.timeout(10_000)
  await payments.node.pay({ bolt11, paymentHash, feeLimitMsat: 1_000n, timeoutSeconds: 5, signal })
  await storeFindings(payments, await auditPayments(payments), 0)
  const [difference] = await listOpenDifferences(database.read)
  return difference!.id
}
