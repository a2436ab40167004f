/** Which plays count, rule by rule, with a fixed clock. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countedSeconds } from '#contract/listening/counted-play.ts'
import type { PlayRefusal } from '#contract/listening/plays.ts'
import { playSourceOf } from '#contract/play-sources.ts'
import { type Claim, checkPlays, type Known } from './check.ts'

const NOW = new Date('2030-06-15T12:00:00Z')
const ago = (seconds: number) => new Date(NOW.getTime() - seconds * 1_000)

let made = 0
const claim = (secondsAgo: number, secondsHeard: number, more: Partial<Claim> = {}): Claim => ({
  playId: `play ${++made}`,
  contentId: 'song',
  startedAt: ago(secondsAgo),
  secondsHeard,
  ...more,
})
const known = (more: Partial<Known> = {}): Known => ({
  now: NOW,
  durations: new Map<string, number | null>([
    ['song', 200],
    ['other', 180],
    ['third', 180],
    ['jingle', 12],
    ['unmeasured', null],
  ]),
  playIds: new Set(),
  plays: [],
  crowded: new Set(),
  heardTo: null,
  memberSince: null,
  ...more,
})
const reasonOf = (one: Claim, what: Partial<Known> = {}): PlayRefusal | 'counted' =>
  checkPlays([one], known(what)).refused[0]?.reason ?? 'counted'

test('a play counts after 30 seconds, or after half of a shorter duration', () => {
  assert.equal(reasonOf(claim(40, 30)), 'counted')
  assert.equal(reasonOf(claim(40, 29.9)), 'too-short')
  assert.equal(reasonOf(claim(40, 6, { contentId: 'jingle' })), 'counted')
  assert.equal(reasonOf(claim(40, 5.9, { contentId: 'jingle' })), 'too-short')
  assert.equal(reasonOf(claim(40, 29, { contentId: 'unmeasured' })), 'too-short')
  assert.equal(reasonOf(claim(40, 0, { contentId: 'jingle' })), 'too-short')
  assert.equal(countedSeconds(30), 30)
  assert.equal(countedSeconds(29), 14.5)
})

const table: [what: string, claim: Claim, known: Partial<Known>, expected: PlayRefusal | 'counted'][] = [
  ['begins in the future', claim(-61, 30), {}, 'impossible-time'],
  ['claims a longer time than has passed', claim(60, 121), {}, 'impossible-time'],
  ['is reported by a clock that is slightly ahead', claim(0, 59), {}, 'counted'],
  ['began a week ago', claim(7 * 86_400, 100), {}, 'counted'],
  ['began longer ago', claim(7 * 86_400 + 1, 100), {}, 'too-old'],
  ['is of content that cannot be played', claim(60, 40, { contentId: 'draft' }), {}, 'not-public'],
  ['was counted before', claim(60, 40, { playId: 'again' }), { playIds: new Set(['again']) }, 'replayed'],
  ['comes from a crowded address', claim(60, 40), { crowded: new Set(['song']) }, 'too-soon'],
  ['comes from an address crowded for other content', claim(60, 40), { crowded: new Set(['other']) }, 'counted'],
]
for (const [what, one, state, expected] of table) {
  test(`a play that ${what}: ${expected}`, () => assert.equal(reasonOf(one, state), expected))
}

const before = (contentId: string, fromSeconds: number, toSeconds: number) => ({
  contentId,
  startedAt: ago(fromSeconds),
  endedAt: ago(toSeconds),
  arrivedAt: ago(toSeconds),
})

test('one play counts per content and half an hour, by the clock of the player and by ours', () => {
  const state = (fromSeconds: number) => ({
    plays: [before('song', fromSeconds, fromSeconds - 200)],
    heardTo: ago(fromSeconds - 200),
  })
  assert.equal(reasonOf(claim(40, 30), state(1_000)), 'too-soon')
  assert.equal(reasonOf(claim(40, 30), state(1_839)), 'too-soon')
  assert.equal(reasonOf(claim(40, 30), state(2_041)), 'counted')
  assert.equal(reasonOf(claim(40, 30, { contentId: 'other' }), state(1_000)), 'counted')
  // Claimed for another time, reported at the same time.
  assert.equal(reasonOf(claim(20_000, 30), state(1_000)), 'too-soon')
})

test('overlapping plays of a listener are refused', () => {
  const state = { plays: [before('other', 300, 100)], heardTo: ago(300) }
  assert.equal(reasonOf(claim(250, 100), state), 'overlapping')
  assert.equal(reasonOf(claim(340, 100), state), 'overlapping')
  assert.equal(reasonOf(claim(101, 100), state), 'counted')
  assert.equal(reasonOf(claim(99, 99), state), 'counted')
})

test('a listener cannot hear more than the time since the last report', () => {
  assert.equal(reasonOf(claim(3_000, 200), { heardTo: ago(100) }), 'impossible-time')
  assert.equal(reasonOf(claim(3_000, 200), { heardTo: ago(200) }), 'counted')
  // Reports arrive slightly late.
  assert.equal(reasonOf(claim(200, 200), { heardTo: ago(180) }), 'counted')
})

test('plays saved while offline count together, if they fit into the elapsed time', () => {
  const saved = [claim(900, 200), claim(690, 170, { contentId: 'other' }), claim(510, 170, { contentId: 'third' })]
  const { counted, heardTo } = checkPlays(saved, known({ heardTo: ago(1_000) }))
  assert.equal(counted.length, 3)
  assert.deepEqual(heardTo, ago(460))
  const hasty = checkPlays(saved, known({ heardTo: ago(300) }))
  assert.deepEqual(
    hasty.refused.map(({ reason }) => reason),
    ['impossible-time', 'impossible-time'],
  )
})

test('for an unknown visitor one play counts, however many are reported', () => {
  const claims = Array.from({ length: 50 }, (_, index) => claim(100_000 - index * 2_000, 30))
  assert.equal(checkPlays(claims, known()).counted.length, 1)
  const names = ['song', 'other', 'third']
  const various = claims.map((one, index) => ({ ...one, contentId: names[index % 3]! }))
  const { counted, refused } = checkPlays(various, known())
  assert.equal(counted.length, 1)
  assert.equal(refused.length, 49)
})

test('late and out-of-order plays of an account count, unless they cannot all have been heard', () => {
  const account = { memberSince: ago(1_000_000) }
  // The phone was offline, and is the first to report on this day.
  const phone = [claim(9_000, 200), claim(8_800, 180, { contentId: 'other' }), claim(5_000, 200)]
  const first = checkPlays(phone, known(account))
  assert.equal(first.counted.length, 3, 'the same song again an hour later too')
  // The laptop later reports what was heard before, between and after.
  const plays = first.counted
    .map((one) => before(one.contentId, 0, 0))
    .map((one, index) => ({
      ...one,
      startedAt: phone[index]!.startedAt,
      endedAt: new Date(phone[index]!.startedAt.getTime() + phone[index]!.secondsHeard * 1_000),
      arrivedAt: NOW,
    }))
  const state = { ...account, plays, heardTo: first.heardTo }
  assert.equal(reasonOf(claim(20_000, 180, { contentId: 'third' }), state), 'counted')
  assert.equal(reasonOf(claim(7_000, 180, { contentId: 'third' }), state), 'counted')
  assert.equal(reasonOf(claim(8_950, 180, { contentId: 'third' }), state), 'overlapping')
  // More than a day of listening within a day, and more than the age of the account.
  const endless = Array.from({ length: 600 }, (_, index) => claim(500_000 - index * 800, 200, { contentId: 'song' }))
  const { counted } = checkPlays(
    endless.map((one, index) => ({ ...one, contentId: ['song', 'other', 'third'][index % 3]! })),
    known(account),
  )
  const seconds = counted.reduce((sum, { secondsHeard }) => sum + secondsHeard, 0)
  assert.ok(seconds > 0 && seconds <= 86_400 * 1.1 + 10, `${seconds} s`)
  assert.equal(reasonOf(claim(9_000, 900), { memberSince: ago(60) }), 'impossible-time', 'before the account existed')
})

test('a play that occurs twice in a report counts once, with the longest time heard', () => {
  const short = claim(60, 31, { playId: 'twice' })
  const { counted, refused } = checkPlays([short, { ...short, secondsHeard: 55 }], known())
  assert.deepEqual(
    counted.map(({ secondsHeard }) => secondsHeard),
    [55],
  )
  assert.deepEqual(refused, [{ playId: 'twice', reason: 'replayed' }])
})

test('the URL of a page determines the source of its plays', () => {
  assert.equal(playSourceOf('/album/1'), 'release')
  assert.equal(playSourceOf('/top'), 'chart')
  assert.equal(playSourceOf('/playlist/1?x=2'), 'playlist')
  assert.equal(playSourceOf('/'), 'home')
  assert.equal(playSourceOf('/constructor'), 'other')
})
