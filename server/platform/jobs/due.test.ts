/** Questions whether something is due: one statement for all that wait, and each fails alone. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { createTestDatabase } from '#tests/test-database.ts'
import { until } from '#tests/users.ts'
import { systemClock } from '#server/platform/clock.ts'
import { connectDatabase } from '#server/platform/database/connect.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { silentLog } from '#server/platform/log.ts'
import { createQuestion } from './due.ts'
import { listFailingJobs } from './failures.ts'
import { startJobs } from './jobs.ts'

const some = () => sql`generate_series(1, 3)`
const none = () => sql`generate_series(1, 0)`
const broken = () => sql`no_such_table`
const own = await createTestDatabase()
const database = connectDatabase({ url: own.url, role: own.role })

after(async () => {
  await database.close()
  await own.drop()
})

/** The same database, with a count of its statements. */
function countStatements() {
  let statements = 0
  const getExecutor = () => {
    statements++
    return database.read.getExecutor()
  }
  const read = Object.assign(Object.create(database.read) as Tx, { getExecutor })
  return { counted: { ...database, read }, count: () => statements }
}

test('questions of about the same time are one statement, whose text does not depend on the jobs', async () => {
  const { counted, count } = countStatements()
  const stopping = new AbortController()
  const [isSome, isNone, isMore] = [some, none, some].map((rows) => createQuestion(counted, rows, stopping.signal))
  assert.deepEqual(await Promise.all([isSome!(), isNone!(), isMore!(), isNone!()]), [true, false, true, false])
  assert.equal(count(), 1)
  assert.equal(await isMore!(), true)
  const { rows } = await sql<{ texts: number }>`
    SELECT count(*)::int AS texts FROM pg_prepared_statements WHERE statement LIKE '%generate_series%CASE%'
      OR statement LIKE '%CASE%generate_series%'`.execute(database.read)
  assert.deepEqual([count(), rows[0]!.texts], [2, 1])
  stopping.abort()
})

test('a question that cannot be answered fails alone', async () => {
  const stopping = new AbortController()
  const [isSome, isBroken] = [some, broken].map((rows) => createQuestion(database, rows, stopping.signal))
  const [good, bad] = await Promise.allSettled([isSome!(), isBroken!()])
  assert.deepEqual(good, { status: 'fulfilled', value: true })
  assert.match(String((bad as PromiseRejectedResult).reason), /no_such_table/)
  stopping.abort()
})

test('while the database is unreachable, all fail with one statement', async () => {
  const { counted, count } = countStatements()
  const stopping = new AbortController()
  const unreachable = Object.assign(Object.create(counted.read) as Tx, {
    getExecutor: () => {
      counted.read.getExecutor()
      throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
    },
  })
  const elsewhere = { ...counted, read: unreachable }
  const questions = [some, none].map((rows) => createQuestion(elsewhere, rows, stopping.signal))
  const outcomes = await Promise.allSettled(questions.map((ask) => ask()))
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ['rejected', 'rejected'],
  )
  assert.equal(count(), 1)
  stopping.abort()
})

test('once it is stopped nothing is due, and nothing is queried', async () => {
  const { counted, count } = countStatements()
  const stopping = new AbortController()
  const isSome = createQuestion(counted, some, stopping.signal)
  const answer = isSome()
  stopping.abort()
  assert.deepEqual([await answer, await isSome()], [false, false])
  await pause(250)
  assert.equal(count(), 0)
})

test('a job works only when something is due; one whose question fails is listed as failing', async () => {
  const worked: string[] = []
  const enough = Promise.withResolvers<void>()
  const work = (name: string) => async () => {
    worked.push(name)
    if (worked.length === 2) enough.resolve()
  }
  const jobs = startJobs({ database, clock: systemClock, log: silentLog }, [
    { name: 'busy', pauseMs: 200, due: [none, some], work: work('busy') },
    { name: 'idle', pauseMs: 200, due: [none], work: work('idle') },
    { name: 'unsure', pauseMs: 200, due: [broken], work: work('unsure') },
  ])
  await enough.promise
  await until(async () => (await listFailingJobs(database.read)).length > 0)
  await jobs.stop()
  assert.deepEqual([...new Set(worked)], ['busy'])
  const [failing] = await listFailingJobs(database.read)
  assert.match(`${failing!.name}: ${failing!.error}`, /^unsure: .*no_such_table/)
})
