/** A feed from relays: what is shown, without duplicates, and which untrusted content is not. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type NostrEvent, signEvent } from './event.ts'
import { listMissing, parseFeed } from './feed.ts'
import { publicKeyOf } from './keys.ts'

const OWN = 'https://peal.example'
const [MARA, IVO] = [new Uint8Array(32).fill(7), new Uint8Array(32).fill(9)]
const NOW = 1_790_000_000
const TRACK_ID = '0190f000-0000-7000-8000-000000000001'
const ALBUM_ID = '0190f000-0000-7000-8000-0000000000aa'

const titled = (title: string) => [['title', title]]
type Parts = { kind?: number; at?: number; tags?: string[][]; content?: string; by?: Uint8Array }
const make = ({ kind = 1, at = 0, tags = [], content = '', by = MARA }: Parts): NostrEvent =>
  signEvent({ kind, created_at: NOW + at, tags, content }, by)
const read = (events: NostrEvent[], originals: NostrEvent[] = []) => parseFeed(events, originals, OWN)
const saidIn = (events: NostrEvent[]) => read(events).map(({ entry }) => entry?.said)

test('notes are listed newest first, with printable text; empty ones are left out', () => {
  const events = [
    make({ content: 'first' }),
    make({ at: 2, content: ' <b>two</b>\nlines\u202e\u0000 ' }),
    make({ at: 3, content: ' \n ' }),
  ]
  assert.deepEqual(saidIn(events), [
    { type: 'note', text: '<b>two</b>\nlines' },
    { type: 'note', text: 'first' },
  ])
  const [item] = read([events[0]!])
  assert.deepEqual([item?.sharedBy, item?.atSeconds, item?.entry?.author], [null, NOW, publicKeyOf(MARA)])
})

test('a track published in two kinds is shown once, with a link to its page here', () => {
  const audio = make({
    kind: 31_337,
    tags: [
      ['d', TRACK_ID],
      ['title', 'Paper Boats'],
      ['c', 'The Quiet Hours', 'artist'],
      ['website', `${OWN}/track/${TRACK_ID}`],
    ],
  })
  const music = make({
    kind: 36_787,
    at: 1,
    tags: [
      ['d', TRACK_ID],
      ['title', 'Paper Boats'],
      ['artist', 'The Quiet Hours'],
      ['zap', `track.${TRACK_ID}@peal.example`],
    ],
  })
  const track = {
    type: 'work',
    work: 'track',
    title: 'Paper Boats',
    artist: 'The Quiet Hours',
    path: `/track/${TRACK_ID}`,
    mayBeAt: null,
  }
  assert.deepEqual(saidIn([audio, music]), [track])
  assert.deepEqual(saidIn([audio]), [track])
})

test('a release contains its own songs only', () => {
  const song = (d: string, by = MARA) => make({ kind: 36_787, by, tags: [...titled(d), ['d', d]] })
  const release = make({
    kind: 34_139,
    at: 5,
    tags: [...titled('Storm Songs'), ['d', ALBUM_ID], ['a', `36787:${publicKeyOf(MARA)}:rain`]],
  })
  const all = read([song('rain'), song('wind'), song('rain', IVO), release])
  const titles = all.flatMap(({ entry }) => (entry?.said.type === 'work' ? [entry.said.title] : []))
  assert.deepEqual(new Set(titles), new Set(['Storm Songs', 'rain', 'wind']))
  assert.equal(titles.length, 3)
  const [first] = all
  assert.equal(first?.entry?.said.type === 'work' && first.entry.said.mayBeAt, `/album/${ALBUM_ID}`)
})

test('shows and episodes link here only if they have a URL of this server', () => {
  const pathsOf = (...tags: string[][]) =>
    saidIn([make({ kind: 54, tags: [...titled('On rain'), ...tags] })]).map(
      (said) => said?.type === 'work' && said.path,
    )
  assert.deepEqual(pathsOf(['i', 'podcast:item:guid:x', `${OWN}/episode/e1`]), ['/episode/e1'])
  for (const address of [
    'https://other.example/episode/e1',
    `${OWN}/settings/data`,
    `${OWN}/episode/e1/..%2f`,
    'javascript:alert(1)',
    '/episode/e1',
  ]) {
    assert.deepEqual(pathsOf(['i', 'podcast:item:guid:x', address]), [null], address)
  }
  const show = { kind: 10_154, tags: [...titled('Weather'), ['website', `${OWN}/podcast/weather`]] }
  assert.deepEqual(
    saidIn([make(show), make({ ...show, at: 3 })]).map((said) => said?.type === 'work' && said.path),
    ['/podcast/weather'],
  )
  assert.deepEqual(saidIn([make({ kind: 54, tags: [['i', 'x', `${OWN}/episode/e1`]] })]), [])
})

test('reposts are shown with the embedded or fetched event; forged ones are not shown', () => {
  const note = make({ content: 'mine', by: IVO })
  const brought = make({ kind: 6, content: JSON.stringify(note), tags: [['e', note.id]] })
  const named = make({ kind: 16, at: 1, tags: [['e', note.id]] })
  const forged = make({
    kind: 6,
    at: 2,
    content: JSON.stringify({ ...note, content: 'not mine' }),
    tags: [['e', 'f'.repeat(64)]],
  })
  const wild = make({ kind: 6, at: 3, content: '{', tags: [['e', 'x']] })
  const entry = { id: note.id, author: publicKeyOf(IVO), atSeconds: NOW, said: { type: 'note', text: 'mine' } }
  const sharedBy = publicKeyOf(MARA)
  assert.deepEqual(read([brought, named, forged, wild], [note]), [
    { id: wild.id, atSeconds: NOW + 3, sharedBy, entry: null },
    { id: forged.id, atSeconds: NOW + 2, sharedBy, entry: null },
    { id: named.id, atSeconds: NOW + 1, sharedBy, entry },
    { id: brought.id, atSeconds: NOW, sharedBy, entry },
  ])
  assert.deepEqual(listMissing([brought, named, forged, wild]), [note.id, 'f'.repeat(64)])
})
