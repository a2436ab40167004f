/** The handler event of this server, the codes that clients open it with, and where those lead. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { naddrEncode, neventEncode, noteEncode, nprofileEncode, npubEncode, nsecEncode } from 'nostr-tools/nip19'
import { draftHandler, parsePointer } from './handler.ts'
import { pathInTags, pathOfSlot } from './work-address.ts'

const KEY = 'a'.repeat(64)
const ID = '0190f000-0000-7000-8000-000000000001'

test('the handler lists every kind that is shown here, and the URL template', () => {
  const { kind, tags, content } = draftHandler({ name: 'Peal', publicUrl: 'https://peal.example' })
  assert.equal(kind, 31_990)
  assert.deepEqual(tags, [
    ['d', 'music'],
    ['k', '31337'],
    ['k', '36787'],
    ['k', '34139'],
    ['k', '10154'],
    ['k', '54'],
    ['k', '31923'],
    ['web', 'https://peal.example/n/<bech32>', 'naddr'],
    ['web', 'https://peal.example/n/<bech32>', 'nevent'],
    ['web', 'https://peal.example/n/<bech32>', 'nprofile'],
  ])
  assert.deepEqual(JSON.parse(content), {
    name: 'Peal',
    about: 'Music and podcasts, paid over Lightning.',
    picture: 'https://peal.example/icon-512.png',
    website: 'https://peal.example/',
  })
})

test('codes are parsed with any relay hints, and everything else is refused', () => {
  const relays = ['wss://relay.example']
  const person = { type: 'person', pubkey: KEY }
  const event = { type: 'event', id: KEY }
  assert.deepEqual(parsePointer(npubEncode(KEY)), person)
  assert.deepEqual(parsePointer(nprofileEncode({ pubkey: KEY, relays })), person)
  assert.deepEqual(parsePointer(`nostr:${noteEncode(KEY)}`), event)
  assert.deepEqual(parsePointer(neventEncode({ id: KEY, relays, author: KEY }).toUpperCase()), event)
  const address = { kind: 31_337, pubkey: KEY, identifier: ID, relays }
  assert.deepEqual(parsePointer(naddrEncode(address)), { type: 'address', kind: 31_337, pubkey: KEY, slot: ID })
  const secret = nsecEncode(new Uint8Array(32).fill(1))
  for (const wrong of ['', 'x', KEY, secret, `${npubEncode(KEY)}x`, 'n'.repeat(3_000)]) {
    assert.equal(parsePointer(wrong), null, wrong.slice(0, 20))
  }
})

test('a work is found by its id, or by the URL in its event if that is on this server', () => {
  assert.equal(pathOfSlot(31_337, ID), `/track/${ID}`)
  assert.equal(pathOfSlot(36_787, ID), `/track/${ID}`)
  assert.equal(pathOfSlot(34_139, ID), `/album/${ID}`)
  assert.equal(pathOfSlot(31_923, ID), `/event/${ID}`)
  assert.equal(pathOfSlot(34_139, '../settings'), null)
  assert.equal(pathOfSlot(30_023, ID), null)
  const pathOf = (...tags: string[][]) => pathInTags({ kind: 36_787, tags }, 'https://peal.example')
  assert.equal(pathOf(['zap', `track.${ID}@peal.example`]), `/track/${ID}`)
  assert.equal(pathOf(['zap', `track.${ID}@other.example`]), null)
  assert.equal(pathOf(['zap', 'track.x@peal.example']), null)
  assert.equal(pathOf(['website', 'https://peal.example/podcast/weather']), '/podcast/weather')
})
