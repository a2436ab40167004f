/** The layout of archives: read by an independent reader, at any range, and beyond 4 GiB. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crc32 } from 'node:zlib'
import { readDirectory } from '#tests/read-zip.ts'
import { fileNameOf, layoutZip, type ZipEntry, type ZipLayout } from './zip.ts'

const NOON = new Date('2026-05-06T12:34:56Z')

const bodies = [Buffer.from('first'), Buffer.alloc(0), Buffer.from('a longer third body, with more bytes')]
const names = ['Album/01 First.mp3', 'Album/02 Nothing.mp3', 'Album/03 Ünïcode ♥ 雨.mp3']
const entries = bodies.map((body, index): ZipEntry => {
  return { name: names[index]!, bytes: body.length, crc32: crc32(body), modifiedAt: NOON }
})

const read = (layout: ZipLayout, start: number, end: number, from = bodies): Buffer =>
  Buffer.concat(
    layout
      .piecesOf(start, end)
      .map((piece) => (piece.kind === 'bytes' ? piece.bytes : from[piece.index]!.subarray(piece.start, piece.end))),
  )

test('every file is in the archive with its name, size, checksum and offset', () => {
  const layout = layoutZip(entries)
  const whole = read(layout, 0, layout.bytes)
  assert.equal(whole.length, layout.bytes)
  const found = readDirectory((start, length) => whole.subarray(start, start + length), whole.length)
  assert.deepEqual(
    found.map(({ name }) => name),
    names,
  )
  for (const [index, { bytes, crc32: sum, offset }] of found.entries()) {
    const at = Number(offset)
    assert.equal(whole.readUInt32LE(at), 0x04034b50)
    assert.equal(whole.readUInt32LE(at + 14), sum)
    const body = at + 30 + whole.readUInt16LE(at + 26) + whole.readUInt16LE(at + 28)
    assert.deepEqual(whole.subarray(body, body + Number(bytes)), bodies[index])
    assert.equal(sum, crc32(bodies[index]!))
  }
})

test('any two parts of an archive join to the whole', () => {
  const layout = layoutZip(entries)
  const whole = read(layout, 0, layout.bytes)
  for (let cut = 0; cut <= layout.bytes; cut++) {
    assert.deepEqual(Buffer.concat([read(layout, 0, cut), read(layout, cut, layout.bytes)]), whole)
  }
  assert.deepEqual(read(layout, 31, 90), whole.subarray(31, 90))
})

test('files and archives beyond 4 GiB have the sizes and offsets of ZIP64', () => {
  const large = 5 * 2 ** 30
  const layout = layoutZip(
    [large, 7, large].map((bytes, index) => ({ name: `${index}.flac`, bytes, crc32: index, modifiedAt: NOON })),
  )
  assert.ok(layout.bytes > 2 * large + 7)
  // Only the structure is read: nothing of the files is needed.
  const at = (start: number, length: number) =>
    Buffer.concat(
      layout.piecesOf(start, start + length).map((piece) => (piece.kind === 'bytes' ? piece.bytes : assert.fail())),
    )
  const found = readDirectory(at, layout.bytes)
  assert.deepEqual(
    found.map(({ bytes }) => bytes),
    [BigInt(large), 7n, BigInt(large)],
  )
  assert.ok(found[1]!.offset > BigInt(large) && found[2]!.offset > found[1]!.offset)
  const [piece] = layout.piecesOf(large - 10, large + 10)
  assert.equal(piece?.kind, 'entry')
})

test('an archive of more than 65 535 files counts them in ZIP64', () => {
  const layout = layoutZip(
    Array.from({ length: 65_600 }, (_, index) => ({ name: String(index), bytes: 0, crc32: 0, modifiedAt: NOON })),
  )
  const whole = read(layout, 0, layout.bytes)
  const found = readDirectory((start, length) => whole.subarray(start, start + length), whole.length)
  assert.equal(found.length, 65_600)
})

test('file names are valid on every operating system', () => {
  assert.equal(fileNameOf('AC/DC: "Live"?'), 'AC DC Live')
  assert.equal(fileNameOf('../..'), '_')
  assert.equal(fileNameOf('  .hidden. '), 'hidden')
  assert.equal([...fileNameOf('♥'.repeat(300))].length, 120)
})
