/** Audio files with tags, assembled byte by byte: uncompressed FLAC, and ID3 for MP3 and WAV. Plain WAV is
 * audio-samples.ts. */

export type Tagging = {
  /** ID3 only: as old programs write it. */
  isLatin1?: boolean
  title?: string
  artist?: string
  album?: string
  albumArtist?: string
  remixer?: string
  trackNumber?: number
  discNumber?: number
  discTitle?: string
  /** A year, or a date. */
  year?: number | string
  label?: string
  copyright?: string
  genre?: string
  isrc?: string
  lyrics?: string
  /** A JPEG. */
  picture?: Buffer
}

export type FlacSettings = {
  seconds: number
  /** Silence when absent. */
  frequencyHz?: number
  tags?: Tagging
  /** The length in the header, if it is to be wrong. */
  claimedSamples?: number
}

const RATE_HZ = 44_100

/** FLAC, mono, 16 bit, 44.1 kHz. A second of silence takes about ten bytes. */
export function makeFlac({ seconds, frequencyHz, tags, claimedSamples }: FlacSettings): Buffer {
  const count = Math.round(seconds * RATE_HZ)
  const blockSamples = frequencyHz === undefined ? 65_535 : 4_096
  const blocks = tags === undefined ? [] : [{ type: 4, body: vorbisComment(tags) }]
  if (tags?.picture !== undefined) blocks.push({ type: 6, body: flacPicture(tags.picture) })
  const metadata = [{ type: 0, body: streamInfo(blockSamples, claimedSamples ?? count) }, ...blocks]
  const head = metadata.map(({ type, body }, index) => {
    const header = Buffer.alloc(4)
    header.writeUInt32BE(body.length)
    header[0] = type | (index === metadata.length - 1 ? 0x80 : 0)
    return Buffer.concat([header, body])
  })
  const frames: Buffer[] = []
  for (let at = 0; at < count; at += blockSamples) {
    frames.push(flacFrame(frames.length, at, Math.min(blockSamples, count - at), frequencyHz))
  }
  return Buffer.concat([Buffer.from('fLaC'), ...head, ...frames])
}

function streamInfo(blockSamples: number, count: number): Buffer {
  const info = Buffer.alloc(34)
  info.writeUInt16BE(blockSamples, 0)
  info.writeUInt16BE(blockSamples, 2)
  // 20 bits of rate, 3 of channels − 1, 5 of bits − 1, 36 of samples.
  info.writeBigUInt64BE((BigInt(RATE_HZ) << 44n) | (15n << 36n) | BigInt(count), 10)
  return info
}

function flacFrame(number: number, start: number, count: number, frequencyHz: number | undefined): Buffer {
  const size = Buffer.alloc(2)
  size.writeUInt16BE(count - 1)
  const head = Buffer.concat([Buffer.from([0xff, 0xf8, 0x79, 0x08]), codedNumber(number), size])
  const header = Buffer.concat([head, Buffer.from([checksum(head, 8, 0x07)])])
  const frame = Buffer.concat([
    header,
    frequencyHz === undefined ? Buffer.alloc(3) : verbatim(start, count, frequencyHz),
  ])
  const end = Buffer.alloc(2)
  end.writeUInt16BE(checksum(frame, 16, 0x8005))
  return Buffer.concat([frame, end])
}

function verbatim(start: number, count: number, frequencyHz: number): Buffer {
  const body = Buffer.alloc(1 + count * 2)
  body[0] = 0x02
  for (let i = 0; i < count; i++) {
    body.writeInt16BE(Math.round(9_000 * Math.sin((2 * Math.PI * frequencyHz * (start + i)) / RATE_HZ)), 1 + i * 2)
  }
  return body
}

/** A number encoded like a UTF-8 character, up to 31 bits. */
function codedNumber(number: number): Buffer {
  if (number < 0x80) return Buffer.from([number])
  const tail: number[] = []
  let rest = number
  let room = 0x3f
  while (rest > room) {
    tail.unshift(0x80 | (rest & 0x3f))
    rest = Math.floor(rest / 64)
    room >>= 1
  }
  return Buffer.from([(0xff & ~(room * 2 + 1)) | rest, ...tail])
}

function checksum(bytes: Buffer, bits: 8 | 16, polynomial: number): number {
  const [top, mask] = [1 << (bits - 1), bits === 8 ? 0xff : 0xffff]
  let sum = 0
  for (const byte of bytes) {
    sum ^= byte << (bits - 8)
    for (let bit = 0; bit < 8; bit++) sum = ((sum & top) === 0 ? sum << 1 : (sum << 1) ^ polynomial) & mask
  }
  return sum
}

function vorbisComment(tags: Tagging): Buffer {
  const named = {
    TITLE: tags.title,
    ARTIST: tags.artist,
    ALBUM: tags.album,
    ALBUMARTIST: tags.albumArtist,
    REMIXER: tags.remixer,
    TRACKNUMBER: tags.trackNumber,
    DISCNUMBER: tags.discNumber,
    DISCSUBTITLE: tags.discTitle,
    DATE: tags.year,
    LABEL: tags.label,
    COPYRIGHT: tags.copyright,
    GENRE: tags.genre,
    ISRC: tags.isrc,
    LYRICS: tags.lyrics,
  }
  const entries = Object.entries(named).flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`]))
  const counted = (text: string) => {
    const bytes = Buffer.from(text)
    const length = Buffer.alloc(4)
    length.writeUInt32LE(bytes.length)
    return Buffer.concat([length, bytes])
  }
  const count = Buffer.alloc(4)
  count.writeUInt32LE(entries.length)
  return Buffer.concat([counted('by hand'), count, ...entries.map(counted)])
}

function flacPicture(picture: Buffer): Buffer {
  const mime = Buffer.from('image/jpeg')
  const body = Buffer.alloc(32 + mime.length + picture.length)
  body.writeUInt32BE(3, 0)
  body.writeUInt32BE(mime.length, 4)
  mime.copy(body, 8)
  body.writeUInt32BE(picture.length, 28 + mime.length)
  picture.copy(body, 32 + mime.length)
  return body
}

/** 26 ms of silence as MP3, 128 kbit/s at 44.1 kHz. */
export function makeMp3Frame(): Buffer {
  const frame = Buffer.alloc(417)
  frame.writeUInt32BE(0xfffb9000)
  return frame
}

/** An ID3 tag of version 2.4, for the beginning of an MP3 or a chunk of a WAV. */
export function makeId3(tags: Tagging): Buffer {
  const [mark, encoding] = tags.isLatin1 ? ([0, 'latin1'] as const) : ([3, 'utf8'] as const)
  const text = (id: string, value: string | number | undefined) =>
    value === undefined
      ? []
      : [id3Frame(id, Buffer.concat([Buffer.from([mark]), Buffer.from(String(value), encoding)]))]
  const frames = [
    ...text('TIT2', tags.title),
    ...text('TPE1', tags.artist),
    ...text('TALB', tags.album),
    ...text('TPE2', tags.albumArtist),
    ...text('TPE4', tags.remixer),
    ...text('TRCK', tags.trackNumber),
    ...text('TPOS', tags.discNumber),
    ...text('TSST', tags.discTitle),
    ...text('TDRC', tags.year),
    ...text('TPUB', tags.label),
    ...text('TCOP', tags.copyright),
    ...text('TCON', tags.genre),
    ...text('TSRC', tags.isrc),
  ]
  if (tags.lyrics !== undefined) {
    frames.push(id3Frame('USLT', Buffer.concat([Buffer.from([3]), Buffer.from('eng\0'), Buffer.from(tags.lyrics)])))
  }
  if (tags.picture !== undefined) {
    frames.push(id3Frame('APIC', Buffer.concat([Buffer.from('\u0003image/jpeg\0\u0003\0', 'latin1'), tags.picture])))
  }
  const body = Buffer.concat(frames)
  return Buffer.concat([Buffer.from('ID3\u0004\0\0', 'latin1'), sevenBits(body.length), body])
}

function id3Frame(id: string, body: Buffer): Buffer {
  return Buffer.concat([Buffer.from(id), sevenBits(body.length), Buffer.alloc(2), body])
}

function sevenBits(size: number): Buffer {
  return Buffer.from([21, 14, 7, 0].map((shift) => (size >> shift) & 0x7f))
}

/** The WAV with a chunk of ID3 at its end. */
export function tagWav(wav: Buffer, tags: Tagging): Buffer {
  const id3 = makeId3(tags)
  const header = Buffer.alloc(8)
  header.write('id3 ')
  header.writeUInt32LE(id3.length, 4)
  const tagged = Buffer.concat([wav, header, id3, Buffer.alloc(id3.length % 2)])
  tagged.writeUInt32LE(tagged.length - 8, 4)
  return tagged
}
