/** ZIP files for tests, also with claims that are wrong. */
import { deflateRawSync } from 'node:zlib'

export type ZipEntry = {
  name: string
  content: Buffer
  isPacked?: boolean
  claimedBytes?: number
  flags?: number
  method?: number
}

export function makeZip(entries: readonly ZipEntry[]): Buffer<ArrayBuffer> {
  const parts: Buffer[] = []
  const list: Buffer[] = []
  let at = 0
  for (const { name: path, content, isPacked = false, claimedBytes = content.length, flags = 0, ...own } of entries) {
    const data = isPacked ? deflateRawSync(content) : content
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04_03_4b_50)
    local.writeUInt16LE(Buffer.byteLength(path), 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02_01_4b_50)
    entry.writeUInt16LE(flags, 8)
    entry.writeUInt16LE(own.method ?? (isPacked ? 8 : 0), 10)
    entry.writeUInt32LE(data.length, 20)
    entry.writeUInt32LE(claimedBytes, 24)
    entry.writeUInt16LE(Buffer.byteLength(path), 28)
    entry.writeUInt32LE(at, 42)
    parts.push(local, Buffer.from(path), data)
    list.push(entry, Buffer.from(path))
    at += 30 + Buffer.byteLength(path) + data.length
  }
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06_05_4b_50)
  end.writeUInt32LE(Buffer.concat(list).length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...parts, ...list, end])
}
