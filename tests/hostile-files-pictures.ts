/** Files that must not become images: scripted drawings, decompression bombs, truncated files, and files that only
 * begin like an image. Audio is in hostile-files-audio.ts. */
import { crc32, deflateSync, gzipSync } from 'node:zlib'

export type HostilePicture = { name: string; fileName: string; bytes: Buffer }

const latin = (text: string) => Buffer.from(text, 'latin1')
const PNG_MAGIC = latin('\u0089PNG\r\n\u001a\n')

function chunk(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(body.length)
  head.write(type, 4)
  const end = Buffer.alloc(4)
  end.writeUInt32BE(crc32(Buffer.concat([head.subarray(4), body])))
  return Buffer.concat([head, body, end])
}

/** Black and white, one bit per pixel. */
function makePng(width: number, height: number, data: Buffer, ...more: Buffer[]): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width >>> 0, 0)
  header.writeUInt32BE(height >>> 0, 4)
  header[8] = 1
  return Buffer.concat([PNG_MAGIC, chunk('IHDR', header), ...more, chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))])
}

const blank = (width: number, height: number) => deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height))

/** `jpeg` is a valid image, which is truncated and corrupted. */
export function makeHostilePictures(jpeg: Buffer): HostilePicture[] {
  const script = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  const bomb = chunk('zTXt', Buffer.concat([latin('Comment\0\0'), deflateSync(Buffer.alloc(50_000_000))]))
  const bigTag = Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0xff, 0xe1, 0xff, 0xff]), latin('Exif\0\0MM\0*')])
  const giant = Buffer.from(jpeg)
  const frame = giant.findIndex((byte, at) => byte === 0xff && [0xc0, 0xc2].includes(giant[at + 1]!))
  giant.writeUInt32BE(0xffff_ffff, frame + 5)
  const webp = (body: string) => Buffer.concat([latin('RIFF\u0040\0\0\0WEBP'), latin(body), Buffer.alloc(48, 1)])
  const rows: [string, string, Buffer][] = [
    ['an SVG with a script', 'a.svg', latin(script)],
    ['an SVG named .jpg', 'a.jpg', latin(script)],
    ['a gzipped SVG', 'a.jpg', gzipSync(script)],
    ['an HTML page named .png', 'a.png', latin('<!DOCTYPE html><script>alert(1)</script>')],
    ['HTML before a JPEG', 'a.jpg', Buffer.concat([latin('<script>alert(1)</script>'), jpeg])],
    ['a GIF that is also a ZIP', 'a.gif', Buffer.concat([latin('GIF89a'), Buffer.alloc(30), latin('PK\u0003\u0004')])],
    ['a GIF named .jpg', 'a.jpg', latin('GIF89a\u0001\0\u0001\0\0\0\0;')],
    ['a PNG signature before HTML', 'a.png', Buffer.concat([PNG_MAGIC, latin('<html><script>alert(1)</script>')])],
    ['a PNG of 289 megapixels', 'a.png', makePng(17_000, 17_000, blank(17_000, 17_000))],
    ['a PNG that claims ten thousand megapixels', 'a.png', makePng(100_000, 100_000, blank(8, 8))],
    ['a PNG of one line that claims two billion pixels', 'a.png', makePng(2 ** 31 - 1, 1, blank(8, 1))],
    ['a PNG with a negative height', 'a.png', makePng(8, -1, blank(8, 8))],
    ['a PNG of 0 × 0 pixels', 'a.png', makePng(0, 0, blank(8, 8))],
    [
      'a PNG with missing lines and twenty texts of 50 MB',
      'a.png',
      makePng(4_000, 4_000, blank(4_000, 100), ...Array<Buffer>(20).fill(bomb)),
    ],
    ['a PNG with invalid data', 'a.png', makePng(64, 64, latin('these are no data'))],
    ['half a JPEG', 'a.jpg', jpeg.subarray(0, Math.floor(jpeg.length / 2))],
    ['the first bytes of a JPEG', 'a.jpg', jpeg.subarray(0, 20)],
    ['a JPEG that claims 4 295 megapixels', 'a.jpg', giant],
    ['a JPEG with nothing but metadata', 'a.jpg', bigTag],
    ['a WebP without image data', 'a.webp', webp('VP8 ')],
    ['a WebP with an invalid animation', 'a.webp', webp('VP8X')],
    ['a TIFF', 'a.jpg', latin('II*\0\u0008\0\0\0')],
    ['a bitmap', 'a.png', latin('BM\u0046\0\0\0\0\0\0\0')],
    ['an icon', 'a.png', latin('\0\0\u0001\0\u0001\0')],
    ['a HEIC', 'a.jpg', latin('\0\0\0\u0018ftypheic\0\0\0\0mif1heic')],
    ['a PDF', 'a.jpg', latin('%PDF-1.7')],
    ['an audio file', 'a.jpg', latin('ID3\u0004\0\0\0\0\0\0')],
    ['a ZIP', 'a.jpg', latin('PK\u0003\u0004')],
    ['an empty file', 'a.jpg', Buffer.alloc(0)],
    ['more than 20 MB', 'a.jpg', Buffer.concat([jpeg, Buffer.alloc(20_100_000)])],
    ['20 MB of zeros after a PNG signature', 'a.png', Buffer.concat([PNG_MAGIC, Buffer.alloc(19_900_000)])],
  ]
  return rows.map(([name, fileName, bytes]) => ({ name, fileName, bytes }))
}
