/** A work compared with relays: missing, outdated, left-over and deleted events, and dates by which relays accept
 * the newer one. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faultsOfEvent } from '#tests/nostr-schemas.ts'
import { type NostrEvent, signEvent } from './event.ts'
import { compareWithRelays, dateAfter, draftDeletion } from './event-status.ts'
import { publicKeyOf } from './keys.ts'
import type { Draft, WorkEvent } from './release-events.ts'

const SECRET = new Uint8Array(32).fill(7)
const OWN = publicKeyOf(SECRET)
const NOW = 1_770_000_000

const track = (title: string, d = 'song'): Draft => ({
  kind: 36_787,
  tags: [
    ['d', d],
    ['title', title],
  ],
  content: '',
})
const episode = (title: string): Draft => ({
  kind: 54,
  tags: [
    ['title', title],
    ['i', 'podcast:item:guid:one'],
  ],
  content: '',
})
const work = (draft: Draft): WorkEvent => ({ contentId: 'x', title: 'X', draft })
const sign = (draft: Draft, createdAt = NOW, secret = SECRET): NostrEvent =>
  signEvent({ ...draft, created_at: createdAt }, secret)
const statusWith = (draft: Draft, ...events: NostrEvent[]) => {
  const { all, obsolete } = compareWithRelays([work(draft)], events)
  const [{ event, isCurrent } = { event: null, isCurrent: false }] = all
  return { event, isCurrent, obsolete }
}

test('the status is missing, current or outdated', () => {
  assert.deepEqual(statusWith(track('Rain')), { event: null, isCurrent: false, obsolete: [] })
  const event = sign(track('Rain'))
  assert.deepEqual(statusWith(track('Rain'), event), { event, isCurrent: true, obsolete: [] })
  assert.deepEqual(statusWith(track('Rain again'), event), { event, isCurrent: false, obsolete: [] })
  assert.equal(statusWith({ ...track('Rain'), content: 'words' }, event).isCurrent, false)
  assert.equal(statusWith(track('Rain', 'another'), event).event, null)
})

test('the newest version counts, in any order of relay responses', () => {
  const [old, fresh] = [sign(track('Rain'), NOW), sign(track('Rain again'), NOW + 1)]
  for (const events of [
    [old, fresh],
    [fresh, old],
  ]) {
    const { event, isCurrent, obsolete } = statusWith(track('Rain again'), ...events)
    assert.deepEqual([event?.id, isCurrent], [fresh.id, true])
    // The relay that still has the older one will replace it with the newer one.
    assert.deepEqual(obsolete, [])
  }
})

test('an older version of an episode is obsolete, because relays store both', () => {
  const [old, fresh] = [sign(episode('One'), NOW), sign(episode('One, again'), NOW + 1)]
  const { event, obsolete } = statusWith(episode('One, again'), old, fresh)
  assert.deepEqual([event?.id, obsolete.map(({ id }) => id)], [fresh.id, [old.id]])
})

test('events of content that is no longer public are obsolete', () => {
  const event = sign(track('Rain'))
  assert.deepEqual(compareWithRelays([], [event]).obsolete, [event])
  assert.deepEqual(statusWith(track('Sun', 'other'), event).obsolete, [event])
})

test('deleted events are missing, and a later version is current again', () => {
  const event = sign(track('Rain'))
  const deletion = signEvent(draftDeletion([event], NOW), SECRET)
  assert.deepEqual(faultsOfEvent(deletion), [])
  assert.deepEqual(deletion.tags, [
    ['e', event.id],
    ['a', `36787:${OWN}:song`],
    ['k', '36787'],
  ])
  assert.equal(statusWith(track('Rain'), event, deletion).event, null)
  const again = sign(track('Rain'), NOW + 1)
  assert.equal(statusWith(track('Rain'), event, deletion, again).event?.id, again.id)
  const byStranger = signEvent(draftDeletion([event], NOW), new Uint8Array(32).fill(8))
  assert.equal(statusWith(track('Rain'), event, byStranger).event?.id, event.id)
})

test('an episode is deleted by its id only, and not by an earlier deletion', () => {
  const event = sign(episode('One'), NOW + 60)
  const deletion = draftDeletion([event], NOW)
  assert.deepEqual(deletion.tags, [
    ['e', event.id],
    ['k', '54'],
  ])
  assert.equal(deletion.created_at, NOW + 60)
})

test('a new version is dated after all earlier versions', () => {
  const draft = track('Rain again')
  assert.equal(dateAfter(draft, [], NOW).created_at, NOW)
  assert.equal(dateAfter(draft, [sign(track('Rain'), NOW - 5)], NOW).created_at, NOW)
  assert.equal(dateAfter(draft, [sign(track('Rain'), NOW)], NOW).created_at, NOW + 1)
  assert.equal(dateAfter(draft, [sign(track('Rain', 'other'), NOW + 9)], NOW).created_at, NOW)
  const deletion = signEvent(draftDeletion([sign(track('Rain'), NOW + 3)], NOW), SECRET)
  assert.equal(dateAfter(draft, [deletion], NOW).created_at, NOW + 4)
})
