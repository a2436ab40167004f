/** The outbox: delivery in groups, and a failing event delays no others. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestDatabase } from '#tests/test-database.ts'
import { connectDatabase } from '#server/platform/database/connect.ts'
import { silentLog } from '#server/platform/log.ts'
import { publishAll, startDispatcher } from './outbox.ts'

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
  const dispatcher = startDispatcher(silentLog, [{ database, subscriptions: { news: [subscriber] } }])
  await dispatcher.stop()
  assert.deepEqual(deliveredNames.toSorted(), ['one', 'two'])
  assert.equal(groups, 4)
  const { rows } = await database.pool.query('select key, attempts from outbox where done_at is null')
  assert.deepEqual(rows, [{ key: 'bad', attempts: 1 }])
  await database.close()
})
