/** The outbox: delivery in groups, a failing event delays no others, and a failing database makes nothing arrive twice. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { createTestDatabase } from '#tests/test-database.ts'
import { connectDatabase } from '#server/platform/database/connect.ts'
import { silentLog } from '#server/platform/log.ts'
import { until } from '#tests/users.ts'
import { publish, publishAll, startDispatcher } from './outbox.ts'

test('events of a topic are delivered as a batch; if that fails, each alone', async () => {
  await using testDatabase = await createTestDatabase()
  const database = connectDatabase(testDatabase)
  const deliveredNames: string[] = []
  let groups = 0
  const subscriber = {
    async forAll(payloads: readonly { name: string }[]) {
      groups++
      if (payloads.some(({ name }) => name === 'bad')) throw new Error('no')
      deliveredNames.push(...payloads.map(({ name }) => name))
    },
  }
  const events = ['one', 'bad', 'two', 'two'].map((name) => ({ key: name, payload: { name } }))
  await database.transaction((tx) => publishAll(tx, 'news', events))
  await database.transaction((tx) => publishAll(tx, 'news', events.slice(0, 1)))
  const dispatcher = startDispatcher({ database, log: silentLog }, [
    { database, subscriptions: { news: [subscriber] } },
  ])
  await until(() => deliveredNames.length === 2)
  await dispatcher.stop()
  assert.deepEqual(deliveredNames.toSorted(), ['one', 'two'])
  assert.equal(groups, 4)
  const { rows } = await database.pool.query('select key, attempts from outbox where done_at is null')
  assert.deepEqual(rows, [{ key: 'bad', attempts: 1 }])
  await database.close()
})

test('an event that was delivered while the database failed is not delivered again', async () => {
  await using testDatabase = await createTestDatabase()
  const database = connectDatabase(testDatabase)
  const owner = connectDatabase({ url: testDatabase.url })
  let delivered = 0
  const subscriber = async () => {
    await owner.pool.query('alter table outbox rename to outbox_elsewhere')
    delivered++
  }
  await publish(database.read, 'news', 'one', {})
  const dispatcher = startDispatcher({ database, log: silentLog }, [
    { database, subscriptions: { news: [subscriber] } },
  ])
  await until(() => delivered === 1)
  await pause(500)
  await owner.pool.query('alter table outbox_elsewhere rename to outbox')
  const isDone = async () => (await database.pool.query('select from outbox where done_at is null')).rows.length === 0
  await until(isDone, 3_000)
  await dispatcher.stop()
  assert.equal(delivered, 1)
  await Promise.all([database.close(), owner.close()])
})
