/** The layout of a ZIP archive whose files are stored without compression: its exact size, and what any range of its bytes
 * consists of. Sizes and checksums are known beforehand, so an archive is sent without being built, and an interrupted
 * download resumes at any byte. ZIP64 where a size or an offset needs more than 32 bits (APPNOTE 6.3.10). Pure. */

export type ZipEntry = { name: string; bytes: number; crc32: number; modifiedAt: Date }

/** A part of the archive: bytes of its structure, or a range of the file of an entry. `end` is not included. */
export type ZipPiece = { kind: 'bytes'; bytes: Buffer } | { kind: 'entry'; index: number; start: number; end: number }

export type ZipLayout = { bytes: number; piecesOf(start: number, end: number): ZipPiece[] }

const MAX_32 = 0xff_ff_ff_ff
const MAX_16 = 0xff_ff
const VERSION = 20
const VERSION_ZIP64 = 45
/** Names are UTF-8. */
const FLAGS = 1 << 11
const ZIP64_EXTRA = 1

export function layoutZip(entries: readonly ZipEntry[]): ZipLayout {
  const parts: (ZipPiece & { from: number; length: number })[] = []
  let offset = 0
  const add = (piece: ZipPiece, length: number) => {
    if (length > 0) parts.push({ ...piece, from: offset, length })
    offset += length
  }
  const offsets = entries.map((entry, index) => {
    const start = offset
    const header = localHeader(entry)
    add({ kind: 'bytes', bytes: header }, header.length)
    add({ kind: 'entry', index, start: 0, end: entry.bytes }, entry.bytes)
    return start
  })
  const directory = Buffer.concat(entries.map((entry, index) => directoryHeader(entry, offsets[index]!)))
  const end = endOf({ count: entries.length, bytes: directory.length, offset })
  add({ kind: 'bytes', bytes: directory }, directory.length)
  add({ kind: 'bytes', bytes: end }, end.length)
  return {
    bytes: offset,
    piecesOf: (start, end) =>
      parts.flatMap(({ from, length, ...piece }) => {
        const first = Math.max(0, start - from)
        const last = Math.min(length, end - from)
        if (first >= last) return []
        return piece.kind === 'bytes'
          ? { kind: piece.kind, bytes: piece.bytes.subarray(first, last) }
          : { ...piece, start: first, end: last }
      }),
  }
}

/** The fields that the local header and the directory share. */
function commonFields({ crc32, bytes, modifiedAt }: ZipEntry, name: Buffer, extra: Buffer): Buffer {
  const fields = Buffer.alloc(26)
  fields.writeUInt16LE(extra.length > 0 ? VERSION_ZIP64 : VERSION, 0)
  fields.writeUInt16LE(FLAGS, 2)
  // Method 0: stored.
  fields.writeUInt32LE(dosTime(modifiedAt), 6)
  fields.writeUInt32LE(crc32, 10)
  fields.writeUInt32LE(Math.min(bytes, MAX_32), 14)
  fields.writeUInt32LE(Math.min(bytes, MAX_32), 18)
  fields.writeUInt16LE(name.length, 22)
  fields.writeUInt16LE(extra.length, 24)
  return fields
}

function localHeader(entry: ZipEntry): Buffer {
  const name = Buffer.from(entry.name)
  // In a local header, both sizes or none.
  const extra = entry.bytes >= MAX_32 ? zip64Extra([entry.bytes, entry.bytes]) : Buffer.alloc(0)
  return Buffer.concat([signature(0x04_03_4b_50), commonFields(entry, name, extra), name, extra])
}

function directoryHeader(entry: ZipEntry, offset: number): Buffer {
  const name = Buffer.from(entry.name)
  const sizes = entry.bytes >= MAX_32 ? [entry.bytes, entry.bytes] : []
  const extra = zip64Extra([...sizes, ...(offset >= MAX_32 ? [offset] : [])])
  const rest = Buffer.alloc(14)
  // Comment, disk and attributes stay zero.
  rest.writeUInt32LE(Math.min(offset, MAX_32), 10)
  const madeBy = Buffer.alloc(2)
  madeBy.writeUInt16LE(VERSION_ZIP64)
  return Buffer.concat([signature(0x02_01_4b_50), madeBy, commonFields(entry, name, extra), rest, name, extra])
}

/** Only the values that do not fit into 32 bits. */
function zip64Extra(values: readonly number[]): Buffer {
  if (values.length === 0) return Buffer.alloc(0)
  const extra = Buffer.alloc(4 + 8 * values.length)
  extra.writeUInt16LE(ZIP64_EXTRA, 0)
  extra.writeUInt16LE(8 * values.length, 2)
  for (const [index, value] of values.entries()) extra.writeBigUInt64LE(BigInt(value), 4 + 8 * index)
  return extra
}

function endOf({ count, bytes, offset }: { count: number; bytes: number; offset: number }): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06_05_4b_50, 0)
  end.writeUInt16LE(Math.min(count, MAX_16), 8)
  end.writeUInt16LE(Math.min(count, MAX_16), 10)
  end.writeUInt32LE(Math.min(bytes, MAX_32), 12)
  end.writeUInt32LE(Math.min(offset, MAX_32), 16)
  if (count < MAX_16 && bytes < MAX_32 && offset < MAX_32) return end
  const end64 = Buffer.alloc(56)
  end64.writeUInt32LE(0x06_06_4b_50, 0)
  end64.writeBigUInt64LE(44n, 4)
  end64.writeUInt16LE(VERSION_ZIP64, 12)
  end64.writeUInt16LE(VERSION_ZIP64, 14)
  end64.writeBigUInt64LE(BigInt(count), 24)
  end64.writeBigUInt64LE(BigInt(count), 32)
  end64.writeBigUInt64LE(BigInt(bytes), 40)
  end64.writeBigUInt64LE(BigInt(offset), 48)
  const locator = Buffer.alloc(20)
  locator.writeUInt32LE(0x07_06_4b_50, 0)
  locator.writeBigUInt64LE(BigInt(offset + bytes), 8)
  locator.writeUInt32LE(1, 16)
  return Buffer.concat([end64, locator, end])
}

function signature(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

/** Date and time of MS-DOS, in steps of two seconds, in UTC. */
function dosTime(at: Date): number {
  const year = Math.min(Math.max(at.getUTCFullYear(), 1980), 2107)
  const date = ((year - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate()
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1)
  return ((date << 16) | time) >>> 0
}

const MAX_NAME_CHARACTERS = 120

/** A text as the name of a file or folder, on every system. */
export function fileNameOf(text: string): string {
  const safe = text
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Cf}"\\/:*?<>|]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
  return (
    [...safe]
      .slice(0, MAX_NAME_CHARACTERS)
      .join('')
      .replace(/^[. ]+|[. ]+$/g, '') || '_'
  )
}
