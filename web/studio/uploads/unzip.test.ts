/** What comes out of ZIP files: albums, and files made to harm. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeZip as makeZipBytes, type ZipEntry } from '#tests/make-zip.ts'
import { unpackAll } from './unpack.ts'
import { unzip, UnreadableZip } from './unzip.ts'

const makeZip = (entries: ZipEntry[], name = 'Kite - Ferry.zip') =>
  new File([makeZipBytes(entries)], name, { lastModified: 7 })

const audio = Buffer.from('fLaC and so on')
const found = async (zip: File) =>
  Promise.all((await unzip(zip)).map(async (file) => [file.webkitRelativePath, file.type, await file.text()]))

test('an album becomes the files of its folder', async () => {
  const cover = Buffer.from('a picture')
  const zip = makeZip([
    { name: 'Kite - Ferry - 01 Öl.flac', content: audio },
    { name: 'Kite - Ferry - 02 Rain.flac', content: audio, isPacked: true },
    { name: 'cover.jpg', content: cover, isPacked: true },
    { name: 'Bonus/', content: Buffer.alloc(0) },
    { name: 'Bonus/03 More.mp3', content: audio },
  ])
  assert.deepEqual(await found(zip), [
    ['Kite - Ferry/Kite - Ferry - 01 Öl.flac', '', 'fLaC and so on'],
    ['Kite - Ferry/Kite - Ferry - 02 Rain.flac', '', 'fLaC and so on'],
    ['Kite - Ferry/cover.jpg', 'image/jpeg', 'a picture'],
    ['Kite - Ferry/Bonus/03 More.mp3', '', 'fLaC and so on'],
  ])
  assert.equal((await unzip(zip))[0]!.lastModified, 7)
})

test('paths stay inside the folder, and texts, hidden files and inner ZIP files are left out', async () => {
  const zip = makeZip([
    { name: '../../etc/01.flac', content: audio },
    { name: 'C:\\music\\..\\02.flac', content: audio },
    { name: '__MACOSX/03.flac', content: audio },
    { name: 'a/._04.flac', content: audio },
    { name: 'lyrics.txt', content: Buffer.alloc(9_000_000), isPacked: true },
    { name: 'inner.zip', content: Buffer.from(await makeZip([{ name: 'x.flac', content: audio }]).arrayBuffer()) },
  ])
  assert.deepEqual(
    (await unzip(zip)).map(({ webkitRelativePath }) => webkitRelativePath),
    ['Kite - Ferry/etc/01.flac', 'Kite - Ferry/C:/music/02.flac'],
  )
})

test('bombs, encrypted and broken files are refused', async () => {
  const bomb = { name: 'x.flac', content: Buffer.alloc(3_000_000), isPacked: true }
  const whole = Buffer.from(await makeZip([{ name: 'x.flac', content: audio }]).arrayBuffer())
  const many = Array.from({ length: 5 }, (_one, index) => ({ ...bomb, name: `${index}.flac`, claimedBytes: 2 ** 31 }))
  for (const zip of [
    makeZip([bomb]),
    makeZip([{ ...bomb, claimedBytes: 1_000 }]),
    makeZip([{ ...bomb, claimedBytes: 3_000_001 }]),
    makeZip(many),
    makeZip([{ name: 'x.flac', content: audio, flags: 1 }]),
    makeZip([{ name: 'x.flac', content: audio, method: 14 }]),
    makeZip([{ name: 'x.flac', content: audio, method: 8 }]),
    new File([whole.subarray(0, 40)], 'x.zip'),
    new File([whole.subarray(10)], 'x.zip'),
    new File(['no zip'], 'x.zip'),
    new File([], 'x.zip'),
  ]) {
    await assert.rejects(unzip(zip), UnreadableZip)
  }
})

type Large = { name: string; content: Buffer; at: bigint; bytes?: bigint; packedBytes?: bigint }

/** The end of a ZIP64 file: its list begins at `start`, and all its sizes are of 64 bits. */
function largeEnd(entries: readonly Large[], start: bigint, wrong: { listAt?: bigint; end64At?: bigint } = {}): Buffer {
  const list = entries.map(({ name, content, at, bytes = BigInt(content.length), packedBytes = bytes }) => {
    const entry = Buffer.alloc(46 + name.length + 28)
    entry.writeUInt32LE(0x02_01_4b_50)
    for (const place of [20, 24, 42]) entry.writeUInt32LE(0xff_ff_ff_ff, place)
    entry.writeUInt16LE(name.length, 28)
    entry.writeUInt16LE(28, 30)
    entry.write(name, 46)
    entry.writeUInt16LE(1, 46 + name.length)
    entry.writeUInt16LE(24, 48 + name.length)
    for (const [index, size] of [bytes, packedBytes, at].entries()) {
      entry.writeBigUInt64LE(size, 50 + name.length + 8 * index)
    }
    return entry
  })
  const size = list.reduce((sum, entry) => sum + entry.length, 0)
  const [end64, locator, end] = [Buffer.alloc(56), Buffer.alloc(20), Buffer.alloc(22)]
  end64.writeUInt32LE(0x06_06_4b_50)
  end64.writeBigUInt64LE(BigInt(size), 40)
  end64.writeBigUInt64LE(wrong.listAt ?? start, 48)
  locator.writeUInt32LE(0x07_06_4b_50)
  locator.writeBigUInt64LE(wrong.end64At ?? start + BigInt(size), 8)
  end.writeUInt32LE(0x06_05_4b_50)
  for (const place of [12, 16]) end.writeUInt32LE(0xff_ff_ff_ff, place)
  end.writeUInt16LE(0xff_ff, 10)
  return Buffer.concat([...list, end64, locator, end])
}

function localOf({ name, content }: Pick<Large, 'name' | 'content'>): Buffer {
  const local = Buffer.alloc(30)
  local.writeUInt32LE(0x04_03_4b_50)
  local.writeUInt16LE(name.length, 26)
  return Buffer.concat([local, Buffer.from(name), content])
}

type Part = { at: number; bytes: Buffer }

/** A file with holes. Blobs of Node have at most 4 GiB. */
function sparseFile(parts: readonly Part[]): File {
  const size = Math.max(...parts.map(({ at, bytes }) => at + bytes.length))
  const slice = (start: number, end = size) => {
    const from = Math.min(start < 0 ? Math.max(0, size + start) : start, size)
    const bytes = Buffer.alloc(Math.max(0, Math.min(end, size) - from))
    for (const part of parts) {
      if (part.at < from + bytes.length && part.at + part.bytes.length > from) {
        part.bytes.copy(bytes, Math.max(0, part.at - from), Math.max(0, from - part.at))
      }
    }
    return new Blob([bytes])
  }
  return { name: 'large.zip', lastModified: 7, size, slice } as unknown as File
}

test('a ZIP file of more than 4 GiB is read without its bytes; offsets and sizes that lie are damage', async () => {
  const film = { name: 'film.mov', content: Buffer.alloc(0), at: 0n, bytes: 5n * 2n ** 30n }
  const at = 38n + film.bytes
  const track = { name: '01.flac', content: audio, at }
  const tail = localOf(track)
  const start = at + BigInt(tail.length)
  const made = (end: Buffer) =>
    sparseFile([
      { at: 0, bytes: localOf(film) },
      { at: Number(at), bytes: Buffer.concat([tail, end]) },
    ])
  assert.deepEqual(await found(made(largeEnd([film, track], start))), [['large/01.flac', '', 'fLaC and so on']])
  for (const end of [
    largeEnd([film, { ...track, at: 2n ** 63n }], start),
    largeEnd([film, { ...track, at: start + 10n }], start),
    largeEnd([film, { ...track, bytes: 30n }], start),
    largeEnd([film, { ...track, bytes: 13n, packedBytes: 14n }], start),
    largeEnd([film, track, { ...track, name: '02.flac' }], start),
    largeEnd([film, track], start, { listAt: start + 100n }),
    largeEnd([film, track], start, { listAt: 2n ** 64n - 1n }),
    largeEnd([film, track], start, { end64At: start }),
    largeEnd([film, track], start, { end64At: 2n ** 60n }),
  ]) {
    await assert.rejects(unzip(made(end)), { name: 'UnreadableZip' })
  }
})

test('a ZIP file may list more than 65 535 files', async () => {
  const empty = Buffer.alloc(0)
  const track = { name: '01.flac', content: audio, at: 0n }
  const local = localOf(track)
  const texts = Array.from({ length: 66_000 }, (_one, index) => ({ name: `${index}.txt`, content: empty, at: 0n }))
  const zip = new File([Buffer.concat([local, largeEnd([...texts, track], BigInt(local.length))])], 'many.zip')
  assert.deepEqual(await found(zip), [['many/01.flac', '', 'fLaC and so on']])
})

test('a ZIP file that gives no audio is named with the reason', async () => {
  const outer = { name: 'inner.zip', content: Buffer.from(await makeZip([]).arrayBuffer()) }
  const { all, refusals } = await unpackAll([
    makeZip([{ name: '01.flac', content: audio }], 'good.zip'),
    makeZip([outer], 'outer.zip'),
    makeZip([], 'empty.zip'),
    makeZip([{ name: 'x.flac', content: audio, flags: 1 }], 'locked.zip'),
    new File(['no zip'], 'broken.zip'),
    new File(['sound'], '02.flac'),
  ])
  assert.deepEqual(
    all.map(({ name }) => name),
    ['02.flac', '01.flac'],
  )
  assert.deepEqual(
    refusals.map((text) => text.replace(/^(\S+?):? .*(no audio|cannot be unpacked|damaged).*$/, '$1 $2')),
    ['outer.zip no audio', 'empty.zip no audio', 'locked.zip cannot be unpacked', 'broken.zip damaged'],
  )
})
