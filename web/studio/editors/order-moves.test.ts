/** Orders as lists of ids. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { moveTo, orderBy } from './order-moves.ts'

test('one item moves, the others keep their order', () => {
  const ids = ['a', 'b', 'c', 'd']
  assert.deepEqual(moveTo(ids, 'c', 0), ['c', 'a', 'b', 'd'])
  assert.deepEqual(moveTo(ids, 'a', 2), ['b', 'c', 'a', 'd'])
  assert.deepEqual(moveTo(ids, 'b', 99), ['a', 'c', 'd', 'b'])
  assert.deepEqual(moveTo(ids, 'b', -1), ['b', 'a', 'c', 'd'])
})

test('the requested order is shown; items added meanwhile come last', () => {
  const items = ['a', 'b', 'c', 'd'].map((id) => ({ id }))
  assert.deepEqual(
    orderBy(items, ['d', 'b', 'gone', 'a']).map(({ id }) => id),
    ['d', 'b', 'a', 'c'],
  )
  assert.deepEqual(orderBy(items, null), items)
})
