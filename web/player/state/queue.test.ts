/** The queue's rules. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  advanceQueue,
  appendTracks,
  currentTrack,
  emptyQueue,
  insertNext,
  jumpTo,
  moveTrack,
  nextRepeat,
  QUEUE_MAX,
  removeTrack,
  retreatQueue,
  setShuffle,
  startQueue,
  type Queue,
} from './queue.ts'
import { clearUpcoming, upcomingIndexes } from './upcoming.ts'
import { playableOf as track } from './playable.fixture.ts'

const abc = ['a', 'b', 'c'].map(track)
const at = (queue: Queue | null) => (queue ? currentTrack(queue)?.id : null)
const first = () => 0
const playing = (index: number, more: Partial<Queue> = {}) => startQueue({ ...emptyQueue, ...more }, abc, index)

test('tracks follow each other and the last one ends the queue', () => {
  assert.equal(at(advanceQueue(playing(0), 'ended', first)), 'b')
  assert.equal(advanceQueue(playing(2), 'ended', first), null)
})

test('repeat all starts again, repeat one stays until next is pressed', () => {
  assert.equal(at(advanceQueue(playing(2, { repeat: 'all' }), 'ended', first)), 'a')
  assert.equal(at(advanceQueue(playing(1, { repeat: 'one' }), 'ended', first)), 'b')
  assert.equal(at(advanceQueue(playing(1, { repeat: 'one' }), 'pressed', first)), 'c')
  assert.deepEqual(
    ['off', 'all', 'one'].map((repeat) => nextRepeat(repeat as 'off')),
    ['all', 'one', 'off'],
  )
})

test('previous goes back early in a track and to its beginning later', () => {
  assert.equal(at(retreatQueue(playing(1), 2)), 'a')
  assert.equal(retreatQueue(playing(1), 9), null)
  assert.equal(retreatQueue(playing(0), 2), null)
  assert.equal(at(retreatQueue(playing(0, { repeat: 'all' }), 2)), 'c')
})

test('shuffle plays every track once, then stops', () => {
  let queue: Queue | null = playing(1, { shuffle: true })
  const heard: (string | null | undefined)[] = []
  while (queue) {
    heard.push(at(queue))
    queue = advanceQueue(queue, 'ended', () => 0.99)
  }
  assert.deepEqual(heard, ['b', 'c', 'a'])
})

test('previous walks back through what shuffle has played', () => {
  const second = advanceQueue(playing(1, { shuffle: true }), 'pressed', first) as Queue
  const third = advanceQueue(second, 'pressed', first) as Queue
  assert.deepEqual([at(second), at(third)], ['a', 'c'])
  const back = retreatQueue(third, 0) as Queue
  assert.equal(at(back), 'a')
  assert.equal(at(retreatQueue(back, 0)), 'b')
})

test('shuffle with repeat continues without playing the same track twice in a row', () => {
  let queue = playing(0, { shuffle: true, repeat: 'all' })
  for (let step = 0; step < 20; step++) {
    const next = advanceQueue(queue, 'ended', first) as Queue
    assert.notEqual(at(next), at(queue))
    queue = next
  }
})

test('switching shuffle keeps the playing track', () => {
  assert.equal(at(setShuffle(playing(2), true)), 'c')
  assert.deepEqual(setShuffle(playing(2), true).shuffleHistory, ['c'])
})

test('moving any track anywhere keeps the current one current', () => {
  for (let active = 0; active < 3; active++) {
    for (let from = 0; from < 3; from++) {
      for (let to = 0; to < 3; to++) {
        const moved = moveTrack(playing(active), from, to)
        assert.equal(at(moved), abc[active]?.id)
        assert.equal(moved.activeTrackList[to]?.id, abc[from]?.id)
      }
    }
  }
})

test('removing a track keeps the current one, which cannot be removed', () => {
  assert.equal(at(removeTrack(playing(2), 0)), 'c')
  assert.equal(at(removeTrack(playing(0), 2)), 'a')
  assert.equal(removeTrack(playing(1), 1).activeTrackList.length, 3)
})

test('a queue has a limit, and the selected track is within it', () => {
  const many = Array.from({ length: QUEUE_MAX + 50 }, (_, index) => track(String(index)))
  const queue = startQueue(emptyQueue, many, QUEUE_MAX + 20)
  assert.equal(queue.activeTrackList.length <= QUEUE_MAX, true)
  assert.equal(at(queue), String(QUEUE_MAX + 20))
  assert.equal(appendTracks(queue, many).activeTrackList.length, QUEUE_MAX)
})

test('an empty list plays nothing', () => {
  assert.equal(at(startQueue(emptyQueue, [], 0)), undefined)
  assert.equal(advanceQueue(emptyQueue, 'ended', first), null)
})

test('tracks to play next come next, in the order they were added, also with shuffle', () => {
  for (const shuffle of [false, true]) {
    const asked = insertNext(insertNext(playing(0, { shuffle }), [track('x')]), [track('y')])
    const heard: (string | null | undefined)[] = []
    let queue: Queue | null = asked
    for (let step = 0; step < 3 && queue; step++) {
      queue = advanceQueue(queue, 'ended', () => 0.99)
      heard.push(at(queue))
    }
    assert.deepEqual(heard.slice(0, 2), ['x', 'y'])
    assert.equal(heard[2], shuffle ? 'c' : 'b')
  }
})

test('moving and removing update what comes next', () => {
  const asked = insertNext(playing(0, { shuffle: true }), [track('x'), track('y')])
  assert.equal(moveTrack(asked, 1, 4).nextCount, 1)
  assert.equal(moveTrack(asked, 4, 1).nextCount, 3)
  assert.equal(moveTrack(asked, 1, 2).nextCount, 2)
  assert.equal(removeTrack(asked, 1).nextCount, 1)
  assert.equal(removeTrack(asked, 4).nextCount, 2)
})

test('clearing a shuffled queue leaves what was played', () => {
  const shuffled = jumpTo(playing(0, { shuffle: true }), 2)!
  assert.deepEqual(upcomingIndexes(shuffled), [1])
  const cleared = clearUpcoming(shuffled)
  assert.deepEqual(
    cleared.activeTrackList.map(({ id }) => id),
    ['a', 'c'],
  )
  assert.equal(at(cleared), 'c')
  assert.equal(advanceQueue(cleared, 'ended', first), null)
})

test('clearing leaves the playing track; jumping goes anywhere and is in the history', () => {
  assert.deepEqual(
    clearUpcoming(playing(1)).activeTrackList.map(({ id }) => id),
    ['a', 'b'],
  )
  assert.equal(at(jumpTo(playing(0), 2)), 'c')
  assert.equal(jumpTo(playing(0), 3), null)
  assert.deepEqual(jumpTo(playing(0, { shuffle: true }), 2)?.shuffleHistory, ['a', 'c'])
})
