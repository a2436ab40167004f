/** Stores images in the sizes in which they are shown: re-encoded, upright, without metadata.
 * Colours of artwork: colors.ts. */
import sharp, { type Sharp } from 'sharp'
import { IMAGE_MAX_BYTES } from '#contract/fields.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Files } from '#server/platform/files/files.ts'
import { type CoverColors, coverColors } from './colors.ts'

const MAX_PIXELS = 40_000_000
const FULL_PX = 1_400
const WEB_SIZES_PX = [640, 320, 96]
const COLOR_SAMPLE_PX = 96
const TIMEOUT_SECONDS = 20
const PNG_MAGIC = '\u0089PNG\r\n\u001a\n'
const PNG_TEXT = new Set(['tEXt', 'zTXt', 'iTXt'].map((type) => Buffer.from(type).readUInt32BE()))

// Only the accepted formats can be opened: SVG, PDF, GIF, TIFF and all others have no loader here.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
})
sharp.concurrency(1)
sharp.cache(false)

export type StoredArtwork = { artworkKey: string; colors: CoverColors }

/** Throws 413 or 415. Keys are served as immutable: a new image needs a new id. */
export async function storeArtwork(files: Files, { id, bytes }: { id: string; bytes: Buffer }): Promise<StoredArtwork> {
  await files.requireSpace()
  return readPicture(bytes, async (upright) => {
    const sizes = await Promise.all([makeFull(upright), ...WEB_SIZES_PX.map((px) => makeWebSize(upright, px))])
    const colors = await readColors(upright)
    const artworkKey = `media/${id}.jpg`
    const keys = artworkFiles(artworkKey)
    for (const [index, key] of keys.entries()) await files.write(key, sizes[index]!)
    return { artworkKey, colors }
  })
}

async function readPicture<Result>(bytes: Buffer, draw: (upright: Raw) => Promise<Result>): Promise<Result> {
  if (bytes.length > IMAGE_MAX_BYTES) {
    throw new AppError(413, 'payload-too-large', 'The picture is larger than 20 MB. Please make it smaller.')
  }
  if (!isPicture(bytes)) throw refusal('This is not a JPEG, PNG or WebP picture.')
  try {
    return await draw(await normalise(bytes))
  } catch (error) {
    if (!isSharpsFault(error)) throw error
    throw refusal(
      /pixel limit/i.test(String(error))
        ? 'The picture has more than 40 megapixels. Please make it smaller.'
        : 'The picture cannot be read. Please save it again as JPEG, PNG or WebP.',
    )
  }
}

/** Re-encodes an image as JPEG, no larger than it is ever shown; for images from files that are not
 * published yet. Throws 413 or 415. */
export async function reencodeImage(bytes: Buffer): Promise<Buffer> {
  return readPicture(bytes, async (upright) => makeFull(upright))
}

/** Removes an image in all its sizes. */
export async function removeArtwork(files: Pick<Files, 'remove'>, artworkKey: string): Promise<void> {
  await Promise.all(artworkFiles(artworkKey).map((key) => files.remove(key)))
}

/** The keys of an image in all its sizes. */
export function artworkFiles(artworkKey: string): string[] {
  const stem = artworkKey.replace(/\.jpg$/, '')
  return [artworkKey, ...WEB_SIZES_PX.map((px) => `${stem}-${px}.webp`)]
}

const refusal = (message: string) => new AppError(415, 'picture-invalid', message)

function isPicture(bytes: Buffer): boolean {
  const head = bytes.toString('latin1', 0, 12)
  return (
    head.startsWith('\u00ff\u00d8\u00ff') ||
    head.startsWith(PNG_MAGIC) ||
    (head.startsWith('RIFF') && head.endsWith('WEBP'))
  )
}

/** File errors have a system error code; sharp's errors about an image do not. */
function isSharpsFault(error: unknown): boolean {
  return error instanceof Error && !(error instanceof AppError) && (error as NodeJS.ErrnoException).code === undefined
}

type Raw = { data: Buffer; info: { width: number; height: number; channels: 1 | 2 | 3 | 4 } }

/** Decodes once, applies the orientation, replaces transparency by white, and scales down to the maximum size. */
async function normalise(bytes: Buffer): Promise<Raw> {
  const { data, info } = await sharp(withoutPngText(bytes), {
    limitInputPixels: MAX_PIXELS,
    failOn: 'error',
    animated: false,
  })
    .timeout({ seconds: TIMEOUT_SECONDS })
    .rotate()
    .resize({ width: FULL_PX, height: FULL_PX, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, info: { width: info.width, height: info.height, channels: info.channels } }
}

/** The decoder unpacks every compressed text of a PNG and keeps all of them: a file of 1 MB can take 4 GB. They are not
 * stored anyway. Chunks: PNG (W3C), section 5.3. */
function withoutPngText(bytes: Buffer): Buffer {
  if (!bytes.toString('latin1', 0, PNG_MAGIC.length).startsWith(PNG_MAGIC)) return bytes
  let kept = bytes
  let length = PNG_MAGIC.length
  for (let start = length; start + 12 <= bytes.length;) {
    const end = Math.min(start + 12 + bytes.readUInt32BE(start), bytes.length)
    if (PNG_TEXT.has(bytes.readUInt32BE(start + 4))) {
      if (kept === bytes) kept = Buffer.from(bytes)
    } else {
      if (kept !== bytes) bytes.copy(kept, length, start, end)
      length += end - start
    }
    start = end
  }
  return kept.subarray(0, length)
}

const from = ({ data, info }: Raw): Sharp => sharp(data, { raw: info }).timeout({ seconds: TIMEOUT_SECONDS })

const makeFull = (raw: Raw) => from(raw).jpeg({ quality: 84, mozjpeg: true }).toBuffer()

/** Square, because lists show square images. */
const makeWebSize = (raw: Raw, px: number) =>
  from(raw).resize({ width: px, height: px, fit: 'cover' }).webp({ quality: 78, smartSubsample: true }).toBuffer()

async function readColors(raw: Raw): Promise<CoverColors> {
  const size = { width: COLOR_SAMPLE_PX, height: COLOR_SAMPLE_PX, fit: 'inside' } as const
  return coverColors(await from(raw).resize(size).toColourspace('srgb').removeAlpha().raw().toBuffer())
}
