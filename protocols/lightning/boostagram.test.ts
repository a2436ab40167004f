/** Boostagrams from apps, our own, and malicious ones. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  BOOSTAGRAM_RECORD,
  CONTENT_RECORD,
  isFreeRecord,
  isNodeKey,
  parseBoostagram,
  parseContentRecord,
  encodeBoostagram,
  encodeRecordText,
} from './boostagram.ts'

const boost = (value: unknown) => parseBoostagram({ [BOOSTAGRAM_RECORD]: encodeRecordText(JSON.stringify(value)) })
const raw = (text: string) => parseBoostagram({ [BOOSTAGRAM_RECORD]: encodeRecordText(text) })
const nothing = parseBoostagram({})
const ID = '01890a5d-ac96-774b-bcce-b302099a8057'

test('a boost in the format of apps is parsed', () => {
  const read = boost({
    podcast: 'A show',
    feedID: 920_666,
    guid: '917393e3-1b1e-5cef-ace4-edaa54e1f810',
    episode: 'Number 12',
    episode_guid: 'abc-12',
    ts: 754,
    action: 'boost',
    app_name: 'Some app',
    app_version: '4.2',
    value_msat: 1_000,
    value_msat_total: 2_500_000,
    sender_name: 'Ana ♥',
    message: 'Go podcasting!',
    name: 'Peal',
  })
  assert.deepEqual(read, {
    action: 'boost',
    message: 'Go podcasting!',
    senderName: 'Ana ♥',
    appName: 'Some app',
    podcast: 'A show',
    guid: '917393e3-1b1e-5cef-ace4-edaa54e1f810',
    feedId: '920666',
    episode: 'Number 12',
    episodeGuid: 'abc-12',
    ts: 754,
    valueMsatTotal: 2_500_000,
    isRemote: false,
  })
})

test('an encoded boostagram is parsed to the same values', () => {
  const hex = encodeBoostagram({
    appName: 'Peal',
    senderName: 'ana',
    name: 'Ben',
    message: 'Merci 🎶',
    feedId: '7',
    ts: 0,
    valueMsat: 4_000,
    valueMsatTotal: 10_000,
    remoteItemGuid: 'x',
  })
  const read = parseBoostagram({ [BOOSTAGRAM_RECORD]: hex! })
  assert.deepEqual(
    [read.message, read.senderName, read.appName, read.feedId, read.ts, read.valueMsatTotal, read.isRemote],
    ['Merci 🎶', 'ana', 'Peal', '7', 0, 10_000, true],
  )
  assert.equal(read.podcast, null)
})

test('a boostagram that does not fit into a payment is not encoded', () => {
  const short = { appName: 'Peal', senderName: 'ana', valueMsat: 1, valueMsatTotal: 1 }
  assert.notEqual(encodeBoostagram({ ...short, message: 'a'.repeat(312) }), null)
  assert.equal(encodeBoostagram({ ...short, message: '音'.repeat(312) }), null)
})

test('anything except a JSON object has no fields', () => {
  const texts = ['', 'x', '{', '[]', '[{"message":"a"}]', 'null', '7', '"message"', 'true', '{"a":', '\u0000']
  for (const text of texts) assert.deepEqual(raw(text), nothing, text)
  for (const hex of ['', 'f', 'zz', 'ff', 'c328', 'fffe', '7b', '00'.repeat(10_000)]) {
    assert.deepEqual(parseBoostagram({ [BOOSTAGRAM_RECORD]: hex }), nothing, hex.slice(0, 20))
  }
  assert.deepEqual(raw('['.repeat(4_000)), nothing)
  assert.deepEqual(raw(`{"message":"${'a'.repeat(5_000)}"}`), nothing)
})

test('a field of the wrong type is dropped, and the others stay', () => {
  for (const wrong of [7, true, null, {}, [], ['a'], { toString: 'a' }, '', '   ', '\u0000\u0007']) {
    const read = boost({ message: wrong, sender_name: wrong, podcast: wrong, app_name: 'App' })
    assert.deepEqual([read.message, read.senderName, read.podcast, read.appName], [null, null, null, 'App'])
  }
})

test('texts are cut, cleaned of invisible characters, and put on one line', () => {
  assert.equal([...boost({ message: '😀'.repeat(400) }).message!].length, 312)
  assert.equal([...boost({ sender_name: 'n'.repeat(400) }).senderName!].length, 100)
  assert.equal(boost({ sender_name: 'a\u0000b\u202ec\u2066d\u200fe' }).senderName, 'abcde')
  assert.equal(boost({ message: 'one\r\ntwo\nthree' }).message, 'one two three')
  const lone = raw('{"message":"a\\ud800b"}').message!
  assert.ok(lone.isWellFormed())
})

test('a position is a whole second within the maximum duration, or null', () => {
  const positions: [unknown, number | null][] = [
    [0, 0],
    [12.9, 12],
    ['31', 31],
    [50_000, 50_000],
    [50_001, null],
    [-1, null],
    ['-1', null],
    ['1e3', null],
    [1e300, null],
    [null, null],
    [[3], null],
    [{ valueOf: 3 }, null],
  ]
  for (const [ts, expected] of positions) assert.equal(boost({ ts }).ts, expected, JSON.stringify(ts))
  assert.equal(raw('{"ts":1e999}').ts, null)
})

test('prototype properties are neither read nor written', () => {
  const read = raw('{"__proto__":{"message":"evil","ts":3},"constructor":{"prototype":{"podcast":"evil"}}}')
  assert.deepEqual(read, nothing)
  assert.equal(({} as { podcast?: string }).podcast, undefined)
  assert.deepEqual(raw('{"toString":1,"hasOwnProperty":1}'), nothing)
})

test('the content record is an id, or ignored', () => {
  const named = (text: string) => parseContentRecord({ [CONTENT_RECORD]: encodeRecordText(text) })
  assert.equal(named(ID), ID)
  assert.equal(named(` ${ID.toUpperCase()}\n`), ID)
  for (const text of ['', 'x', `${ID}0`, ID.replaceAll('-', ''), `track.${ID}`, "' OR 1=1", '../..', '\u0000']) {
    assert.equal(named(text), null, text)
  }
  assert.equal(parseContentRecord({}), null)
  assert.equal(parseContentRecord({ [CONTENT_RECORD]: 'ff'.repeat(16) }), null)
})

test('a sender may only use custom records that have no meaning here', () => {
  for (const type of ['16180339', '696969', '818818', '112111100', '65536', '9223372036854775807']) {
    assert.ok(isFreeRecord(type), type)
  }
  for (const type of ['', '0', '65535', '7629169', '5482373484', '9223372036854775808', '1e6', '-70000', '070000']) {
    assert.ok(!isFreeRecord(type), type)
  }
})

test('a node key is a point on the curve', () => {
  assert.ok(isNodeKey('0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798'))
  for (const key of [
    '',
    '02',
    `04${'11'.repeat(32)}`,
    `02${'ff'.repeat(32)}`,
    `03${'00'.repeat(32)}`,
    'zz'.repeat(33),
  ]) {
    assert.ok(!isNodeKey(key), key)
  }
})
