/** Comments on a work: their tags by NIP-22, validation against the published schema, and what is not shown. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faultsOfEvent } from '#tests/nostr-schemas.ts'
import { type Comment, draftComment, draftReply, parseComment, threadComments } from './comments.ts'
import { type NostrEvent, signEvent } from './event.ts'
import { publicKeyOf } from './keys.ts'
import { externalIdOfEpisode, externalIdOfTrack, type Work } from './reactions.ts'
import type { Draft } from './release-events.ts'

const ARTIST = new Uint8Array(32).fill(7)
const FAN = new Uint8Array(32).fill(9)
const artist = publicKeyOf(ARTIST)
const fan = publicKeyOf(FAN)
const NOW = 1_770_000_000
const RELAY = 'wss://peal.example/relay'
const TRACK_ID = '0190f000-0000-7000-8000-000000000001'
const EPISODE_ID = '0190f000-0000-7000-8000-0000000000e1'
const ADDRESS = `36787:${artist}:${TRACK_ID}`
const GUID = `podcast:item:guid:${EPISODE_ID}`
const PAGE = `https://peal.example/episode/${EPISODE_ID}`

const sign = (draft: Draft, secret = FAN, createdAt = NOW): NostrEvent =>
  signEvent({ ...draft, created_at: createdAt }, secret)
const song = sign({ kind: 36_787, tags: [['d', TRACK_ID]], content: '' }, ARTIST)
const published: Work = { external: externalIdOfTrack(TRACK_ID, 'https://peal.example'), event: song }
const unpublished: Work = { ...published, event: null }
const episodeEvent = sign({ kind: 54, tags: [['i', GUID]], content: '' }, ARTIST)
const episode: Work = {
  external: externalIdOfEpisode(EPISODE_ID, EPISODE_ID, 'https://peal.example'),
  event: episodeEvent,
}

test('a comment on a published track refers to its address as root and parent', () => {
  const draft = draftComment(published, 'I heard it on the ferry', RELAY)
  assert.deepEqual(draft, {
    kind: 1_111,
    tags: [
      ['A', ADDRESS, RELAY],
      ['K', '36787'],
      ['P', artist, RELAY],
      ['a', ADDRESS, RELAY],
      ['e', song.id, RELAY],
      ['k', '36787'],
      ['p', artist, RELAY],
    ],
    content: 'I heard it on the ferry',
  })
  assert.deepEqual(faultsOfEvent(sign(draft)), [])
})

test('a comment on an episode or on a work that is not on nostr refers to its external id', () => {
  assert.deepEqual(draftComment(episode, 'x', RELAY).tags, [
    ['I', GUID, PAGE],
    ['K', 'podcast:item:guid'],
    ['i', GUID, PAGE],
    ['k', 'podcast:item:guid'],
  ])
  const url = `https://peal.example/track/${TRACK_ID}`
  assert.deepEqual(draftComment(unpublished, 'x', RELAY).tags, [
    ['I', url],
    ['K', 'web'],
    ['i', url],
    ['k', 'web'],
  ])
  for (const work of [episode, unpublished]) assert.deepEqual(faultsOfEvent(sign(draftComment(work, 'x', RELAY))), [])
})

test('a reply keeps the root, and refers to the comment and its author as parent', () => {
  const onEpisode = sign(draftComment(episode, 'x', RELAY))
  const reply = draftReply(onEpisode, 'and so did I', RELAY)
  assert.deepEqual(reply, {
    kind: 1_111,
    tags: [
      ['I', GUID, PAGE],
      ['K', 'podcast:item:guid'],
      ['e', onEpisode.id, RELAY, fan],
      ['k', '1111'],
      ['p', fan, RELAY],
    ],
    content: 'and so did I',
  })
  assert.deepEqual(faultsOfEvent(sign(reply)), [])
  const onTrack = sign(draftComment(published, 'x', RELAY))
  assert.deepEqual(draftReply(onTrack, 'y', RELAY).tags, [
    ['A', ADDRESS, RELAY],
    ['K', '36787'],
    ['P', artist, RELAY],
    ['e', onTrack.id, RELAY, fan],
    ['k', '1111'],
    ['p', fan, RELAY],
  ])
})

test('our own comments are parsed, also after the work is published', () => {
  for (const work of [published, unpublished, episode]) {
    const event = sign(draftComment(work, ' words \u202e\n more\u0007 ', RELAY))
    assert.deepEqual(parseComment(event, work), { event, text: 'words \n more', parentId: null })
    const reply = sign(draftReply(event, 'yes', RELAY))
    assert.deepEqual(parseComment(reply, work), { event: reply, text: 'yes', parentId: event.id })
  }
  assert.notEqual(parseComment(sign(draftComment(unpublished, 'x', RELAY)), published), null)
  const byId = [
    ['E', episodeEvent.id],
    ['K', '54'],
    ['e', episodeEvent.id],
    ['k', '54'],
  ]
  assert.notEqual(parseComment(sign({ kind: 1_111, tags: byId, content: 'x' }), episode), null)
  const otherForm = `31337:${artist}:${TRACK_ID}`
  const tags = [
    ['A', otherForm],
    ['K', '31337'],
    ['a', otherForm],
    ['k', '31337'],
  ]
  assert.notEqual(parseComment(sign({ kind: 1_111, tags, content: 'x' }), published), null)
})

test('other events, and comments on other works, are not shown', () => {
  const good = draftComment(published, 'x', RELAY)
  const without = (...names: string[]) => good.tags.filter(([name = '']) => !names.includes(name))
  const reply = draftReply(sign(good), 'x', RELAY)
  for (const draft of [
    { ...good, kind: 1 },
    { ...good, content: ' \n ' },
    { ...good, tags: without('A') },
    { ...good, tags: without('K') },
    { ...good, tags: without('k') },
    { ...good, tags: [['A', `36787:${fan}:${TRACK_ID}`], ...without('A')] },
    { ...good, tags: [['K', '31337'], ...without('K')] },
    { ...good, tags: [['E', song.id], ['K', '1'], ...without('A', 'K')] },
    { ...reply, tags: reply.tags.filter(([name]) => name !== 'e') },
    { ...reply, tags: reply.tags.map((tag) => (tag[0] === 'e' ? ['e', 'nonsense'] : tag)) },
  ])
    assert.equal(parseComment(sign(draft), published), null, JSON.stringify(draft.tags))
  const episodeComment = draftComment(episode, 'x', RELAY)
  assert.equal(parseComment(sign(episodeComment), published), null)
  const wrongKind = episodeComment.tags.map((tag) => (tag[0] === 'K' ? ['K', 'podcast:guid'] : tag))
  assert.equal(parseComment(sign({ ...episodeComment, tags: wrongKind }), episode), null)
})

test('conversations are ordered newest first, and their replies oldest first', () => {
  const at = (draft: Draft, seconds: number) => sign(draft, FAN, NOW + seconds)
  const first = at(draftComment(published, 'first', RELAY), 1)
  const second = at(draftComment(published, 'second', RELAY), 2)
  const response = at(draftReply(first, 'answer', RELAY), 3)
  const replyToReply = at(draftReply(response, 'answer to that', RELAY), 4)
  const lost = at(draftReply(sign(draftComment(published, 'not here', RELAY)), 'lost', RELAY), 5)
  const comments = [replyToReply, lost, second, response, first].map((event) => parseComment(event, published)!)
  const words = ({ text }: Comment) => text
  assert.deepEqual(
    threadComments(comments).map(({ comment, replies }) => [words(comment), ...replies.map(words)]),
    [['lost'], ['second'], ['first', 'answer', 'answer to that']],
  )
})
