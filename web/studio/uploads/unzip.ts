/** The audio and images in a ZIP file, such as an album downloaded from Bandcamp, as if its folder had been dropped. The rest of
 * it, also another ZIP file, is left out without being read. Loaded on demand; nothing is sent here. */
import { refusalOf } from './audio-files.ts'

/** Not a ZIP file, or damaged. */
export class UnreadableZip extends Error {
  override name = 'UnreadableZip'
}

/** Encrypted, or larger than what one can be here: other programs can unpack it. */
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
const END = 0x06_05_4b_50
const ENTRY = 0x02_01_4b_50
const LOCAL = 0x04_03_4b_50
const IMAGE = /\.(jpe?g|png|webp)$/i

type Entry = { path: string[]; method: number; packedBytes: number; bytes: number; at: number }

export async function unzip(zip: File): Promise<File[]> {
  const entries = (await readEntries(zip)).filter(isWanted)
  const bytes = entries.reduce((sum, entry) => sum + entry.bytes, 0)
  const bytesMax = Math.min(TOTAL_MAX_BYTES, RATIO_MAX * zip.size + SMALL_BYTES)
  if (entries.length > FILES_MAX || bytes > bytesMax) throw new UnsupportedZip()
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

/** From the list at the end of the file. */
async function readEntries(zip: File): Promise<Entry[]> {
  const tail = await viewOf(zip.slice(-END_BYTES - COMMENT_MAX_BYTES))
  let end = tail.byteLength - END_BYTES
  while (end >= 0 && tail.getUint32(end, true) !== END) end--
  if (end < 0) throw new UnreadableZip()
  const [size, start] = [tail.getUint32(end + 12, true), tail.getUint32(end + 16, true)]
  // ZIP64, which only files of 4 GiB need.
  if (size > LIST_MAX_BYTES || start === 0xff_ff_ff_ff) throw new UnsupportedZip()
  if (start + size > zip.size) throw new UnreadableZip()
  const list = await viewOf(zip.slice(start, start + size))
  const entries: Entry[] = []
  for (let at = 0; at < size;) {
    if (at + 46 > size || list.getUint32(at, true) !== ENTRY) throw new UnreadableZip()
    const nameEnd = at + 46 + list.getUint16(at + 28, true)
    if (nameEnd > size) throw new UnreadableZip()
    const name = new TextDecoder().decode(new Uint8Array(list.buffer, at + 46, nameEnd - at - 46))
    const isEncrypted = (list.getUint16(at + 8, true) & 1) === 1
    if (isEncrypted) throw new UnsupportedZip()
    entries.push({
      path: name.endsWith('/') ? [] : pathOf(name),
      method: list.getUint16(at + 10, true),
      packedBytes: list.getUint32(at + 20, true),
      bytes: list.getUint32(at + 24, true),
      at: list.getUint32(at + 42, true),
    })
    at = nameEnd + list.getUint16(at + 30, true) + list.getUint16(at + 32, true)
  }
  return entries
}

const pathOf = (name: string): string[] =>
  name
    .replaceAll(/\p{C}/gu, '')
    .split(/[\\/]/)
    .filter((part) => !['', '.', '..'].includes(part))

/** A file that is stored as it is stays on the disk. */
async function readEntry(zip: File, { path, method, packedBytes, bytes, at }: Entry): Promise<File> {
  const head = await viewOf(zip.slice(at, at + 30))
  if (head.byteLength < 30 || head.getUint32(0, true) !== LOCAL) throw new UnreadableZip()
  const start = at + 30 + head.getUint16(26, true) + head.getUint16(28, true)
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
