/** The alerts and the dashboard of deploy/: their metrics exist in a real scrape, each alert has its section in the runbook, and
 * a server with a fault raises its alert and no other, evaluated by Prometheus' promtool if that is installed. */
import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, before, test, type TestContext } from 'node:test'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import pg from 'pg'
import { getHealth } from '#contract/operator/health.ts'
import { setRole } from '#server/accounts/roles.ts'
import { post } from '#server/ledger/transfer.ts'
import { createTestUser, until } from '#tests/users.ts'
import { createTestWorld, type TestWorld } from '#tests/world.ts'

const RULES = path.resolve('deploy/prometheus-rules.yml')
const rules = fs.readFileSync(RULES, 'utf8')
const dashboard = fs.readFileSync('deploy/grafana-dashboard.json', 'utf8')
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'peal-monitoring-'))
const HOUR_MS = 3_600_000
/** A little more than the longest `for`. */
const AFTER = '80m'

let world: TestWorld
let freeBytes = 50 * 2 ** 30
before(async () => {
  world = await createTestWorld({
    settings: {
      METRICS_LISTEN: '127.0.0.1:0',
      TRUSTED_PROXIES: '127.0.0.1',
      BACKUP_TO: path.join(folder, 'backups'),
      PASSPHRASE: 'correct horse battery staple',
    },
    readFreeBytes: async () => freeBytes,
  })
  world.expectLogs('node-away', 'books-differ', 'books-right-again', 'job-failed', 'request-failed', 'feed-lost')
  for (const name of ['audit', 'backup']) {
    await until(async () => new RegExp(`^peal_${name}_age_seconds \\S`, 'm').test(await scrape()))
  }
})
after(async () => {
  await world[Symbol.asyncDispose]()
  fs.rmSync(folder, { recursive: true, force: true })
})

const scrape = async () => (await fetch(`${world.app.metricsOrigin}/metrics`)).text()
const valueOf = (text: string, sample: string) =>
  Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${sample} `))
      ?.split(' ')
      .pop(),
  )
/** The server reads the free space only twice a second. */
async function setFree(bytes: number): Promise<void> {
  freeBytes = bytes
  await until(async () => valueOf(await scrape(), 'peal_disk_free_bytes') === bytes)
}

test('metrics are on their own listener only', async () => {
  assert.equal((await fetch(`${world.origin}/metrics`)).status, 404)
  assert.equal((await fetch(`${world.app.metricsOrigin}/v1/settings`)).status, 404)
})

test('requests are counted by route and class of the status, never by their address', async () => {
  await fetch(`${world.origin}/v1/albums/0190c0de-0000-7000-8000-000000000001`)
  await fetch(`${world.origin}/no/such/page`)
  const text = await scrape()
  const count = (route: string) =>
    valueOf(text, `peal_request_duration_seconds_count{route="${route}",method="GET",status="4xx"}`)
  assert.ok(count('/v1/albums/:albumId') >= 1, text)
  assert.ok(count('none') >= 1)
  assert.doesNotMatch(text, /0190c0de|no\/such/)
  assert.equal(valueOf(text, 'peal_requests_in_flight'), 0)
})

test('a scrape is quick, and each metric of the rules and the dashboard is in it', async () => {
  const text = await scrape()
  assert.ok(valueOf(text, 'peal_database_figures_seconds') < 0.5)
  const named = new Set(
    `${rules}${dashboard}`.match(/\bpeal_\w+/g)?.map((name) => name.replace(/_(bucket|count|sum)$/, '')),
  )
  const known = new Set([...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name!))
  assert.ok(named.size > 30)
  assert.deepEqual(
    [...named].filter((name) => !known.has(name)),
    [],
  )
})

test('each alert has its section in the runbook, and each section its alert', () => {
  const headings = [...fs.readFileSync('docs/runbook.md', 'utf8').matchAll(/^## (.+)$/gm)].map(([, title]) => title!)
  const sections = [...rules.matchAll(/runbook: docs\/runbook\.md#(\S+)/g)].map(([, section]) => section!)
  assert.equal(sections.length, alerts().length)
  assert.deepEqual(
    sections,
    headings.map((title) => title.toLowerCase().replaceAll(' ', '-')),
  )
})

test('operators see the figures, and bad ones are marked', async () => {
  const admin = await createTestUser(world, { name: 'boss' })
  await setRole(world.world.database.read, 'boss', 'owner')
  // The machine that runs the tests may be busy.
  const isSteady = ({ name }: { name: string }) => !/^(database|node)Seconds$/.test(name)
  const bad = async () =>
    (await admin.call(getHealth, {})).figures.filter((one) => one.isBad && isSteady(one)).map(({ name }) => name)
  assert.deepEqual(await bad(), [])
  world.node.isAway = true
  await setFree(2 ** 29)
  assert.deepEqual(await bad(), ['nodeUp', 'diskFree'])
  world.node.isAway = false
  await setFree(50 * 2 ** 30)
})

const alerts = () => [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name!)

const nameSeries = (name: string, labels?: string) =>
  `${name}{${labels === undefined ? '' : `${labels},`}job="peal",instance="a"}`

/** Metrics that depend on how busy the machine of the tests is. */
const BUSY = ['peal_event_loop_delay_seconds', 'peal_database_figures_seconds', 'peal_node_response_seconds']

/** The samples of a scrape, each held for as long as the test of the rules runs. */
function seriesOf(text: string): Map<string, string> {
  // Samples that no rule uses would only slow the test down.
  const samples = text.split('\n').filter((line) => /^\w/.test(line) && rules.includes(/^\w+/.exec(line)![0]))
  const entries = samples.map((line) => {
    const [, name, labels, value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line)!
    return [nameSeries(name!, labels), `${Number(value)}+0x330`] as const
  })
  return new Map([
    ...entries,
    [nameSeries('up'), '1+0x330'],
    ...BUSY.map((name) => [nameSeries(name), '0+0x330'] as const),
  ])
}

const isInstalled = spawnSync('promtool', ['--version']).status === 0

/** The server in this process must not wait for it. */
const promtool = (...options: string[]) =>
  promisify(execFile)('promtool', options).catch(({ stdout, stderr }: { stdout: string; stderr: string }) =>
    assert.fail(`${stdout}${stderr}`),
  )

type Case = { name: string; series: Map<string, string>; firing: readonly string[] }

async function runPromtool(t: TestContext, cases: readonly Case[]): Promise<void> {
  if (!isInstalled) return t.skip('SKIP promtool: it is not installed')
  const tests = cases.map(({ name, series, firing }) => ({
    name,
    interval: '15s',
    input_series: [...series].map(([one, values]) => ({ series: one, values })),
    promql_expr_test: [
      {
        expr: 'count by (alertname) (ALERTS{alertstate="firing"})',
        eval_time: AFTER,
        exp_samples: firing.map((alert) => ({ labels: `{alertname="${alert}"}`, value: 1 })),
      },
    ],
  }))
  const file = path.join(folder, 'rules-test.yml')
  // JSON is YAML.
  fs.writeFileSync(file, JSON.stringify({ rule_files: [RULES], evaluation_interval: '15s', tests }))
  await promtool('test', 'rules', file)
}

/** For each alert what its fault changes in a scrape: a value that stays, or the steps of a counter. */
const faults: Record<string, Record<string, number | string>> = {
  PealDown: { up: 0 },
  PealDatabaseAway: { peal_database_up: 0 },
  PealDatabaseSlow: { peal_database_figures_seconds: 0.8 },
  PealConnectionsBusy: { 'peal_database_connections_waiting{pool="durable"}': 12 },
  PealDatabaseErrors: { peal_database_errors_total: '0+60x330' },
  PealReplicationLate: { peal_database_replication_lag_seconds: 90 },
  PealClocksDiffer: { peal_database_clock_offset_seconds: -4 },
  PealNodeAway: { peal_node_synced: 0 },
  PealNodeSlow: { peal_node_response_seconds: 2.5 },
  PealNodeShort: { peal_node_spendable_msat: 0, peal_cold_storage_msat: 1, peal_liabilities_msat: 2 },
  PealNodeAboveCeiling: { peal_node_spendable_msat: 2, peal_node_ceiling_msat: 1 },
  PealBooksDiffer: { peal_books_differ: 1 },
  PealBooksUnchecked: { peal_books_unchecked: 1 },
  PealPaymentsHalted: { peal_withdrawals_halted: 1 },
  PealPaymentsStopped: { peal_outgoing_stopped: 1 },
  PealRecovering: { peal_recovering: 1 },
  PealAuditLate: { peal_audit_age_seconds: 400 },
  PealPayoutUnknown: { peal_payout_oldest_unknown_seconds: 4_000 },
  PealPayoutsWait: { peal_payouts_queued: 1 },
  PealMoneyUnassigned: { peal_suspense_msat: 1_000 },
  PealJournalLate: { peal_journal_waiting: 5_000 },
  PealBackupOld: { peal_backup_age_seconds: 200_000 },
  PealJobFailing: { 'peal_job_failures{name="audit"}': 2 },
  PealEventsLate: { 'peal_outbox_oldest_seconds{topic="zap"}': 400 },
  PealMailsLate: { peal_mail_oldest_seconds: 1_000, 'peal_outbox_oldest_seconds{topic="mail"}': 1_000 },
  PealMailsRefused: { peal_mails_retried: 5 },
  PealTranscodingLate: { peal_upload_oldest_seconds: 4_000 },
  PealDiskLow: { peal_disk_free_bytes: 2 ** 30 },
  PealFileStoreFailing: { peal_file_store_errors_total: '0+5x330' },
  PealRequestsFail: { 'peal_request_duration_seconds_count{route="/",method="GET",status="5xx"}': '0+1x330' },
  PealRequestsSlow: {
    'peal_request_duration_seconds_bucket{route="/",le="1"}': 0,
    'peal_request_duration_seconds_bucket{route="/",le="2.5"}': '0+9x330',
    'peal_request_duration_seconds_bucket{route="/",le="+Inf"}': '0+9x330',
  },
  PealEventLoopBlocked: { peal_event_loop_delay_seconds: 1.5 },
  PealMemoryHigh: { peal_memory_resident_bytes: 3 * 2 ** 30 },
}

function caseOf(alert: string, quiet: Map<string, string>): Case {
  const series = new Map(quiet)
  for (const [sample, value] of Object.entries(faults[alert] ?? {})) {
    const [, name, labels] = /^(\w+)(?:\{(.*)\})?$/.exec(sample)!
    series.set(nameSeries(name!, labels), typeof value === 'number' ? `${value}+0x330` : value)
  }
  return { name: alert, series, firing: [alert] }
}

test('a healthy server raises no alert for an hour, and each fault raises its own alert', async (t) => {
  assert.deepEqual(Object.keys(faults), alerts())
  const quiet = seriesOf(await scrape())
  await runPromtool(t, [{ name: 'quiet', series: quiet, firing: [] }, ...alerts().map((alert) => caseOf(alert, quiet))])
})

test('a server in six real faults raises the alert of each, and no other', async (t) => {
  const { database, config } = world.world
  const owner = new pg.Client({ connectionString: config.databaseUrl })
  await owner.connect()
  const cases: Case[] = []
  /** The scrape in which the sample has this value. */
  const see = async (sample: string, isFaulty: (value: number) => boolean, ...firing: string[]) => {
    let text = ''
    await until(async () => isFaulty(valueOf((text = await scrape()), sample)))
    cases.push({ name: firing.join(), series: seriesOf(text), firing })
  }
  try {
    world.node.isAway = true
    await see('peal_node_up', (value) => value === 0, 'PealNodeAway')
    world.node.isAway = false

    await setFree(2 ** 30)
    await see('peal_disk_free_bytes', (value) => value === 2 ** 30, 'PealDiskLow')
    await setFree(50 * 2 ** 30)

    await sql`INSERT INTO outbox (id, topic, key, payload, run_at)
      VALUES (gen_random_uuid(), 'of nobody', '1', '{}', now() - interval '10 minutes')`.execute(database.read)
    await see('peal_outbox_oldest_seconds{topic="of nobody"}', (value) => value > 300, 'PealEventsLate')
    await sql`DELETE FROM outbox WHERE topic = 'of nobody'`.execute(database.read)

    await owner.query('BEGIN; LOCK TABLE outbox IN ACCESS EXCLUSIVE MODE')
    await see('peal_database_up', (value) => value === 0, 'PealDatabaseAway')
    await owner.query('ROLLBACK')

    await owner.query('ALTER TABLE similar_artist RENAME TO similar_gone')
    for (let round = 0; round < 2; round++) {
      world.clock.step(2 * HOUR_MS)
      await world.app.runJobs()
    }
    // Its clock is ahead of the database's from here on.
    await see('peal_job_failures{name="similar-artists"}', (value) => value > 1, 'PealJobFailing', 'PealClocksDiffer')
    await owner.query('ALTER TABLE similar_gone RENAME TO similar_artist')
    world.clock.step(2 * HOUR_MS)
    await world.app.runJobs()

    const legs = (amountMsat: bigint) => [
      { account: 'lightning', amountMsat: -amountMsat } as const,
      { account: 'house', amountMsat } as const,
    ]
    const correct = (idem: string, amountMsat: bigint) =>
      database.transaction((tx) => post(tx, { idem, kind: 'correction', legs: legs(amountMsat) }))
    await correct('wrong', 7_000n)
    world.clock.step(61_000)
    await see('peal_books_differ', (value) => value === 1, 'PealBooksDiffer', 'PealClocksDiffer')
    await correct('right', -7_000n)
  } finally {
    await owner.end()
  }
  await runPromtool(t, cases)
})

test('a request has one id: in its response, in the body of its error and in its log lines', async () => {
  const ask = (headers: Record<string, string>) => fetch(`${world.origin}/v1/charts/top-tracks`, { headers })
  const id = (response: Response) => response.headers.get('x-request-id')
  assert.match(id(await ask({}))!, /^[0-9a-f]{16}$/)
  const proxied = { 'x-forwarded-for': '203.0.113.7' }
  assert.equal(id(await ask({ ...proxied, 'x-request-id': 'from-the-proxy-1' })), 'from-the-proxy-1')
  assert.notEqual(id(await ask({ ...proxied, 'x-request-id': 'two words and "quotes"' })), 'two words and "quotes"')
  // This request came without a proxy.
  assert.notEqual(id(await ask({ 'x-request-id': 'from-a-visitor-1' })), 'from-a-visitor-1')

  const owner = new pg.Client({ connectionString: world.world.config.databaseUrl })
  await owner.connect()
  await owner.query('ALTER TABLE content_total RENAME TO content_gone')
  const response = await fetch(`${world.origin}/v1/artists/0190c0de-0000-7000-8000-000000000001`, {
    headers: { ...proxied, 'x-request-id': 'from-the-proxy-2', 'accept-language': 'de' },
  })
  await owner.query('ALTER TABLE content_gone RENAME TO content_total')
  await owner.end()
  const { requestId, error } = (await response.json()) as { requestId: string; error: string }
  assert.deepEqual([response.status, id(response), requestId], [500, 'from-the-proxy-2', 'from-the-proxy-2'])
  assert.match(error, / Referenz: from-the-proxy-2$/)
  const line = world.logLines().find((one) => one.includes('request-failed'))!
  assert.equal((JSON.parse(line) as { requestId: string }).requestId, 'from-the-proxy-2')
})

test('promtool accepts the rules', async (t) => {
  if (!isInstalled) return t.skip('SKIP promtool: it is not installed')
  await promtool('check', 'rules', RULES)
})
