/** Which errors mean that the database, or a part of it, cannot be reached now. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { isDatabaseUnreachable } from './database.ts'

const errorOf = (code: string, message: string) => Object.assign(new pg.DatabaseError(message, 0, 'error'), { code })

test('a worker of Citus that ends within a statement is unreachable, with any of the messages that this has', () => {
  for (const message of [
    'server closed the connection unexpectedly',
    'could not receive data from server: Connection reset by peer',
    'could not send data to server: Broken pipe',
    'failure on connection marked as essential: worker2:5432',
  ])
    assert.equal(isDatabaseUnreachable(errorOf('XX000', message)), true, message)
})

test('any other internal error of the database is not', () => {
  assert.equal(isDatabaseUnreachable(errorOf('XX000', 'cache lookup failed for type 7')), false)
  assert.equal(isDatabaseUnreachable(errorOf('23505', 'could not receive data from server: a text of ours')), false)
})
