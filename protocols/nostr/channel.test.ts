/** Channels: our own events and those of others. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faultsOfEvent } from '#tests/nostr-schemas.ts'
import {
  createDeletions,
  draftChannel,
  draftChannelMessage,
  draftChannelMetadata,
  draftHide,
  draftMute,
  isDescribedSo,
  parseChannelMessage,
  parseChannelMetadata,
  parseModeration,
  parseSignedChannel,
} from './channel.ts'
import { InvalidEvent, type NostrEvent, signEvent, type UnsignedEvent } from './event.ts'
import { publicKeyOf } from './keys.ts'

const ARTIST = new Uint8Array(32).fill(1)
const LISTENER = new Uint8Array(32).fill(2)
const NOW = 1_760_000_000
const RELAY = 'wss://peal.example/relay'
const metadata = {
  name: 'The Quiet Hours',
  about: 'Two of us.\nAt night.',
  picture: 'https://peal.example/a.jpg',
  relays: [RELAY, 'wss://relay.example/'],
}
const made = signEvent(draftChannel(metadata, NOW), ARTIST)
const channel = { id: made.id, pubkey: made.pubkey }
const OTHER_ID = 'b'.repeat(64)

const bySomebody = (parts: Partial<UnsignedEvent>, by = LISTENER): NostrEvent =>
  signEvent({ kind: 42, created_at: NOW, tags: [['e', made.id, '', 'root']], content: 'words', ...parts }, by)
const say = (parts: Partial<UnsignedEvent>) => parseChannelMessage(bySomebody(parts), made.id)

test('each kind is formatted according to NIP-28 and its schema', () => {
  const about = '"about":"Two of us.\\nAt night.","picture":"https://peal.example/a.jpg"'
  const content = `{"name":"The Quiet Hours",${about},"relays":["${RELAY}","wss://relay.example/"]}`
  assert.deepEqual(draftChannel(metadata, NOW), { kind: 40, created_at: NOW, tags: [], content })
  const described = draftChannelMetadata(made.id, { ...metadata, about: null, picture: null }, NOW)
  assert.deepEqual(described, {
    kind: 41,
    created_at: NOW,
    tags: [['e', made.id, RELAY, 'root']],
    content: `{"name":"The Quiet Hours","relays":["${RELAY}","wss://relay.example/"]}`,
  })
  const at = { channelId: made.id, relay: RELAY, createdAtSeconds: NOW }
  const message = draftChannelMessage({ ...at, text: '  Hello there  ' })
  assert.deepEqual(message, {
    kind: 42,
    created_at: NOW,
    tags: [['e', made.id, RELAY, 'root']],
    content: 'Hello there',
  })
  const replyTo = { id: OTHER_ID, pubkey: publicKeyOf(LISTENER) }
  const reply = draftChannelMessage({ ...at, text: 'Welcome', replyTo })
  assert.deepEqual(reply.tags, [
    ['e', made.id, RELAY, 'root'],
    ['e', OTHER_ID, RELAY, 'reply'],
    ['p', publicKeyOf(LISTENER), RELAY],
  ])
  assert.deepEqual(draftHide(OTHER_ID, NOW), { kind: 43, created_at: NOW, tags: [['e', OTHER_ID]], content: '' })
  const muted = publicKeyOf(LISTENER)
  assert.deepEqual(draftMute(muted, NOW), { kind: 44, created_at: NOW, tags: [['p', muted]], content: '' })
  const all = [draftChannel(metadata, NOW), described, message, reply, draftHide(OTHER_ID, NOW), draftMute(muted, NOW)]
  for (const draft of all) assert.deepEqual(faultsOfEvent(signEvent(draft, ARTIST)), [])
})

test('an empty message and a message that is too long are refused', () => {
  const write = (text: string) =>
    draftChannelMessage({ channelId: made.id, relay: RELAY, text, createdAtSeconds: NOW }).content
  for (const text of ['', ' \n\t ', '\u202e\u0000']) assert.throws(() => write(text), InvalidEvent)
  assert.throws(() => write('🌊'.repeat(1_001)), InvalidEvent)
  assert.equal(write('🌊'.repeat(1_000)).length, 2_000)
})

test('only a signed event of kind 40 with a name creates a channel', () => {
  assert.deepEqual(parseSignedChannel(made, NOW), made)
  const table: [RegExp, unknown][] = [
    [/not an event/, null],
    [/does not match/, { ...made, content: '{"name":"Other"}' }],
    [/signature/, { ...made, sig: '0'.repeat(128) }],
    [/not create a channel/, bySomebody({ kind: 41, content: made.content })],
    [/dated in the future/, bySomebody({ kind: 40, content: made.content, created_at: NOW + 1 })],
    [/no name/, bySomebody({ kind: 40, content: 'The Quiet Hours' })],
    [/no name/, bySomebody({ kind: 40, content: '{"name":"  "}' })],
    [/no name/, bySomebody({ kind: 40, content: '["name"]' })],
  ]
  for (const [words, value] of table) assert.throws(() => parseSignedChannel(value, NOW), words)
})

test('only the creator of a channel can change its metadata', () => {
  assert.deepEqual(parseChannelMetadata(made, channel), metadata)
  const renamed = draftChannelMetadata(made.id, { ...metadata, name: 'Louder' }, NOW + 1)
  assert.equal(parseChannelMetadata(signEvent(renamed, ARTIST), channel)?.name, 'Louder')
  assert.equal(parseChannelMetadata(signEvent(renamed, LISTENER), channel), null)
  const elsewhere = draftChannelMetadata(OTHER_ID, metadata, NOW)
  assert.equal(parseChannelMetadata(signEvent(elsewhere, ARTIST), channel), null)
  assert.equal(parseChannelMetadata(signEvent(draftChannel(metadata, NOW + 5), ARTIST), channel), null)
  assert.equal(isDescribedSo(metadata, { ...metadata, about: ' Two of us.\r\nAt night. ', relays: [] }), true)
  for (const part of [{ name: 'Louder' }, { about: null }, { picture: 'https://peal.example/b.jpg' }]) {
    assert.equal(isDescribedSo(metadata, { ...metadata, ...part }), false)
  }
  const odd = {
    name: 'A',
    about: 7,
    picture: 'javascript:alert(1)',
    relays: ['https://a.example', 7, 'wss://b.example'],
  }
  const event = signEvent({ ...renamed, content: JSON.stringify(odd) }, ARTIST)
  const expected = { name: 'A', about: null, picture: null, relays: ['wss://b.example/'] }
  assert.deepEqual(parseChannelMetadata(event, channel), expected)
})

test('a message belongs to the channel it names as its root, marked or first', () => {
  const message = bySomebody({})
  assert.deepEqual(parseChannelMessage(message, made.id), {
    id: message.id,
    pubkey: message.pubkey,
    createdAtSeconds: NOW,
    text: 'words',
    replyTo: null,
  })
  assert.equal(say({ tags: [['e', made.id]] })?.text, 'words')
  assert.equal(say({ kind: 1 }), null)
  assert.equal(say({ tags: [] }), null)
  assert.equal(say({ tags: [['e', OTHER_ID, '', 'root']] }), null)
  // The event is referenced, but the root is another channel.
  const root = ['e', OTHER_ID, '', 'root']
  assert.equal(say({ tags: [root, ['e', made.id, '', 'reply']] }), null)
  assert.equal(say({ tags: [['e', made.id, '', 'mention'], root] }), null)
  assert.equal(say({ tags: [['e', made.id.toUpperCase(), '', 'root']] }), null)
})

test('the parent is the event marked as reply, else the last one referenced', () => {
  const root = ['e', made.id, '', 'root']
  const answered = (...more: string[][]) => say({ tags: [root, ...more] })?.replyTo
  assert.equal(answered(['e', OTHER_ID, RELAY, 'reply']), OTHER_ID)
  assert.equal(answered(['e', made.id, RELAY, 'reply']), null)
  assert.equal(answered(['e', OTHER_ID, RELAY, 'mention']), null)
  assert.equal(answered(['e', 'x', RELAY, 'reply']), null)
  assert.equal(
    say({
      tags: [
        ['e', made.id],
        ['e', OTHER_ID],
      ],
    })?.replyTo,
    OTHER_ID,
  )
})

test('a message cannot change the writing direction, fill the screen or be empty', () => {
  assert.equal(say({ content: ' a\u202eb\tc\r\nd\u0007 ' })?.text, 'ab c\nd')
  assert.equal(say({ content: `a${'\n'.repeat(50)}b` })?.text, 'a\n\nb')
  assert.equal(say({ content: '<b>&amp;</b>' })?.text, '<b>&amp;</b>')
  assert.equal(say({ content: ' \u2066 \n' }), null)
  const long = say({ content: '🌊'.repeat(3_000) })?.text ?? ''
  assert.equal([...long].length, 2_000)
  assert.ok(long.endsWith('🌊…'))
})

test('hides and mutes of the given users apply until they delete them', () => {
  const message = bySomebody({})
  const hide = signEvent(draftHide(message.id, NOW), ARTIST)
  const mute = signEvent(draftMute(publicKeyOf(LISTENER), NOW), ARTIST)
  const selfMute = signEvent(draftMute(publicKeyOf(ARTIST), NOW), ARTIST)
  const odd = signEvent({ ...draftHide('x', NOW), tags: [['e'], ['e', 'x'], ['a', message.id]] }, ARTIST)
  const others = signEvent(draftHide(OTHER_ID, NOW), LISTENER)
  const events = [hide, mute, selfMute, odd, others]
  const by = publicKeyOf(ARTIST)
  const { hidden, muted } = parseModeration(events, [by])
  assert.deepEqual([...hidden], [[message.id, [hide]]])
  assert.deepEqual([...muted], [[publicKeyOf(LISTENER), [mute]]])
  assert.deepEqual([...parseModeration(events, []).hidden], [])
  const deletion = (key: Uint8Array) =>
    signEvent(
      {
        kind: 5,
        created_at: NOW + 1,
        tags: [
          ['e', hide.id],
          ['k', '43'],
        ],
        content: '',
      },
      key,
    )
  assert.equal(parseModeration([...events, deletion(LISTENER)], [by]).hidden.size, 1)
  assert.equal(parseModeration([...events, deletion(ARTIST)], [by]).hidden.size, 0)
  assert.equal(createDeletions([deletion(ARTIST)])(hide), true)
  assert.equal(createDeletions([deletion(LISTENER)])(hide), false)
})
