/** What comes out of ZIP files: albums, and files made to harm. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deflateRawSync } from 'node:zlib'
import { unpackAll } from './unpack.ts'
import { unzip, UnreadableZip } from './unzip.ts'

type Made = {
  name: string
  content: Buffer
  isPacked?: boolean
  claimedBytes?: number
  flags?: number
  method?: number
}

function makeZip(entries: Made[], name = 'Kite - Ferry.zip'): File {
  const parts: Buffer[] = []
  const list: Buffer[] = []
  let at = 0
  for (const { name: path, content, isPacked = false, claimedBytes = content.length, flags = 0, ...own } of entries) {
    const data = isPacked ? deflateRawSync(content) : content
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04_03_4b_50)
    local.writeUInt16LE(Buffer.byteLength(path), 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02_01_4b_50)
    entry.writeUInt16LE(flags, 8)
    entry.writeUInt16LE(own.method ?? (isPacked ? 8 : 0), 10)
    entry.writeUInt32LE(data.length, 20)
    entry.writeUInt32LE(claimedBytes, 24)
    entry.writeUInt16LE(Buffer.byteLength(path), 28)
    entry.writeUInt32LE(at, 42)
    parts.push(local, Buffer.from(path), data)
    list.push(entry, Buffer.from(path))
    at += 30 + Buffer.byteLength(path) + data.length
  }
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06_05_4b_50)
  end.writeUInt32LE(Buffer.concat(list).length, 12)
  end.writeUInt32LE(at, 16)
  return new File([Buffer.concat([...parts, ...list, end])], name, { lastModified: 7 })
}

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
