/** The audio and images in a ZIP file, such as an album downloaded from Bandcamp, as if its folder had been dropped. The rest of
 * it, also another ZIP file, is left out without being read. Loaded on demand; nothing is sent here. */
import { refusalOf } from './audio-files.ts'

/** Not a ZIP file, or damaged. */
export class UnreadableZip extends Error {
  override name = 'UnreadableZip'
}

/** Encrypted, or more than 3 000 files or 8 GiB of audio and images: other programs can unpack it. */
export class UnsupportedZip extends UnreadableZip {
  override name = 'UnsupportedZip'
}

const FILES_MAX = 3_000
const LIST_MAX_BYTES = 10_000_000
const IMAGE_MAX_BYTES = 30_000_000
const TOTAL_MAX_BYTES = 8 * 2 ** 30
/** Audio hardly becomes smaller. */
const RATIO_MAX = 50
const SMALL_BYTES = 1_000_000
const END_BYTES = 22
const COMMENT_MAX_BYTES = 65_535
const LOCAL_BYTES = 30
const END = 0x06_05_4b_50
const ENTRY = 0x02_01_4b_50
const LOCAL = 0x04_03_4b_50
/** ZIP64: what does not fit into 16 or 32 bits is all ones there, and is found elsewhere in 64 bits. */
const END64 = 0x06_06_4b_50
const END64_BYTES = 56
const LOCATOR = 0x07_06_4b_50
const LOCATOR_BYTES = 20
const EXTRA64 = 1
const MAX16 = 0xff_ff
const MAX32 = 0xff_ff_ff_ff
const IMAGE = /\.(jpe?g|png|webp)$/i

type Entry = { path: string[]; method: number; packedBytes: number; bytes: number; at: number }

export async function unzip(zip: File): Promise<File[]> {
  const entries = (await readEntries(zip)).filter(isWanted)
  const bytes = entries.reduce((sum, entry) => sum + entry.bytes, 0)
  const bytesMax = Math.min(TOTAL_MAX_BYTES, RATIO_MAX * zip.size + SMALL_BYTES)
  if (entries.length > FILES_MAX || bytes > bytesMax) throw new UnsupportedZip()
  requireApart(entries)
  const files: File[] = []
  for (const entry of entries) files.push(await readEntry(zip, entry))
  return files
}

function isWanted({ path, bytes }: Entry): boolean {
  const name = path.at(-1) ?? ''
  if (path.some((part) => part.startsWith('.') || part === '__MACOSX')) return false
  return IMAGE.test(name) ? bytes <= IMAGE_MAX_BYTES : refusalOf({ name, size: bytes }) === null
}

const viewOf = async (blob: Blob) => new DataView(await blob.arrayBuffer())

/** Files that share bytes would be many times what is sent. */
function requireApart(entries: readonly Entry[]): void {
  let end = 0
  for (const { at, packedBytes } of entries.toSorted((one, other) => one.at - other.at)) {
    if (at < end) throw new UnreadableZip()
    end = at + LOCAL_BYTES + packedBytes
  }
}

/** The place of the list of files, which is at the end of the ZIP file. */
async function findList(zip: File): Promise<{ size: number; start: number }> {
  const tail = await viewOf(zip.slice(-END_BYTES - COMMENT_MAX_BYTES - LOCATOR_BYTES))
  let end = tail.byteLength - END_BYTES
  while (end >= 0 && tail.getUint32(end, true) !== END) end--
  if (end < 0) throw new UnreadableZip()
  const [count, size, start] = [
    tail.getUint16(end + 10, true),
    tail.getUint32(end + 12, true),
    tail.getUint32(end + 16, true),
  ]
  if (count !== MAX16 && size !== MAX32 && start !== MAX32) return { size, start }
  const locator = end - LOCATOR_BYTES
  // Also a ZIP file with exactly 65 535 files has this number.
  if (locator < 0 || tail.getUint32(locator, true) !== LOCATOR) return { size, start }
  const end64At = sizeIn(tail, locator + 8)
  const end64 = await viewOf(zip.slice(end64At, end64At + END64_BYTES))
  if (end64.byteLength < END64_BYTES || end64.getUint32(0, true) !== END64) throw new UnreadableZip()
  return { size: sizeIn(end64, 40), start: sizeIn(end64, 48) }
}

async function readEntries(zip: File): Promise<Entry[]> {
  const { size, start } = await findList(zip)
  if (start + size > zip.size) throw new UnreadableZip()
  if (size > LIST_MAX_BYTES) throw new UnsupportedZip()
  const list = await viewOf(zip.slice(start, start + size))
  const decoder = new TextDecoder()
  const entries: Entry[] = []
  for (let at = 0; at < size;) {
    if (at + 46 > size || list.getUint32(at, true) !== ENTRY) throw new UnreadableZip()
    const nameEnd = at + 46 + list.getUint16(at + 28, true)
    if (nameEnd > size) throw new UnreadableZip()
    const name = decoder.decode(new Uint8Array(list.buffer, at + 46, nameEnd - at - 46))
    const isEncrypted = (list.getUint16(at + 8, true) & 1) === 1
    if (isEncrypted) throw new UnsupportedZip()
    const extraEnd = nameEnd + list.getUint16(at + 30, true)
    if (extraEnd > size) throw new UnreadableZip()
    const path = name.endsWith('/') ? [] : pathOf(name)
    const entry = { path, method: list.getUint16(at + 10, true), ...readSizes(list, { at, nameEnd, extraEnd }) }
    if (entry.at + LOCAL_BYTES + entry.packedBytes > start) throw new UnreadableZip()
    entries.push(entry)
    at = extraEnd + list.getUint16(at + 32, true)
  }
  return entries
}

type Place = { at: number; nameEnd: number; extraEnd: number }

/** Of an entry in the list. Those that are all ones are in its ZIP64 field, in this order. */
function readSizes(list: DataView, { at, nameEnd, extraEnd }: Place): Pick<Entry, 'bytes' | 'packedBytes' | 'at'> {
  let next = nameEnd
  while (next + 4 <= extraEnd && list.getUint16(next, true) !== EXTRA64) next += 4 + list.getUint16(next + 2, true)
  const end = next + 4 <= extraEnd ? Math.min(extraEnd, next + 4 + list.getUint16(next + 2, true)) : next
  next += 4
  const sizeAt = (place: number) => {
    const known = list.getUint32(place, true)
    if (known !== MAX32) return known
    if (next + 8 > end) throw new UnreadableZip()
    next += 8
    return sizeIn(list, next - 8)
  }
  return { bytes: sizeAt(at + 24), packedBytes: sizeAt(at + 20), at: sizeAt(at + 42) }
}

/** Of 64 bits. Beyond 2^53 it is inexact, and larger than any file. */
const sizeIn = (view: DataView, at: number): number => Number(view.getBigUint64(at, true))

const pathOf = (name: string): string[] =>
  name
    .replaceAll(/\p{C}/gu, '')
    .split(/[\\/]/)
    .filter((part) => !['', '.', '..'].includes(part))

/** A file that is stored as it is stays on the disk. */
async function readEntry(zip: File, { path, method, packedBytes, bytes, at }: Entry): Promise<File> {
  const head = await viewOf(zip.slice(at, at + LOCAL_BYTES))
  if (head.byteLength < LOCAL_BYTES || head.getUint32(0, true) !== LOCAL) throw new UnreadableZip()
  const start = at + LOCAL_BYTES + head.getUint16(26, true) + head.getUint16(28, true)
  const packed = zip.slice(start, start + packedBytes)
  const content = method === 0 ? packed : method === 8 ? await inflate(packed, bytes) : null
  if (content === null) throw new UnsupportedZip()
  if (content.size !== bytes) throw new UnreadableZip()
  const name = path.at(-1)!
  const type = IMAGE.test(name) ? `image/${name.replace(/^.*\./, '').toLowerCase().replace('jpg', 'jpeg')}` : ''
  const file = new File([content], name, { type, lastModified: zip.lastModified })
  const folder = zip.name.replace(/\.zip$/i, '').replaceAll('/', '')
  return Object.defineProperty(file, 'webkitRelativePath', { value: [folder, ...path].join('/') })
}

/** Ends as soon as there is more than the list says. */
async function inflate(packed: Blob, bytes: number): Promise<Blob> {
  let received = 0
  const counting = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      received += chunk.byteLength
      if (received > bytes) throw new UnreadableZip()
      controller.enqueue(chunk)
    },
  })
  try {
    return await new Response(
      packed.stream().pipeThrough(new DecompressionStream('deflate-raw')).pipeThrough(counting),
    ).blob()
  } catch {
    throw new UnreadableZip()
  }
}
