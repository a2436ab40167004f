/** The text for each state of an offered share. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeShareAnswer } from './share-answer.ts'

test('each state has its own text, which says where the share goes once the terms have begun', () => {
  const [begunAt, states] = [
    '2026-11-27T00:00:00.000Z',
    ['agreed', 'waiting', 'declined', 'expired', 'withdrawn'] as const,
  ]
  const wordsFor = (begun: string | null) => states.map((state) => describeShareAnswer({ begunAt: begun }, { state }))
  assert.deepEqual(wordsFor(null), ['Agreed', 'Waiting for an answer', 'Declined', 'No answer', 'Withdrawn'])
  assert.deepEqual(wordsFor(begunAt).slice(2), [
    'Declined: goes to the owner',
    'No answer: goes to the owner',
    'Withdrawn: goes to the owner',
  ])
  const taken = describeShareAnswer({ begunAt }, { state: 'waiting', isTaken: true })
  assert.equal(taken, 'Accepted, not confirmed by the owner yet')
})
