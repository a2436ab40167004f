/** Decodes images that users send: size, format and hostile content are checked here. Storing them is artwork.ts and
 * photograph.ts. */
import sharp, { type Sharp } from 'sharp'
import { IMAGE_MAX_BYTES } from '#contract/fields.ts'
import { AppError } from '#server/platform/errors.ts'

const MAX_PIXELS = 40_000_000
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

/** `draw` receives the image upright, without transparency, and at most `maxPx` wide and high. Throws 413 or 415. */
export async function readPicture<Result>(
  bytes: Buffer,
  maxPx: number,
  draw: (upright: Raw) => Promise<Result>,
): Promise<Result> {
  if (bytes.length > IMAGE_MAX_BYTES) {
    throw new AppError(413, 'payload-too-large', 'The picture is larger than 20 MB. Please make it smaller.')
  }
  if (!isPicture(bytes)) throw refusal('This is not a JPEG, PNG or WebP picture.')
  try {
    return await draw(await normalise(bytes, maxPx))
  } catch (error) {
    if (!isSharpsFault(error)) throw error
    throw refusal(
      /pixel limit/i.test(String(error))
        ? 'The picture has more than 40 megapixels. Please make it smaller.'
        : 'The picture cannot be read. Please save it again as JPEG, PNG or WebP.',
    )
  }
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

export type Raw = { data: Buffer; info: { width: number; height: number; channels: 1 | 2 | 3 | 4 } }

/** Decodes once, applies the orientation, replaces transparency by white, and scales down to the maximum size. */
async function normalise(bytes: Buffer, maxPx: number): Promise<Raw> {
  const { data, info } = await sharp(withoutPngText(bytes), {
    limitInputPixels: MAX_PIXELS,
    failOn: 'error',
    animated: false,
  })
    .timeout({ seconds: TIMEOUT_SECONDS })
    .rotate()
    .resize({ width: maxPx, height: maxPx, fit: 'inside', withoutEnlargement: true })
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

export const from = ({ data, info }: Raw): Sharp => sharp(data, { raw: info }).timeout({ seconds: TIMEOUT_SECONDS })
