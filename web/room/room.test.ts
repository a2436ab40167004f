/** What is shown to whom in a live chat, and which parts of a text become links. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { NostrEvent } from '#protocols/nostr/event.ts'
import { dateBehind, buildChatView } from './lines.ts'
import { partText } from './text-parts.ts'

const NOW = 1_760_000_000
const id = (letter: string) => letter.repeat(64)
const [ROOM, HOST, ANA, BEN] = [id('a'), id('1'), id('2'), id('3')]
const chat = { id: ROOM, pubkey: HOST }

function make(letter: string, pubkey: string, parts: Partial<NostrEvent> = {}): NostrEvent {
  const tags = [['e', ROOM, '', 'root']]
  return { id: id(letter), pubkey, kind: 42, created_at: NOW, tags, content: `words ${letter}`, sig: '', ...parts }
}
const hide = (letter: string, pubkey: string, hidden: string) =>
  make(letter, pubkey, { kind: 43, tags: [['e', id(hidden)]] })
const mute = (letter: string, pubkey: string, muted: string) => make(letter, pubkey, { kind: 44, tags: [['p', muted]] })
const deletion = (letter: string, pubkey: string, deleted: string) =>
  make(letter, pubkey, { kind: 5, tags: [['e', id(deleted)]] })

const said = [make('b', ANA, { created_at: NOW - 2 }), make('c', BEN, { created_at: NOW - 1 }), make('d', HOST)]
const view = (more: NostrEvent[], ownKeys: string[] = []) => {
  const { lines } = buildChatView({ chat, events: [...said, ...more], ownKeys, nowSeconds: NOW })
  return lines.map(({ message, status }) => `${message.id[0]} ${status}`)
}
const ALL = ['b shown', 'c shown', 'd shown']

test('messages are ordered by date, each once, and none from too far in the future', () => {
  assert.deepEqual(view([]), ALL)
  assert.deepEqual(view([...said, make('e', ANA, { created_at: NOW + 901 })]), ALL)
  assert.deepEqual(view([make('e', ANA, { created_at: NOW + 900 })]), [...ALL, 'e shown'])
  // Messages of the same second have a stable order.
  assert.deepEqual(view([make('e', ANA), make('0', ANA)]), ['b shown', 'c shown', 'e shown', 'd shown', '0 shown'])
})

test('a message hidden by the host is visible only to its author, with a notice', () => {
  for (const event of [hide('e', HOST, 'b'), mute('e', HOST, ANA)]) {
    assert.deepEqual(view([event]), ['c shown', 'd shown'])
    assert.deepEqual(view([event], [BEN]), ['c shown', 'd shown'])
    assert.deepEqual(view([event], [ANA]), ['b unheard', 'c shown', 'd shown'])
    assert.deepEqual(view([event, deletion('f', HOST, 'e')]), ALL)
    assert.deepEqual(view([event, deletion('f', ANA, 'e')], [ANA]), ['b unheard', 'c shown', 'd shown'])
  }
  assert.deepEqual(view([hide('e', HOST, 'b')], [HOST]), ['b hidden', 'c shown', 'd shown'])
})

test('a message hidden by another user is hidden for that user alone', () => {
  assert.deepEqual(view([hide('e', BEN, 'b')]), ALL)
  assert.deepEqual(view([hide('e', BEN, 'b')], [ANA]), ALL)
  assert.deepEqual(view([hide('e', BEN, 'b')], [BEN]), ['b hidden', 'c shown', 'd shown'])
  assert.deepEqual(view([mute('e', BEN, ANA)], [BEN]), ['c shown', 'd shown'])
  // The host can be muted too.
  assert.deepEqual(view([mute('e', BEN, HOST)], [BEN]), ['b shown', 'c shown'])
})

test('only its author can delete a message, and a reply shows what it replies to while that is visible', () => {
  assert.deepEqual(view([deletion('e', ANA, 'b')]), ['c shown', 'd shown'])
  assert.deepEqual(view([deletion('e', HOST, 'b')]), ALL)
  const reply = make('e', BEN, {
    created_at: NOW + 1,
    tags: [
      ['e', ROOM, '', 'root'],
      ['e', id('b'), '', 'reply'],
    ],
  })
  const answered = (more: NostrEvent[]) => {
    const { lines } = buildChatView({ chat, events: [...said, reply, ...more], ownKeys: [], nowSeconds: NOW })
    return lines.at(-1)?.answered
  }
  assert.equal((answered([]) as { text: string }).text, 'words b')
  assert.equal(answered([hide('f', HOST, 'b')]), 'unknown')
  assert.equal(answered([deletion('f', ANA, 'b')]), 'unknown')
})

test('a message is dated after the last one, unless that is far in the future', () => {
  const lines = (createdAt: number) =>
    buildChatView({ chat, events: [make('b', ANA, { created_at: createdAt })], ownKeys: [], nowSeconds: NOW }).lines
  assert.equal(dateBehind([], NOW), NOW)
  assert.equal(dateBehind(lines(NOW - 5), NOW), NOW)
  assert.equal(dateBehind(lines(NOW + 30), NOW), NOW + 31)
  assert.equal(dateBehind(lines(NOW + 500), NOW), NOW)
})

test('web addresses become links, and nothing else does', () => {
  const links = (text: string) =>
    partText(text).flatMap(({ text: written, href }) => (href === null ? [] : [[written, href]]))
  assert.deepEqual(partText('Hear https://a.example/song. Now'), [
    { text: 'Hear ', href: null },
    { text: 'https://a.example/song', href: 'https://a.example/song' },
    { text: '. Now', href: null },
  ])
  assert.deepEqual(links('(https://a.example/x) http://b.example/y_(z)'), [
    ['https://a.example/x', 'https://a.example/x'],
    ['http://b.example/y_(z)', 'http://b.example/y_(z)'],
  ])
  for (const text of ['javascript:alert(1)', 'https://', 'https://good.example@bad.example/', 'data:text/html,x', '']) {
    assert.deepEqual(links(text), [], text)
    assert.equal(
      partText(text)
        .map((part) => part.text)
        .join(''),
      text,
    )
  }
  assert.deepEqual(links(`https://a.example/${'x'.repeat(2_000)}`), [])
})
