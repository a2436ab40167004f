/** What the zap buttons of a release zap. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { zappedOf } from './zapped.ts'

test('the only track of a release is zapped, so that the chart counts it; of several tracks none', () => {
  const release = { contentId: 'release', title: 'Single', artist: 'Mara', artworkUrl: '/cover.jpg' }
  const [song, other] = [
    { id: 'song', title: 'Kite String' },
    { id: 'other', title: 'Paper Boats' },
  ] as const
  assert.deepEqual(zappedOf(release, [song]), { ...release, contentId: 'song', title: 'Kite String' })
  assert.deepEqual(zappedOf(release, [song, other]), release)
  assert.deepEqual(zappedOf(release, []), release)
})
