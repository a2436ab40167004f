/** Files that must not become audio: playlists, web pages, decompression bombs, false headers, truncated files. All are
 * small and created on demand. Images are in hostile-files-pictures.ts. */
import { gzipSync } from 'node:zlib'
import { makeWav } from './audio-samples.ts'
import { makeFlac, makeId3 } from './tagged-audio.ts'

export type HostileFile = { name: string; extension: string; bytes: Buffer }

const DAY_SECONDS = 86_400
const latin = (text: string) => Buffer.from(text, 'latin1')

/** `whole` are valid files of each kind, which are truncated and corrupted. */
export function makeHostileSounds(whole: Record<'mp3' | 'm4a' | 'opus' | 'ogg', Buffer>): HostileFile[] {
  return [
    ...makeLists(),
    ...makeStrangers(),
    ...makeHalves(whole),
    ...makeEndless(),
    ...makeWavLies(),
    ...makeBoxes(),
  ].map(([name, extension, bytes]) => ({ name, extension, bytes }))
}

type Row = [name: string, extension: string, bytes: Buffer]

function makeLists(): Row[] {
  return [
    ['a playlist of files', 'mp3', latin('#EXTM3U\nfile:///etc/passwd\nhttp://127.0.0.1:9/canary')],
    [
      'an HLS playlist with a key',
      'm4a',
      latin('#EXTM3U\n#EXT-X-KEY:METHOD=AES-128,URI="file:///etc/passwd"\n/etc/passwd'),
    ],
    ['a playlist after a byte order mark', 'wav', Buffer.from('\ufeff#EXTM3U\r\n/etc/passwd')],
    ['a PLS playlist', 'mp3', latin('[playlist]\nFile1=http://127.0.0.1/\nNumberOfEntries=1')],
    ['a list of files to concatenate', 'flac', latin("ffconcat version 1.0\nfile '/etc/passwd'")],
    ['a bare path', 'ogg', latin('/etc/passwd\n')],
    ['a bare URL', 'mp3', latin('http://169.254.169.254/latest/meta-data/\n')],
    ['a DASH manifest', 'm4a', latin('<?xml version="1.0"?><MPD><BaseURL>file:///etc/passwd</BaseURL></MPD>')],
    ['an ASX playlist', 'mp3', latin('<asx version="3.0"><entry><ref href="file:///etc/passwd"/></entry></asx>')],
    [
      'an XSPF playlist',
      'mp3',
      latin('<?xml version="1.0"?><playlist><location>file:///etc/passwd</location></playlist>'),
    ],
    ['a SMIL playlist', 'mp3', latin('<smil><body><audio src="file:///etc/passwd"/></body></smil>')],
    ['an SDP description', 'aac', latin('v=0\no=- 0 0 IN IP4 127.0.0.1\nc=IN IP4 127.0.0.1\nm=audio 9 RTP/AVP 0\n')],
  ]
}

function makeStrangers(): Row[] {
  const html = '<!DOCTYPE html><script>alert(1)</script>'
  const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0x10, 0x4a, 0x46, 0x49, 0x46])
  const noise = Buffer.from(
    Array.from({ length: 60_000 }, (_, at) => ((at * 7_919 + (at >> 3) * 31) ^ (at >> 5)) & 0x7f),
  )
  const nested = Buffer.concat(Array.from({ length: 2_000 }, () => latin('ID3\u0004\0\0\0\0\0\0')))
  return [
    ['an empty file', 'mp3', Buffer.alloc(0)],
    ['one byte', 'wav', Buffer.from([0xff])],
    ['a web page', 'mp3', latin(html)],
    ['a web page after an ID3 tag', 'mp3', Buffer.concat([makeId3({ title: 'x' }), latin(html)])],
    ['an SVG that loads a file', 'mp3', latin('<svg xmlns="x"><image href="file:///etc/passwd"/></svg>')],
    ['a JPEG', 'mp3', jpeg],
    ['a PNG', 'wav', latin('\u0089PNG\r\n\u001a\n')],
    ['a GIF', 'flac', latin('GIF89a')],
    ['a ZIP', 'flac', latin('PK\u0003\u0004files')],
    ['a GZIP that expands to a hundred times its size', 'wav', gzipSync(Buffer.alloc(10_000_000))],
    ['a PDF', 'm4a', latin('%PDF-1.7\n')],
    ['a program', 'mp3', latin('\u007fELF\u0002\u0001\u0001\0')],
    ['noise', 'mp3', noise],
    ['UTF-16 text', 'mp3', Buffer.from('\ufeffa text that begins like a frame'.repeat(50), 'utf16le')],
    ['an AVI video', 'm4a', Buffer.concat([latin('RIFF\u0010\0\0\0AVI LIST'), Buffer.alloc(2_000)])],
    [
      'a Matroska file',
      'opus',
      Buffer.concat([Buffer.from([0x1a, 0x45, 0xdf, 0xa3]), latin('webm'), Buffer.alloc(500)]),
    ],
    ['a MIDI file', 'wav', latin('MThd\0\0\0\u0006\0\u0001\0\u0001\0`MTrk')],
    ['an ID3 tag that never ends', 'mp3', latin('ID3\u0004\0\0\u007f\u007f\u007f\u007f and so on')],
    ['two thousand ID3 tags', 'mp3', Buffer.concat([nested, latin('no sound')])],
    ['a cover without audio', 'mp3', makeId3({ title: 'Only a cover', picture: Buffer.alloc(40_000, 7) })],
    ['invalid AAC frames', 'aac', Buffer.concat([Buffer.from('fff1508003fffc', 'hex'), Buffer.alloc(3_000, 0x55)])],
    ['Ogg pages with text', 'ogg', oggPages([latin('just a text'), latin('and another')], () => 0n)],
  ]
}

function makeHalves({ mp3, m4a, opus, ogg }: Record<'mp3' | 'm4a' | 'opus' | 'ogg', Buffer>): Row[] {
  const part = (bytes: Buffer, share: number) => bytes.subarray(0, Math.floor(bytes.length * share))
  const flac = makeFlac({ seconds: 2, frequencyHz: 300 })
  const ruined = Buffer.from(flac)
  ruined.fill(0x55, Math.floor(flac.length * 0.1))
  return [
    ['half an MP3', 'mp3', part(mp3, 0.5)],
    ['half an M4A', 'm4a', part(m4a, 0.5)],
    ['half an Opus', 'opus', part(opus, 0.5)],
    ['half an Ogg', 'ogg', part(ogg, 0.5)],
    ['half a FLAC', 'flac', part(flac, 0.5)],
    ['half a WAV', 'wav', part(makeWav(2), 0.5)],
    ['a FLAC with a corrupted middle', 'flac', ruined],
    ['the beginning of a FLAC', 'flac', flac.subarray(0, 42)],
    [
      'an M4A without its index',
      'm4a',
      Buffer.concat([m4a.subarray(0, 32), Buffer.from('00000010', 'hex'), latin('mdat12345678')]),
    ],
  ]
}

function makeEndless(): Row[] {
  return [
    ['a day of silence as FLAC', 'flac', makeFlac({ seconds: DAY_SECONDS })],
    ['a day of silence that claims a second', 'flac', makeFlac({ seconds: DAY_SECONDS, claimedSamples: 44_100 })],
    ['a day of silence that claims nothing', 'flac', makeFlac({ seconds: DAY_SECONDS, claimedSamples: 0 })],
    ['a second that claims a year', 'flac', makeFlac({ seconds: 1, claimedSamples: 2 ** 36 - 1 })],
    ['a day of silence as Opus', 'opus', silentOpus(DAY_SECONDS, (packets) => BigInt(packets * 5_760))],
    ['a day of silence as Opus that claims a second', 'opus', silentOpus(DAY_SECONDS, () => 48_000n)],
  ]
}

/** Empty packets of 120 ms: two bytes each. */
function silentOpus(seconds: number, position: (packets: number) => bigint): Buffer {
  const head = Buffer.from('OpusHead\u0001\u0002\0\0\u0080\u00bb\0\0\0\0\0', 'latin1')
  const tags = Buffer.concat([latin('OpusTags'), Buffer.alloc(8)])
  const packets = Array.from({ length: Math.round(seconds / 0.12) }, () => Buffer.from([27, 2]))
  return oggPages([head, tags, ...packets], position, 2)
}

/** The first `alone` packets have their own pages; the others fill each page. */
function oggPages(packets: Buffer[], position: (packets: number) => bigint, alone = 1): Buffer {
  const pages: Buffer[] = []
  for (let at = 0; at < packets.length;) {
    const take = at < alone ? 1 : Math.min(255, packets.length - at)
    const body = packets.slice(at, at + take)
    const head = Buffer.alloc(27)
    head.write('OggS')
    head[5] = at === 0 ? 2 : at + take === packets.length ? 4 : 0
    head.writeBigInt64LE(at < alone ? 0n : position(at + take - alone), 6)
    head.writeUInt32LE(77, 14)
    head.writeUInt32LE(pages.length, 18)
    head[26] = take
    const page = Buffer.concat([head, Buffer.from(body.map(({ length }) => length)), ...body])
    page.writeUInt32LE(oggChecksum(page), 22)
    pages.push(page)
    at += take
  }
  return Buffer.concat(pages)
}

const OGG_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte << 24
  for (let bit = 0; bit < 8; bit++) sum = sum & 0x8000_0000 ? (sum << 1) ^ 0x04c1_1db7 : sum << 1
  return sum >>> 0
})

function oggChecksum(page: Buffer): number {
  let sum = 0
  for (const byte of page) sum = ((sum << 8) ^ OGG_TABLE[((sum >>> 24) ^ byte) & 0xff]!) >>> 0
  return sum
}

function makeWavLies(): Row[] {
  const bend = (change: (wav: Buffer) => void) => {
    const wav = makeWav(1)
    change(wav)
    return wav
  }
  const rate = (hz: number) => bend((wav) => wav.writeUInt32LE(hz, 24))
  const channels = (count: number) => bend((wav) => wav.writeUInt16LE(count, 22))
  const chunks = Array.from({ length: 20_000 }, () => latin('junk\0\0\0\0'))
  const notNumbers = bend((wav) => {
    wav.writeUInt16LE(3, 20)
    wav.writeUInt16LE(4, 32)
    wav.writeUInt16LE(32, 34)
    for (let at = 44; at + 4 <= wav.length; at += 4) wav.writeUInt32LE(0x7fc0_0000, at)
  })
  return [
    ['a sample rate of 0', 'wav', rate(0)],
    ['a sample rate of 1', 'wav', rate(1)],
    ['a sample rate of four billion', 'wav', rate(0xffff_ffff)],
    ['no channels', 'wav', channels(0)],
    ['sixty-five thousand channels', 'wav', channels(0xffff)],
    ['samples that are not numbers', 'wav', notNumbers],
    ['an unknown codec', 'wav', bend((wav) => wav.writeUInt16LE(0xfeed, 20))],
    ['data longer than the file', 'wav', bend((wav) => wav.writeUInt32LE(0x7fff_ffff, 40))],
    ['a header longer than the file', 'wav', bend((wav) => wav.writeUInt32LE(0xffff_fff0, 16))],
    ['no data at all', 'wav', makeWav(1).subarray(0, 36)],
    ['twenty thousand empty chunks', 'wav', Buffer.concat([makeWav(1).subarray(0, 12), ...chunks])],
    ['an AIFF whose sample rate is not a number', 'aiff', makeAiff('7fffc000000000000000')],
    ['an AIFF with a negative sample rate', 'aiff', makeAiff('c00eac44000000000000')],
    ['an AIFF without audio', 'aiff', makeAiff('400eac44000000000000').subarray(0, 38)],
  ]
}

/** `rate`: an 80-bit float in hex. */
function makeAiff(rate: string): Buffer {
  const common = Buffer.concat([
    latin('COMM'),
    Buffer.from('000000120001000000640010', 'hex'),
    Buffer.from(rate, 'hex'),
  ])
  const sound = Buffer.concat([latin('SSND'), Buffer.from('000000d0', 'hex'), Buffer.alloc(208)])
  const body = Buffer.concat([latin('AIFF'), common, sound])
  const head = Buffer.alloc(8)
  head.write('FORM')
  head.writeUInt32BE(body.length, 4)
  return Buffer.concat([head, body])
}

function box(type: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(body.length + 8)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, body])
}

function makeBoxes(): Row[] {
  const kind = box('ftyp', latin('M4A \0\0\0\0isom'))
  const head = box('mvhd', Buffer.from('000000000000000000000000000003e8000003e8', 'hex'), Buffer.alloc(80))
  const track = (handler: string, ...more: Buffer[]) =>
    box(
      'trak',
      box('tkhd', Buffer.from('0000000100000000000000000000000100000000000003e8', 'hex'), Buffer.alloc(60)),
      box(
        'mdia',
        box('mdhd', Buffer.from('0000000000000000000000000000ac440000ac4455c40000', 'hex')),
        box('hdlr', Buffer.alloc(8), latin(handler), Buffer.alloc(13)),
        box('minf', ...more, box('stbl', box('stsd', Buffer.alloc(8)))),
      ),
    )
  const elsewhere = box(
    'dinf',
    box('dref', Buffer.from('0000000000000001', 'hex'), box('url ', Buffer.alloc(4), latin('file:///etc/passwd\0'))),
  )
  let deep = box('trak')
  for (let level = 0; level < 2_000; level++) deep = box('trak', deep)
  const huge = Buffer.concat([Buffer.from('00000001', 'hex'), latin('moov'), Buffer.from('7fffffffffffffff', 'hex')])
  return [
    ['a video without audio', 'm4a', Buffer.concat([kind, box('moov', head, track('vide'))])],
    ['an index without a track', 'm4a', Buffer.concat([kind, box('moov', head)])],
    ['audio in another file', 'm4a', Buffer.concat([kind, box('moov', head, track('soun', elsewhere))])],
    ['boxes in boxes in boxes', 'm4a', Buffer.concat([kind, box('moov', head, deep)])],
    ['a box that claims nine exabytes', 'm4a', Buffer.concat([kind, huge, Buffer.alloc(100)])],
    [
      'a box with the size −1',
      'm4a',
      Buffer.concat([kind, Buffer.from('ffffffff', 'hex'), latin('moov'), Buffer.alloc(100)]),
    ],
    ['only the file type box', 'm4a', kind],
  ]
}
