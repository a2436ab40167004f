/** Determines the type of an uploaded file from its bytes, and whether the file is complete; its name is ignored.
 * Decoding is done elsewhere. Runs in the transcoding child only, because it parses untrusted files. */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { parseFile } from 'music-metadata'
import { parseMp4RateHz, type Source } from './mp4-rate.ts'
import { MAX_AUDIO_HOURS } from '#contract/audio-refusals.ts'
import { Refusal } from './refusals.ts'
import { collectTags, findPicture, noTags, type AudioTags } from './audio-tags.ts'

/** The only demuxers that are ever opened, by ffmpeg's names: none of them opens a second file. */
export type Demuxer = 'mp3' | 'wav' | 'aiff' | 'flac' | 'ogg' | 'mov' | 'aac'

export type Probe = {
  demuxer: Demuxer
  /** The duration in the header, for formats whose header is reliable. */
  declaredMs: number | null
  /** Estimates, used for the progress and to choose the downmix. */
  estimatedMs: number | null
  channels: number | null
  rateHz: number | null
  tags: AudioTags
  picture: Uint8Array | null
}

const SNIFF_BYTES = 64 * 1024

export async function probeAudio(path: string): Promise<Probe> {
  const descriptor = openSync(path, 'r')
  try {
    const source = openSource(descriptor)
    if (source.size === 0) throw new Refusal('empty-file')
    const demuxer = sniff(source)
    const declaredMs = checkWhole(demuxer, source)
    const headerRateHz = demuxer === 'mov' ? parseMp4RateHz(source) : null
    return { demuxer, declaredMs, ...(await probeMetadata(path, headerRateHz)) }
  } finally {
    closeSync(descriptor)
  }
}

function openSource(descriptor: number): Source {
  const { size } = fstatSync(descriptor)
  return {
    size,
    at(offset, length) {
      const buffer = Buffer.alloc(Math.max(0, Math.min(length, size - offset)))
      return buffer.subarray(0, buffer.length === 0 ? 0 : readSync(descriptor, buffer, 0, buffer.length, offset))
    },
  }
}

const text = (buffer: Buffer, start: number, end: number) => buffer.toString('latin1', start, end)

function sniff(source: Source): Demuxer {
  const head = source.at(0, SNIFF_BYTES)
  const tag = text(head, 0, 4)
  const kind = text(head, 8, 12)
  if (['RIFF', 'RF64', 'BW64'].includes(tag) && kind === 'WAVE') return 'wav'
  if (tag === 'FORM' && (kind === 'AIFF' || kind === 'AIFC')) return 'aiff'
  if (tag === 'fLaC') return 'flac'
  if (tag === 'OggS') return 'ogg'
  if (text(head, 4, 8) === 'ftyp') return 'mov'
  const start = id3Length(head)
  const body = start === 0 ? head : source.at(start, SNIFF_BYTES)
  if (start > 0 && text(body, 0, 4) === 'fLaC') return 'flac'
  if (isAdts(body)) return 'aac'
  if (findMp3Frame(body) !== null) return 'mp3'
  throw new Refusal(guessWhatElse(head))
}

/** Length of the ID3v2 tag before the audio, in bytes. */
function id3Length(head: Buffer): number {
  if (text(head, 0, 3) !== 'ID3' || head.length < 10) return 0
  const [a, b, c, d] = head.subarray(6, 10) as unknown as [number, number, number, number]
  return 10 + ((a & 0x7f) << 21) + ((b & 0x7f) << 14) + ((c & 0x7f) << 7) + (d & 0x7f)
}

function isAdts(body: Buffer): boolean {
  const lengthAt = (at: number) => {
    if (at + 7 > body.length || body[at] !== 0xff || (body[at + 1]! & 0xf6) !== 0xf0) return 0
    return ((body[at + 3]! & 3) << 11) | (body[at + 4]! << 3) | (body[at + 5]! >> 5)
  }
  const first = lengthAt(0)
  return first > 7 && (first === body.length || lengthAt(first) > 7)
}

const MP3_BITRATES = [
  [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
  [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
] as const
const MP3_RATES = [44_100, 48_000, 32_000] as const

/** Length in bytes of the MPEG layer III frame at this offset, or 0. */
function mp3FrameLength(body: Buffer, at: number): number {
  if (at + 4 > body.length || body[at] !== 0xff || (body[at + 1]! & 0xe6) !== 0xe2) return 0
  const version = (body[at + 1]! >> 3) & 3
  const rate = MP3_RATES[((body[at + 2]! >> 2) & 3) as 0]
  const isMpeg1 = version === 3
  const kbits = MP3_BITRATES[isMpeg1 ? 1 : 0][body[at + 2]! >> 4]
  if (version === 1 || rate === undefined || kbits === undefined || kbits === 0) return 0
  const rateHz = isMpeg1 ? rate : version === 2 ? rate / 2 : rate / 4
  return Math.floor(((isMpeg1 ? 144_000 : 72_000) * kbits) / rateHz) + ((body[at + 2]! >> 1) & 1)
}

/** The offset at which three frames follow each other, or fewer that end with the file: text can
 * contain one sync word by chance. */
function findMp3Frame(body: Buffer): number | null {
  for (let at = body.indexOf(0xff); at !== -1; at = body.indexOf(0xff, at + 1)) {
    let next = at
    for (let count = 0; count < 3; count++) {
      const length = mp3FrameLength(body, next)
      if (length === 0) {
        next = -1
        break
      }
      next += length
      if (next >= body.length && count > 0) break
    }
    if (next !== -1) return at
  }
  return null
}

const PICTURES = ['\u0089PNG', '\u00ff\u00d8\u00ff', 'GIF8', 'BM']
const ARCHIVES = ['PK\u0003\u0004', 'Rar!', '7z\u00bc\u00af', '\u001f\u008b', '%PDF']

function guessWhatElse(head: Buffer): 'is-playlist' | 'is-web-page' | 'is-picture' | 'is-archive' | 'not-audio' {
  const raw = text(head, 0, 512)
  if (PICTURES.some((magic) => raw.startsWith(magic)) || raw.slice(8, 12) === 'WEBP') return 'is-picture'
  if (ARCHIVES.some((magic) => raw.startsWith(magic))) return 'is-archive'
  const start = raw.replace(/^(\u00ef\u00bb\u00bf|\s)+/, '').toLowerCase()
  if (/^(#extm3u|#ext-x-|\[playlist\]|ffconcat|<asx|<smil|<playlist)/.test(start)) return 'is-playlist'
  if (/^(https?:|file:|\/|[a-z]:\\)\S*$/.test(start.split(/\r?\n/)[0] ?? '')) return 'is-playlist'
  if (/^<(!doctype|html|\?xml|svg|head|body|script)/.test(start)) return 'is-web-page'
  return 'not-audio'
}

/** Throws `truncated` when the header states more bytes than the file has. */
function checkWhole(demuxer: Demuxer, source: Source): number | null {
  if (demuxer === 'wav') checkChunks(source, 'data', (buffer, at) => buffer.readUInt32LE(at))
  if (demuxer === 'aiff') checkChunks(source, 'SSND', (buffer, at) => buffer.readUInt32BE(at))
  if (demuxer === 'mov') checkBoxes(source)
  if (demuxer === 'ogg') checkLastPage(source)
  if (demuxer === 'mp3') checkFrameCount(source)
  return demuxer === 'flac' ? declaredFlacMs(source) : null
}

const MAX_CHUNKS = 10_000
const STREAMED_LENGTH = 0xffff_ffff

function checkChunks(source: Source, wanted: string, read: (buffer: Buffer, at: number) => number): void {
  let at = 12
  for (let count = 0; count < MAX_CHUNKS && at + 8 <= source.size; count++) {
    const head = source.at(at, 8)
    const length = read(head, 4)
    if (text(head, 0, 4) === wanted) {
      // Written without a known length, as recorders and pipes do, or with a 64-bit length stored elsewhere (RF64).
      if (length === STREAMED_LENGTH || length === 0) return
      if (at + 8 + length > source.size) throw new Refusal('truncated')
      return
    }
    at += 8 + length + (length % 2)
  }
  throw new Refusal(at > source.size ? 'truncated' : 'no-sound')
}

function checkBoxes(source: Source): void {
  let hasIndex = false
  let at = 0
  for (let count = 0; count < MAX_CHUNKS && at + 8 <= source.size; count++) {
    const head = source.at(at, 16)
    const short = head.readUInt32BE(0)
    const length = short === 1 && head.length === 16 ? Number(head.readBigUInt64BE(8)) : short
    hasIndex ||= ['moov', 'moof'].includes(text(head, 4, 8))
    // 0 means: to the end of the file.
    if (length === 0) break
    if (length < 8) throw new Refusal('damaged')
    at += length
  }
  if (at > source.size || !hasIndex) throw new Refusal('truncated')
}

const MAX_OGG_PAGE_BYTES = 65_307

function checkLastPage(source: Source): void {
  const tail = source.at(Math.max(0, source.size - MAX_OGG_PAGE_BYTES), MAX_OGG_PAGE_BYTES)
  const at = tail.lastIndexOf('OggS')
  if (at === -1) throw new Refusal('damaged')
  const segments = tail.subarray(at + 27, at + 27 + (tail[at + 26] ?? 255))
  const length = 27 + segments.length + segments.reduce((sum, segment) => sum + segment, 0)
  if (segments.length < (tail[at + 26] ?? 255) || at + length > tail.length) throw new Refusal('truncated')
}

/** A Xing or Info header states how many bytes of frames follow. */
function checkFrameCount(source: Source): void {
  const start = id3Length(source.at(0, 10))
  const body = source.at(start, SNIFF_BYTES)
  const frame = findMp3Frame(body)
  if (frame === null) return
  const header = body.subarray(frame, frame + 256)
  const at = Math.max(header.indexOf('Xing'), header.indexOf('Info'))
  if (at === -1 || at + 16 > header.length) return
  const flags = header.readUInt32BE(at + 4)
  if ((flags & 2) === 0) return
  const bytes = header.readUInt32BE(at + ((flags & 1) === 0 ? 8 : 12))
  // Some encoders do not count the header frame or a tag: only a large gap means truncation.
  if (start + frame + bytes > source.size + 4_096) throw new Refusal('truncated')
}

function declaredFlacMs(source: Source): number | null {
  const start = id3Length(source.at(0, 10))
  const info = source.at(start + 8, 34)
  if (info.length < 34) throw new Refusal('truncated')
  const rateHz = (info[10]! << 12) | (info[11]! << 4) | (info[12]! >> 4)
  const samples = (info[13]! & 0x0f) * 2 ** 32 + info.readUInt32BE(14)
  return rateHz === 0 || samples === 0 ? null : (samples / rateHz) * 1_000
}

const RATE_MIN_HZ = 2_000
const RATE_MAX_HZ = 768_000
const CHANNELS_MAX = 32

/** Refuses rates and channel counts that no recorder produces: resampling 10 Hz to a playable rate would make the
 * file a thousand times larger. */
export function checkShape({ rateHz, channels }: { rateHz: number | null; channels: number | null }): void {
  const isOdd = (value: number | null, min: number, max: number) => value !== null && !(value >= min && value <= max)
  if (isOdd(rateHz, RATE_MIN_HZ, RATE_MAX_HZ) || isOdd(channels, 1, CHANNELS_MAX)) throw new Refusal('odd-format')
}

type Opinion = Pick<Probe, 'estimatedMs' | 'channels' | 'rateHz' | 'tags' | 'picture'>

/** A second check before native code reads the file. It can refuse a file, but not approve one. */
async function probeMetadata(path: string, headerRateHz: number | null): Promise<Opinion> {
  const metadata = await parseFile(path, { duration: false }).catch(() => null)
  if (metadata === null) return { estimatedMs: null, channels: null, rateHz: null, tags: noTags, picture: null }
  const { hasAudio, duration, numberOfChannels: channels = null, sampleRate = null } = metadata.format
  const rateHz = headerRateHz ?? sampleRate
  if (hasAudio === false) throw new Refusal('no-sound')
  checkShape({ rateHz, channels })
  if (duration !== undefined && duration > MAX_AUDIO_HOURS * 3_600) throw new Refusal('too-long')
  const estimatedMs = duration === undefined || !(duration >= 0) ? null : duration * 1_000
  return { estimatedMs, channels, rateHz, tags: collectTags(metadata), picture: findPicture(metadata) }
}
