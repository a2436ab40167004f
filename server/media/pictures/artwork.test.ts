/** Valid and invalid images, as users upload them.
 * Authorization is checked by the caller. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { AppError } from '#server/platform/errors.ts'
import { openDiskFiles } from '#server/platform/files/disk-files.ts'
import type { DiskFiles } from '#server/platform/files/files.ts'
import { newId } from '#server/platform/ids.ts'
import { storeArtwork } from './artwork.ts'
import { coverColors } from './colors.ts'

let root: string
let files: DiskFiles

before(async () => {
  root = await mkdtemp(join(tmpdir(), 'peal-artwork-'))
  files = await openDiskFiles({ root, publicUrl: '', secret: 'secret', clock: { now: () => new Date() } })
})

after(() => rm(root, { recursive: true }))

const plain = (width: number, height: number, background = '#d03060') =>
  sharp({ create: { width, height, channels: 3, background } })

const store = (bytes: Buffer) => storeArtwork(files, { id: newId(), bytes })

async function assertRefused(bytes: Buffer, status: number, name: string): Promise<void> {
  await assert.rejects(store(bytes), (error) => {
    assert.ok(error instanceof AppError, `${name}: ${String(error)}`)
    assert.equal(error.status, status, name)
    return true
  })
}

/** A PNG whose header claims any size, with as little data as possible. */
function makeHugePng(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const out = Buffer.alloc(body.length + 8)
    out.writeUInt32BE(data.length, 0)
    body.copy(out, 4)
    out.writeUInt32BE(crc(body), body.length + 4)
    return out
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 0, 0, 0, 0], 8)
  const signature = Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1')
  const rows = deflateSync(Buffer.alloc(1 << 20))
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))])
}

function crc(bytes: Buffer): number {
  let value = ~0
  for (const byte of bytes) {
    value ^= byte
    for (let bit = 0; bit < 8; bit++) value = (value >>> 1) ^ (value & 1 ? 0xedb88320 : 0)
  }
  return ~value >>> 0
}

test('JPEG, PNG and WebP become a JPEG of at most 1 400 px and three square web sizes', async () => {
  for (const bytes of [
    await plain(2_000, 1_000).jpeg().toBuffer(),
    await plain(2_000, 1_000).png().toBuffer(),
    await plain(2_000, 1_000).webp().toBuffer(),
  ]) {
    const { artworkKey } = await store(bytes)
    assert.match(artworkKey, /^media\/[0-9a-f-]+\.jpg$/)
    const full = await sharp(await readFile(files.pathOf(artworkKey))).metadata()
    assert.deepEqual([full.format, full.width, full.height], ['jpeg', 1_400, 700])
    for (const px of [640, 320, 96]) {
      const small = await sharp(await readFile(files.pathOf(artworkKey.replace('.jpg', `-${px}.webp`)))).metadata()
      assert.deepEqual([small.format, small.width, small.height], ['webp', px, px])
    }
  }
})

test('a tall or wide image is shown whole, on a square of its own colour', async () => {
  for (const [width, height] of [
    [200, 600],
    [600, 200],
  ] as const) {
    const bright = await plain(width / 2, height / 2, '#30c060')
      .png()
      .toBuffer()
    const { artworkKey, colors } = await store(
      await plain(width, height)
        .composite([{ input: bright, gravity: 'centre' }])
        .png()
        .toBuffer(),
    )
    const small = sharp(await readFile(files.pathOf(artworkKey.replace('.jpg', '-96.webp'))))
    const { data, info } = await small.removeAlpha().raw().toBuffer({ resolveWithObject: true })
    const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * 3).subarray(0, 3)]
    const isNear = (pixel: number[], hex: string) =>
      pixel.every((value, index) => Math.abs(value - Number.parseInt(hex.slice(1 + index * 2, 3 + index * 2), 16)) < 16)
    assert.ok(isNear(at(2, 2), colors.day.flood), `${at(2, 2).join()} in the corner, ${colors.day.flood} expected`)
    const end = width < height ? at(48, 2) : at(2, 48)
    assert.ok(isNear(end, '#d03060'), `${end.join()} at the end of the image`)
    assert.ok(isNear(at(48, 48), '#30c060'), `${at(48, 48).join()} in the middle`)
  }
})

test('a small image is not enlarged, and a transparent image gets a white background', async () => {
  const bytes = await sharp({ create: { width: 50, height: 50, channels: 4, background: '#00000000' } })
    .png()
    .toBuffer()
  const { artworkKey } = await store(bytes)
  const { data, info } = await sharp(await readFile(files.pathOf(artworkKey)))
    .raw()
    .toBuffer({ resolveWithObject: true })
  assert.equal(info.width, 50)
  assert.ok(data[0]! > 250)
})

test('the EXIF orientation is applied, and the metadata removed', async () => {
  const bytes = await plain(300, 200)
    .jpeg()
    .withExif({ IFD0: { Copyright: 'where I live' }, IFD3: { GPSLatitudeRef: 'N' } })
    .withMetadata({ orientation: 6 })
    .toBuffer()
  const { artworkKey } = await store(bytes)
  const stored = await readFile(files.pathOf(artworkKey))
  const { width, height, exif, orientation } = await sharp(stored).metadata()
  assert.deepEqual([width, height, exif, orientation], [200, 300, undefined, undefined])
  assert.ok(!stored.includes('where I live'))
})

test('SVG, HTML, GIF, TIFF, PDF, text and empty files are refused, with any name', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
  await assertRefused(Buffer.from(svg), 415, 'SVG')
  await assertRefused(Buffer.from(`<?xml version="1.0"?>${svg}`), 415, 'SVG with a prologue')
  await assertRefused(Buffer.from('<!doctype html><title>x</title>'), 415, 'HTML')
  await assertRefused(await plain(9, 9).gif().toBuffer(), 415, 'GIF')
  await assertRefused(await plain(9, 9).tiff().toBuffer(), 415, 'TIFF')
  await assertRefused(Buffer.from('%PDF-1.4'), 415, 'PDF')
  await assertRefused(Buffer.from('hello'), 415, 'text')
  await assertRefused(Buffer.alloc(0), 415, 'nothing')
})

test('a truncated image, or a file with only the first bytes of an image, is refused', async () => {
  const jpeg = await sharp(randomBytes(300 * 300 * 3), { raw: { width: 300, height: 300, channels: 3 } })
    .jpeg()
    .toBuffer()
  await assertRefused(jpeg.subarray(0, jpeg.length / 2), 415, 'half a JPEG')
  const png = await plain(300, 300).png().toBuffer()
  await assertRefused(png.subarray(0, png.length - 40), 415, 'most of a PNG')
  await assertRefused(Buffer.concat([jpeg.subarray(0, 4), Buffer.from('<svg/>')]), 415, 'a JPEG that is an SVG')
})

test('an image of more than 40 megapixels is refused without decoding', async () => {
  const before = process.memoryUsage().rss
  await assertRefused(makeHugePng(17_000, 17_000), 415, 'bomb')
  assert.ok(process.memoryUsage().rss - before < 150 * 2 ** 20)
})

test('more than 20 MB are refused', () => assertRefused(Buffer.alloc(20_000_001, 0xff), 413, 'large'))

test('data after the image is removed', async () => {
  const jpeg = await plain(20, 20).jpeg().toBuffer()
  const { artworkKey } = await store(Buffer.concat([jpeg, Buffer.from('<script>alert(1)</script>')]))
  assert.ok(!(await readFile(files.pathOf(artworkKey))).includes('<script>'))
})

test('the vibrant colour is the saturated one, even if a dull one covers more', () => {
  const pixels = new Uint8Array(3_000)
  for (let at = 0; at < 3_000; at += 3) pixels.set(at < 2_400 ? [120, 118, 116] : [210, 30, 80], at)
  const colors = coverColors(pixels)
  assert.equal(colors.vibrant, '#d21e50')
  assert.equal(colors.muted, '#787674')
})
