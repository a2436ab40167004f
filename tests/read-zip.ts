/** Reads the directory of a ZIP archive as other programs do, independently of the code that writes it. */
import assert from 'node:assert/strict'

export type Found = { name: string; bytes: bigint; crc32: number; offset: bigint }

/** The directory of an archive, found from its end as readers do, with the values of ZIP64. */
export function readDirectory(at: (start: number, length: number) => Buffer, size: number): Found[] {
  const end = at(size - 22, 22)
  assert.equal(end.readUInt32LE(0), 0x06054b50)
  let count = BigInt(end.readUInt16LE(10))
  let length = BigInt(end.readUInt32LE(12))
  let offset = BigInt(end.readUInt32LE(16))
  if (offset === 0xffffffffn || count === 0xffffn) {
    const locator = at(size - 42, 20)
    assert.equal(locator.readUInt32LE(0), 0x07064b50)
    const end64 = at(Number(locator.readBigUInt64LE(8)), 56)
    assert.equal(end64.readUInt32LE(0), 0x06064b50)
    count = end64.readBigUInt64LE(32)
    length = end64.readBigUInt64LE(40)
    offset = end64.readBigUInt64LE(48)
  }
  const directory = at(Number(offset), Number(length))
  const found: Found[] = []
  let place = 0
  while (place < directory.length) {
    assert.equal(directory.readUInt32LE(place), 0x02014b50)
    const nameLength = directory.readUInt16LE(place + 28)
    const extraLength = directory.readUInt16LE(place + 30)
    const name = directory.toString('utf8', place + 46, place + 46 + nameLength)
    const extra = directory.subarray(place + 46 + nameLength, place + 46 + nameLength + extraLength)
    const wide: bigint[] = []
    for (let at = 4; at < extra.length; at += 8) wide.push(extra.readBigUInt64LE(at))
    const valueAt = (field: number) => {
      const value = directory.readUInt32LE(place + field)
      return value === 0xffffffff ? wide.shift()! : BigInt(value)
    }
    const bytes = valueAt(24)
    assert.equal(valueAt(20), bytes)
    found.push({ name, bytes, crc32: directory.readUInt32LE(place + 16), offset: valueAt(42) })
    place += 46 + nameLength + extraLength
  }
  assert.equal(BigInt(found.length), count)
  return found
}

/** The content of a file: its own header says where it begins. */
export function readEntry(zip: Buffer, { offset, bytes }: Found): Buffer {
  const at = Number(offset)
  assert.equal(zip.readUInt32LE(at), 0x04034b50)
  const start = at + 30 + zip.readUInt16LE(at + 26) + zip.readUInt16LE(at + 28)
  return zip.subarray(start, start + Number(bytes))
}
