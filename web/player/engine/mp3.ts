/** Reads the metadata at the beginning of an MP3: where the audio starts, and how many samples the encoder added
 * before and after it (Xing/Info frame with the LAME extension). Not a decoder; the browser has one. */

export type Mp3Start = {
  /** The first byte of audio, after the tag and the info frame. */
  audioFrom: number
  /** How many decoded samples at the beginning and at the end are not part of the recording. */
  skipSamples: number
  dropSamples: number
  rateHz: number
  bitRate: number
  /** Of the recording itself. */
  samples: number
}

const BIT_RATES = {
  1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
} as const
const RATES_HZ = [44_100, 48_000, 32_000] as const
/** The delay of every Layer III decoder, in samples; encoder delays do not include it. */
const DECODER_DELAY = 529

type Frame = { version: 1 | 2; rateHz: number; bitRate: number; bytes: number; isMono: boolean }

function readFrame(bytes: Uint8Array, at: number): Frame | null {
  const [first = 0, second = 0, third = 0, fourth = 0] = bytes.subarray(at, at + 4)
  // Layer III of MPEG 1, 2 or 2.5.
  if (first !== 0xff || (second & 0xe6) !== 0xe2) return null
  const bits = (second >> 3) & 3
  const rate = RATES_HZ[((third >> 2) & 3) as 0 | 1 | 2]
  if (bits === 1 || rate === undefined) return null
  const version = bits === 3 ? 1 : 2
  const bitRate = (BIT_RATES[version][third >> 4] ?? 0) * 1_000
  if (bitRate === 0) return null
  const rateHz = bits === 3 ? rate : bits === 2 ? rate / 2 : rate / 4
  const bytesLong = Math.floor(((version === 1 ? 144 : 72) * bitRate) / rateHz) + ((third >> 1) & 1)
  return { version, rateHz, bitRate, bytes: bytesLong, isMono: fourth >> 6 === 3 }
}

/** The offset of the first frame at or after `from`; -1 when there is none. Requires two frames in a row, because two
 * bytes may look like a frame header by chance. */
export function findFrame(bytes: Uint8Array, from: number): number {
  for (let at = from; at < bytes.length - 4; at++) {
    const frame = readFrame(bytes, at)
    if (frame && (at + frame.bytes + 4 > bytes.length || readFrame(bytes, at + frame.bytes))) return at
  }
  return -1
}

/** Null when the file does not contain these fields: then the exact start of its audio is unknown. */
export function parseMp3Start(bytes: Uint8Array): Mp3Start | null {
  const at = findFrame(bytes, sizeOfTag(bytes))
  const frame = at < 0 ? null : readFrame(bytes, at)
  if (!frame) return null
  const infoAt = at + 4 + (frame.version === 1 ? (frame.isMono ? 17 : 32) : frame.isMono ? 9 : 17)
  const name = String.fromCharCode(...bytes.subarray(infoAt, infoAt + 4))
  if (name !== 'Info' && name !== 'Xing') return null
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (infoAt + 144 > bytes.length) return null
  const flags = view.getUint32(infoAt + 4)
  if ((flags & 1) === 0) return null
  const frames = view.getUint32(infoAt + 8)
  // After the name and flags: frame count, byte count, table of contents, quality; then 21 bytes of encoder fields.
  const lameAt = infoAt + 8 + 4 + (flags & 2 ? 4 : 0) + (flags & 4 ? 100 : 0) + (flags & 8 ? 4 : 0)
  const [high = 0, middle = 0, low = 0] = bytes.subarray(lameAt + 21, lameAt + 24)
  const delay = (high << 4) | (middle >> 4)
  const padding = ((middle & 15) << 8) | low
  if (delay === 0 && padding === 0) return null
  // The bit rate is that of the next frame, because the info frame contains no audio.
  const bitFrame = readFrame(bytes, at + frame.bytes) ?? frame
  return {
    audioFrom: at + frame.bytes,
    skipSamples: delay + DECODER_DELAY,
    dropSamples: Math.max(0, padding - DECODER_DELAY),
    rateHz: frame.rateHz,
    bitRate: bitFrame.bitRate,
    samples: frames * (frame.version === 1 ? 1_152 : 576) - delay - padding,
  }
}

/** The size of an ID3v2 tag: ten bytes, plus the length they contain. */
function sizeOfTag(bytes: Uint8Array): number {
  if (String.fromCharCode(...bytes.subarray(0, 3)) !== 'ID3') return 0
  const [a = 0, b = 0, c = 0, d = 0] = bytes.subarray(6, 10)
  return 10 + ((a << 21) | (b << 14) | (c << 7) | d)
}
