/** Reads a ZIP archive as downloads/zip/zip.ts writes them: stored, without compression, ZIP64 where needed. */
import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { Readable } from 'node:stream'

export type ZipFile = {
  /** Size by name. */
  sizes: ReadonlyMap<string, number>
  read(name: string): Promise<Readable>
  close(): Promise<void>
}

/** The file is not such an archive, or its end is missing. */
export class UnreadableZip extends Error {}

type Entry = { bytes: number; offset: number }

const END_BYTES = 22
const LOCATOR_BYTES = 20
const END64_BYTES = 56
const HEADER_BYTES = 30
const DIRECTORY_BYTES_MAX = 2 ** 28

export async function openZip(path: string): Promise<ZipFile> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const entries = await readDirectory(file, size)
    return {
      sizes: new Map([...entries].map(([name, { bytes }]) => [name, bytes])),
      async read(name) {
        const { bytes, offset } = entries.get(name)!
        const header = await readAt(file, offset, HEADER_BYTES)
        requireSignature(header, 0x04_03_4b_50)
        const start = offset + HEADER_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28)
        if (start + bytes > size) throw new UnreadableZip()
        // A stream without bytes would read to the end of the file.
        if (bytes === 0) return Readable.from([])
        return createReadStream(path, { start, end: start + bytes - 1 })
      },
      close: () => file.close(),
    }
  } catch (error) {
    await file.close()
    throw error
  }
}

async function readDirectory(file: FileHandle, size: number): Promise<Map<string, Entry>> {
  const end = await readAt(file, size - END_BYTES, END_BYTES)
  requireSignature(end, 0x06_05_4b_50)
  let length = end.readUInt32LE(12)
  let offset = end.readUInt32LE(16)
  if (offset === 0xff_ff_ff_ff || length === 0xff_ff_ff_ff || end.readUInt16LE(10) === 0xff_ff) {
    const locator = await readAt(file, size - END_BYTES - LOCATOR_BYTES, LOCATOR_BYTES)
    requireSignature(locator, 0x07_06_4b_50)
    const end64 = await readAt(file, Number(locator.readBigUInt64LE(8)), END64_BYTES)
    requireSignature(end64, 0x06_06_4b_50)
    length = Number(end64.readBigUInt64LE(40))
    offset = Number(end64.readBigUInt64LE(48))
  }
  if (length > DIRECTORY_BYTES_MAX) throw new UnreadableZip()
  const directory = await readAt(file, offset, length)
  const entries = new Map<string, Entry>()
  for (let at = 0; at < directory.length;) {
    if (at + 46 > directory.length) throw new UnreadableZip()
    requireSignature(directory.subarray(at), 0x02_01_4b_50)
    const [nameEnd, extraEnd] = [at + 46 + directory.readUInt16LE(at + 28), directory.readUInt16LE(at + 30)]
    // Compressed, which this server never writes.
    if (directory.readUInt16LE(at + 10) !== 0) throw new UnreadableZip()
    const wide = wideValues(directory.subarray(nameEnd, nameEnd + extraEnd))
    const valueAt = (field: number) => {
      const value = directory.readUInt32LE(at + field)
      return value === 0xff_ff_ff_ff ? Number(wide.shift() ?? -1n) : value
    }
    const bytes = valueAt(24)
    if (directory.readUInt32LE(at + 20) === 0xff_ff_ff_ff) wide.shift()
    const entry = { bytes, offset: valueAt(42) }
    if (entry.bytes < 0 || entry.offset < 0) throw new UnreadableZip()
    entries.set(directory.toString('utf8', at + 46, nameEnd), entry)
    at = nameEnd + extraEnd + directory.readUInt16LE(at + 32)
  }
  return entries
}

/** The values of ZIP64, in their order. */
function wideValues(extra: Buffer): bigint[] {
  const values: bigint[] = []
  for (let at = 4; at + 8 <= extra.length; at += 8) values.push(extra.readBigUInt64LE(at))
  return values
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  if (position < 0 || !Number.isSafeInteger(position)) throw new UnreadableZip()
  const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, position)
  if (bytesRead < length) throw new UnreadableZip()
  return buffer
}

function requireSignature(bytes: Buffer, signature: number): void {
  if (bytes.length < 4 || bytes.readUInt32LE(0) !== signature) throw new UnreadableZip()
}
