/** The addresses in one DATABASE_URL. Which of them is used: tests/faults/promotion.test.ts. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from './config.ts'
import { addressesOf } from './database.ts'

test('several hosts, each with its port, and several sockets are separate addresses', () => {
  assert.deepEqual(addressesOf('postgres://peal:a%2Cb@one,two:5433,[::1]:5434/peal?target_session_attrs=read-write'), [
    'postgres://peal:a%2Cb@one/peal?target_session_attrs=read-write',
    'postgres://peal:a%2Cb@two:5433/peal?target_session_attrs=read-write',
    'postgres://peal:a%2Cb@[::1]:5434/peal?target_session_attrs=read-write',
  ])
  assert.deepEqual(
    addressesOf('postgres://peal@localhost/peal?host=/one,/two').map((one) => new URL(one).searchParams.get('host')),
    ['/one', '/two'],
  )
  const single = 'postgres://peal@/peal?host=%2Fvar%2Frun'
  assert.deepEqual(addressesOf(single), [single])
})

test('an address without a host, and a request for a standby, are refused', () => {
  const read = (DATABASE_URL: string) => readConfig({ DATABASE_URL }).databaseUrl
  assert.equal(read('postgres://one,two/peal'), 'postgres://one,two/peal')
  assert.throws(() => read('postgres://one,,two/peal'), /DATABASE_URL must be an address like/)
  assert.throws(
    () => read('postgres://one,two/peal?target_session_attrs=standby'),
    /target_session_attrs is read-write/,
  )
})
