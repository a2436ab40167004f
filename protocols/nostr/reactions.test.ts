/** Likes and reposts of a work: their content, validation against the published schemas, and what is not counted. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faultsOfEvent } from '#tests/nostr-schemas.ts'
import { type NostrEvent, signEvent } from './event.ts'
import { withoutDeleted } from './event-status.ts'
import { publicKeyOf } from './keys.ts'
import {
  countAuthors,
  draftLike,
  draftRepost,
  externalIdOfEpisode,
  externalIdOfTrack,
  parseReaction,
  type Work,
} from './reactions.ts'
import type { Draft } from './release-events.ts'

const ARTIST = new Uint8Array(32).fill(7)
const FAN = new Uint8Array(32).fill(9)
const artist = publicKeyOf(ARTIST)
const NOW = 1_770_000_000
const RELAY = 'wss://peal.example/relay'
const TRACK_ID = '0190f000-0000-7000-8000-000000000001'
const EPISODE_ID = '0190f000-0000-7000-8000-0000000000e1'

const sign = (draft: Draft, secret = FAN, createdAt = NOW): NostrEvent =>
  signEvent({ ...draft, created_at: createdAt }, secret)
const song = sign({ kind: 36_787, tags: [['d', TRACK_ID]], content: '' }, ARTIST)
const episode = sign({ kind: 54, tags: [['i', `podcast:item:guid:${EPISODE_ID}`]], content: '' }, ARTIST)

const externalTrack = externalIdOfTrack(TRACK_ID, 'https://peal.example')
const externalEpisode = externalIdOfEpisode(EPISODE_ID, EPISODE_ID, 'https://peal.example')
const songOnNostr: Work = { external: externalTrack, event: song }
const songElsewhere: Work = { external: externalTrack, event: null }
const episodeOnNostr: Work = { external: externalEpisode, event: episode }
const episodeElsewhere: Work = { external: externalEpisode, event: null }
const ADDRESS = `36787:${artist}:${TRACK_ID}`

test('a like of a published track refers to its version, its address and its author', () => {
  const like = draftLike(songOnNostr, RELAY)
  assert.deepEqual(like, {
    kind: 7,
    tags: [
      ['e', song.id, RELAY, artist],
      ['a', ADDRESS, RELAY, artist],
      ['p', artist, RELAY],
      ['k', '36787'],
    ],
    content: '+',
  })
  assert.deepEqual(faultsOfEvent(sign(like)), [])
})

test('a like of a published episode, which has no address, refers to its external id', () => {
  const like = draftLike(episodeOnNostr, RELAY)
  assert.deepEqual(like.tags, [
    ['e', episode.id, RELAY, artist],
    ['i', `podcast:item:guid:${EPISODE_ID}`, `https://peal.example/episode/${EPISODE_ID}`],
    ['p', artist, RELAY],
    ['k', '54'],
  ])
  assert.deepEqual(faultsOfEvent(sign(like)), [])
})

test('a like of a work that is not on nostr has kind 17', () => {
  const ofTrack = draftLike(songElsewhere, RELAY)
  assert.deepEqual(ofTrack, {
    kind: 17,
    tags: [
      ['k', 'web'],
      ['i', `https://peal.example/track/${TRACK_ID}`],
    ],
    content: '+',
  })
  const ofEpisode = draftLike(episodeElsewhere, RELAY)
  assert.deepEqual(ofEpisode.tags, [
    ['k', 'podcast:item:guid'],
    ['i', `podcast:item:guid:${EPISODE_ID}`, `https://peal.example/episode/${EPISODE_ID}`],
  ])
  for (const like of [ofTrack, ofEpisode]) assert.deepEqual(faultsOfEvent(sign(like)), [])
})

test('a repost is generic and contains the event, unless the event is protected', () => {
  const repost = draftRepost(songOnNostr, song, RELAY)
  assert.deepEqual(
    { ...repost, content: JSON.parse(repost.content) as unknown },
    { kind: 16, tags: draftLike(songOnNostr, RELAY).tags, content: { ...song } },
  )
  assert.deepEqual(faultsOfEvent(sign(repost)), [])
  const kept = sign({ kind: 36_787, tags: [['d', TRACK_ID], ['-']], content: '' }, ARTIST)
  assert.equal(draftRepost({ ...songOnNostr, event: kept }, kept, RELAY).content, '')
})

const other = sign({ kind: 36_787, tags: [['d', 'another']], content: '' }, ARTIST)
const mine = (kind: number, tags: string[][], content = '+') => sign({ kind, tags, content })
const e = ['e', song.id]
const a = ['a', ADDRESS]

test('our own reactions are parsed, also for a later version of the work', () => {
  const works = [songOnNostr, songElsewhere, episodeOnNostr, episodeElsewhere]
  for (const work of works) assert.equal(parseReaction(sign(draftLike(work, RELAY)), work), 'like')
  const repost = sign(draftRepost(songOnNostr, song, RELAY))
  assert.equal(parseReaction(repost, songOnNostr), 'repost')
  const later = sign({ kind: 36_787, tags: [['d', TRACK_ID]], content: 'again' }, ARTIST, NOW + 5)
  const laterEpisode = sign({ kind: 54, tags: episode.tags, content: 'again' }, ARTIST, NOW + 5)
  assert.equal(parseReaction(sign(draftLike(songOnNostr, RELAY)), { ...songOnNostr, event: later }), 'like')
  assert.equal(
    parseReaction(sign(draftLike(episodeOnNostr, RELAY)), { ...episodeOnNostr, event: laterEpisode }),
    'like',
  )
  // A like from before the work was published still counts.
  assert.equal(parseReaction(sign(draftLike(songElsewhere, RELAY)), songOnNostr), 'like')
})

test('reactions of other clients with fewer tags, or to the other kind of a track, are parsed', () => {
  for (const event of [
    mine(7, [e]),
    mine(7, [e], ''),
    mine(7, [e, a]),
    mine(7, [['e', other.id], e]),
    mine(7, [
      ['e', 'f'.repeat(64)],
      ['a', `31337:${artist}:${TRACK_ID}`],
    ]),
  ])
    assert.equal(parseReaction(event, songOnNostr), 'like', JSON.stringify(event.tags))
  for (const kind of [6, 16]) assert.equal(parseReaction(mine(kind, [e], ''), songOnNostr), 'repost')
})

test('reactions to other works, and those that are not a like, do not count', () => {
  const { value, kind } = externalTrack
  for (const event of [
    mine(7, [e], '-'),
    mine(7, [e], '🤙'),
    mine(7, [a]),
    mine(7, [['e', 'nonsense'], a]),
    mine(7, [['e'], a]),
    mine(7, [e, ['e', other.id]]),
    mine(7, [e, ['a', `36787:${artist}:another`]]),
    mine(7, [e, ['a', `36787:${publicKeyOf(FAN)}:${TRACK_ID}`]]),
    mine(16, [['e', other.id]]),
    mine(17, [['i', value]]),
    mine(17, [
      ['i', `${value}x`],
      ['k', kind],
    ]),
    mine(
      17,
      [
        ['i', value],
        ['k', kind],
      ],
      '-',
    ),
    mine(1, [e, a]),
  ])
    assert.equal(parseReaction(event, songOnNostr), null, JSON.stringify(event))
  for (const kind_ of [6, 7, 16]) assert.equal(parseReaction(mine(kind_, [e, a]), songElsewhere), null)
})

test('a key counts once, its deleted reactions do not count, and nobody can delete those of others', () => {
  const likes = [mine(7, [e]), sign({ kind: 7, tags: [e], content: '+' }, FAN, NOW + 1)]
  const another = sign({ kind: 7, tags: [e], content: '+' }, new Uint8Array(32).fill(3))
  assert.equal(countAuthors([...likes, another]), 2)
  const deletion = sign({ kind: 5, tags: [...likes, another].map(({ id }) => ['e', id]), content: '' })
  assert.deepEqual(withoutDeleted([...likes, deletion, another]), [another])
})
