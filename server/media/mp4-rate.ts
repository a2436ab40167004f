/** The sample rate of audio in an MP4 file, read from the codec's header (ALAC, AAC). The sample entry of the file has
 * only 16 bits for it, so 96 kHz appears there as 0 or modulo 65 536. */

/** Reads a file by offset, never past its end. */
export type Source = { size: number; at(offset: number, length: number): Buffer }

type Box = { kind: string; start: number; end: number }

const BOXES_MAX = 10_000
const AUDIO_ENTRY_BYTES = 28
const AAC_RATES_HZ = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350,
]

/** Null when the file has neither codec, or the header cannot be parsed. */
export function parseMp4RateHz(source: Source): number | null {
  const moov = boxesIn(source, 0, source.size).find(({ kind }) => kind === 'moov')
  if (moov === undefined) return null
  for (const track of childrenOf(source, moov, 'trak')) {
    const tables = ['mdia', 'minf', 'stbl', 'stsd'].reduce(
      (boxes, kind) => boxes.flatMap((box) => childrenOf(source, box, kind)),
      [track],
    )
    for (const { start, end } of tables) {
      // Version, flags and a count precede the entries.
      for (const entry of boxesIn(source, start + 8, end)) {
        const rateHz = rateOf(source, entry)
        if (rateHz !== null) return rateHz
      }
    }
  }
  return null
}

function rateOf(source: Source, entry: Box): number | null {
  if (entry.kind !== 'alac' && entry.kind !== 'mp4a') return null
  const config = boxesIn(source, entry.start + AUDIO_ENTRY_BYTES, entry.end).find(
    ({ kind }) => kind === (entry.kind === 'alac' ? 'alac' : 'esds'),
  )
  if (config === undefined) return null
  const body = source.at(config.start, Math.min(config.end - config.start, 1_024))
  if (entry.kind === 'mp4a') return aacRateHz(body.subarray(4))
  return body.length >= 28 ? body.readUInt32BE(24) : null
}

const childrenOf = (source: Source, { start, end }: Box, kind: string) =>
  boxesIn(source, start, end).filter((box) => box.kind === kind)

function boxesIn(source: Source, start: number, end: number): Box[] {
  const boxes: Box[] = []
  for (let at = start; at + 8 <= end && boxes.length < BOXES_MAX;) {
    const head = source.at(at, 16)
    if (head.length < 8) break
    const short = head.readUInt32BE(0)
    const isLong = short === 1 && head.length === 16
    const length = isLong ? Number(head.readBigUInt64BE(8)) : short === 0 ? end - at : short
    if (length < (isLong ? 16 : 8)) break
    boxes.push({ kind: head.toString('latin1', 4, 8), start: at + (isLong ? 16 : 8), end: Math.min(end, at + length) })
    at += length
  }
  return boxes
}

/** Parses an elementary stream descriptor (ISO 14496-1), which contains the AudioSpecificConfig (ISO 14496-3). */
function aacRateHz(body: Buffer): number | null {
  const stream = descriptor(body, 3)
  const decoder = stream && descriptor(stream.subarray(3), 4)
  const config = decoder && descriptor(decoder.subarray(13), 5)
  if (!config || config.length < 2) return null
  const bits = BigInt(`0x${Buffer.concat([config, Buffer.alloc(8)]).toString('hex', 0, 8)}`)
  const take = (from: number, count: number) =>
    Number((bits >> BigInt(64 - from - count)) & ((1n << BigInt(count)) - 1n))
  const start = take(0, 5) === 31 ? 11 : 5
  const index = take(start, 4)
  return index === 15 ? take(start + 4, 24) : (AAC_RATES_HZ[index] ?? null)
}

function descriptor(body: Buffer, tag: number): Buffer | null {
  if (body[0] !== tag) return null
  let length = 0
  for (let at = 1; at < 5; at++) {
    const byte = body[at]
    if (byte === undefined) return null
    length = length * 128 + (byte & 0x7f)
    if (byte < 0x80) return body.subarray(at + 1, at + 1 + length)
  }
  return null
}
