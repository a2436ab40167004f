/** Writes tags: Vorbis comments for FLAC and Opus, ID3v2.4 for MP3. Pure functions on bytes; reading tags is
 * server/media/audio-tags.ts. */
import type { TrackTags } from './download-job.ts'

const COVER_FRONT = 3
const JPEG = 'image/jpeg'

/** Roles with a field of their own; all others are named in PERFORMER. */
const VORBIS_ROLES: Readonly<Record<string, string>> = {
  composer: 'COMPOSER',
  songwriter: 'COMPOSER',
  lyricist: 'LYRICIST',
  arranger: 'ARRANGER',
  producer: 'PRODUCER',
  'co-producer': 'PRODUCER',
  'executive producer': 'PRODUCER',
  remixer: 'REMIXER',
  'recording engineer': 'ENGINEER',
  'mixing engineer': 'MIXER',
  'mastering engineer': 'ENGINEER',
  label: 'LABEL',
  publisher: 'ORGANIZATION',
}

/** Names and values, in order; a name may occur several times. */
export function vorbisComments(tags: TrackTags): [string, string][] {
  const credits = tags.credits.map(({ name, role }): [string, string] => {
    const field = VORBIS_ROLES[role.toLowerCase()]
    return field === undefined ? ['PERFORMER', `${name} (${role})`] : [field, name]
  })
  const fields: [string, string | null][] = [
    ['TITLE', tags.title],
    ['ARTIST', tags.artist],
    ...tags.artists.map((name): [string, string] => ['ARTISTS', name]),
    ['ALBUM', tags.album],
    ['ALBUMARTIST', tags.albumArtist],
    ['TRACKNUMBER', String(tags.trackNumber)],
    ['TRACKTOTAL', String(tags.trackCount)],
    ['DISCNUMBER', tags.disc && String(tags.disc.number)],
    ['DISCTOTAL', tags.disc && String(tags.disc.count)],
    ['DISCSUBTITLE', tags.disc && tags.disc.title],
    ['DATE', tags.releasedOn],
    ['GENRE', tags.genre],
    ['ISRC', tags.isrc],
    ['BARCODE', tags.upc],
    ['LYRICS', tags.lyrics],
    ['WEBSITE', tags.url],
    ['COMMENT', tags.comment],
    ...credits,
  ]
  return fields.filter((field): field is [string, string] => field[1] !== null)
}

/** A picture as the block of a FLAC file, and in the same form, in base64, as a comment of an Opus file. */
export function pictureBlock(jpeg: Buffer): Buffer {
  const { width, height } = sizeOfJpeg(jpeg)
  const type = Buffer.from(JPEG)
  // No description; 24 bits of colour; no palette.
  return Buffer.concat([
    ...[uint32(COVER_FRONT), uint32(type.length), type, uint32(0)],
    ...[uint32(width), uint32(height), uint32(24), uint32(0), uint32(jpeg.length), jpeg],
  ])
}

const FLAC_MARK = 'fLaC'
const BLOCK = { padding: 1, comments: 4, picture: 6 } as const
const LAST_BLOCK = 0x80
const BLOCK_BYTES_MAX = 2 ** 24 - 1

/** Replaces the comments and pictures at the start of a FLAC file. Returns the new start, and the offset at which the audio
 * begins in the old one. */
export function tagFlac(head: Buffer, tags: TrackTags, cover: Buffer | null): { start: Buffer; audioOffset: number } {
  if (head.toString('latin1', 0, 4) !== FLAC_MARK) throw new Error('not a FLAC file')
  const kept: Buffer[] = []
  let at = 4
  for (let isLast = false; !isLast;) {
    const type = head.readUInt8(at)
    const length = head.readUIntBE(at + 1, 3)
    isLast = (type & LAST_BLOCK) !== 0
    const kind = type & ~LAST_BLOCK
    if (!Object.values(BLOCK).some((dropped) => dropped === kind)) {
      kept.push(flacBlock(kind, head.subarray(at + 4, at + 4 + length)))
    }
    at += 4 + length
    if (at > head.length) throw new Error('the metadata of a FLAC file is longer than expected')
  }
  const picture = cover === null ? null : pictureBlock(cover)
  const added = [
    flacBlock(BLOCK.comments, vorbisCommentBlock(tags)),
    ...(picture === null || picture.length > BLOCK_BYTES_MAX ? [] : [flacBlock(BLOCK.picture, picture)]),
  ]
  const last = added.at(-1)!
  last.writeUInt8(last.readUInt8(0) | LAST_BLOCK, 0)
  return { start: Buffer.concat([Buffer.from(FLAC_MARK), ...kept, ...added]), audioOffset: at }
}

function flacBlock(kind: number, body: Buffer): Buffer {
  const header = Buffer.alloc(4)
  header.writeUInt8(kind, 0)
  header.writeUIntBE(body.length, 1, 3)
  return Buffer.concat([header, body])
}

function vorbisCommentBlock(tags: TrackTags): Buffer {
  const comments = vorbisComments(tags)
  return Buffer.concat([
    ...[uint32LE(0), uint32LE(comments.length)],
    ...comments.flatMap(([name, value]) => {
      const text = Buffer.from(`${name}=${value}`)
      return [uint32LE(text.length), text]
    }),
  ])
}

const UTF_8 = 3
const UNKNOWN_LANGUAGE = 'und'
const ID3_ROLES: Readonly<Record<string, 'TCOM' | 'TEXT' | 'TPE4' | 'TPUB'>> = {
  composer: 'TCOM',
  songwriter: 'TCOM',
  lyricist: 'TEXT',
  remixer: 'TPE4',
  publisher: 'TPUB',
}
/** Roles of people who were involved without performing. */
const INVOLVED = /producer|engineer|arranger|programming|design|artwork|photography|label|editor|writer|research/i

/** An ID3v2.4 tag, which belongs before the first frame of an MP3 file. */
export function id3Tag(tags: TrackTags, cover: Buffer | null): Buffer {
  const own = Object.values(ID3_ROLES)
  const names = new Map<string, string[]>()
  const pairs: { TIPL: string[]; TMCL: string[] } = { TIPL: [], TMCL: [] }
  for (const { name, role } of tags.credits) {
    const id = ID3_ROLES[role.toLowerCase()]
    if (id !== undefined) names.set(id, [...(names.get(id) ?? []), name])
    else pairs[INVOLVED.test(role) ? 'TIPL' : 'TMCL'].push(role, name)
  }
  const frames = [
    textFrame('TIT2', [tags.title]),
    textFrame('TPE1', [tags.artist]),
    textFrame('TALB', [tags.album]),
    textFrame('TPE2', [tags.albumArtist]),
    textFrame('TRCK', [`${tags.trackNumber}/${tags.trackCount}`]),
    textFrame('TPOS', [tags.disc && `${tags.disc.number}/${tags.disc.count}`]),
    textFrame('TSST', [tags.disc && tags.disc.title]),
    textFrame('TDRC', [tags.releasedOn]),
    textFrame('TCON', [tags.genre]),
    textFrame('TSRC', [tags.isrc]),
    ...[...new Set(own)].map((id) => textFrame(id, names.get(id) ?? [])),
    textFrame('TIPL', pairs.TIPL),
    textFrame('TMCL', pairs.TMCL),
    ownFrame('ARTISTS', tags.artists),
    ownFrame('BARCODE', tags.upc === null ? [] : [tags.upc]),
    frame('WOAF', Buffer.from(tags.url, 'latin1')),
    longFrame('USLT', tags.lyrics),
    longFrame('COMM', tags.comment),
    ...(cover === null
      ? []
      : [
          frame('APIC', Buffer.concat([encoding, terminated(JPEG), Buffer.from([COVER_FRONT]), terminated(''), cover])),
        ]),
  ]
  const body = Buffer.concat(frames)
  return Buffer.concat([Buffer.from([0x49, 0x44, 0x33, 4, 0, 0]), syncSafe(body.length), body])
}

const encoding = Buffer.from([UTF_8])
const terminated = (text: string) => Buffer.from(`${text}\0`)

/** Several values are separated by zeros. Without a value there is no frame. */
function textFrame(id: string, values: readonly (string | null)[]): Buffer {
  const texts = values.filter((value) => value !== null)
  return texts.length === 0 ? Buffer.alloc(0) : frame(id, Buffer.concat([encoding, Buffer.from(texts.join('\0'))]))
}

/** Lyrics or a comment, without a description. */
const longFrame = (id: string, text: string | null): Buffer =>
  text === null
    ? Buffer.alloc(0)
    : frame(id, Buffer.concat([encoding, Buffer.from(UNKNOWN_LANGUAGE), terminated(''), Buffer.from(text)]))

/** A text with a name of its own. */
const ownFrame = (name: string, values: readonly string[]): Buffer =>
  values.length === 0
    ? Buffer.alloc(0)
    : frame('TXXX', Buffer.concat([encoding, terminated(name), Buffer.from(values.join('\0'))]))

const frame = (id: string, body: Buffer) =>
  Buffer.concat([Buffer.from(id), syncSafe(body.length), Buffer.alloc(2), body])

/** Seven bits in each byte, so that no size looks like the start of audio. */
function syncSafe(value: number): Buffer {
  return Buffer.from([21, 14, 7, 0].map((shift) => (value >> shift) & 0x7f))
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

function uint32LE(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

/** From the first frame header of a JPEG; zeros when there is none, which readers accept. */
function sizeOfJpeg(jpeg: Buffer): { width: number; height: number } {
  let at = 2
  while (at + 9 < jpeg.length && jpeg[at] === 0xff) {
    const marker = jpeg[at + 1]!
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return { height: jpeg.readUInt16BE(at + 5), width: jpeg.readUInt16BE(at + 7) }
    at += 2 + jpeg.readUInt16BE(at + 2)
  }
  return { width: 0, height: 0 }
}

/** Where the audio of an MP3 file begins and ends, without its tags. */
export function mp3AudioOf(head: Buffer, tail: Buffer, size: number): { start: number; end: number } {
  let start = 0
  if (head.toString('latin1', 0, 3) === 'ID3' && head.length >= 10) {
    const hasFooter = (head[5]! & 0x10) !== 0
    const length = [6, 7, 8, 9].reduce((sum, at) => (sum << 7) | (head[at]! & 0x7f), 0)
    start = Math.min(size, 10 + length + (hasFooter ? 10 : 0))
  }
  const isOldTag = tail.length >= 128 && tail.toString('latin1', tail.length - 128, tail.length - 125) === 'TAG'
  return { start, end: Math.max(start, size - (isOldTag ? 128 : 0)) }
}
