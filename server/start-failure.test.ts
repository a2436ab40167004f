/** The one line that an operator reads when a start fails. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { test } from 'node:test'
import { DatabaseUnusable } from './platform/database/migrate.ts'
import { explainFailure } from './start-failure.ts'

test('a port that another program listens on is named, with the setting', async () => {
  const first = createServer().listen(0, '127.0.0.1')
  await once(first, 'listening')
  const { port } = first.address() as AddressInfo
  const [error] = (await once(createServer().listen(port, '127.0.0.1'), 'error')) as [Error]
  first.close()
  assert.equal(
    explainFailure(error),
    `Port ${port} at 127.0.0.1 is in use by another program. Choose another with PORT, for example PORT=3001.`,
  )
})

test('a database that cannot be upgraded is reported by its message, without a stack', () => {
  assert.equal(
    explainFailure(new DatabaseUnusable('Start with an empty data folder.')),
    'Start with an empty data folder.',
  )
})
