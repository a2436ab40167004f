/** Stores images in the sizes in which they are shown: re-encoded, upright, without metadata.
 * Colours of artwork: colors.ts. */
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import type { Files } from '#server/platform/files/files.ts'
import { type CoverColors, coverColors } from './colors.ts'
import { from, type Raw, readPicture } from './decode.ts'

const FULL_PX = 1_400
const WEB_SIZES_PX = [640, 320, 96]
const COLOR_SAMPLE_PX = 96

export type StoredArtwork = { artworkKey: string; colors: CoverColors }

/** Throws 413 or 415. Keys are served as immutable: a new image needs a new id. */
export async function storeArtwork(files: Files, { id, bytes }: { id: string; bytes: Buffer }): Promise<StoredArtwork> {
  await files.requireSpace()
  return readPicture(bytes, FULL_PX, async (upright) => {
    const colors = await readColors(upright)
    const ground = colors.day.flood
    const sizes = await Promise.all([makeFull(upright), ...WEB_SIZES_PX.map((px) => makeWebSize(upright, px, ground))])
    const artworkKey = `media/${id}.jpg`
    const keys = artworkFiles(artworkKey)
    for (const [index, key] of keys.entries()) await files.write(key, sizes[index]!)
    return { artworkKey, colors }
  })
}

/** Re-encodes an image as JPEG, no larger than it is ever shown; for images from files that are not
 * published yet. Throws 413 or 415. */
export async function reencodeImage(bytes: Buffer): Promise<Buffer> {
  return readPicture(bytes, FULL_PX, async (upright) => makeFull(upright))
}

/** Removes an image in all its sizes. */
export async function removeArtwork(files: Pick<Files, 'remove'>, artworkKey: string): Promise<void> {
  await Promise.all(artworkFiles(artworkKey).map((key) => files.remove(key)))
}

/** The shorter side of a stored image. Null when it is not stored. */
export async function readPictureSize(files: Files, key: string): Promise<number | null> {
  if ((await files.stat(key)) === null) return null
  const { width, height } = await sharp(await buffer(files.read(key))).metadata()
  return Math.min(width, height)
}

/** The keys of an image in all its sizes. */
export function artworkFiles(artworkKey: string): string[] {
  const stem = artworkKey.replace(/\.jpg$/, '')
  return [artworkKey, ...WEB_SIZES_PX.map((px) => `${stem}-${px}.webp`)]
}

export const makeFull = (raw: Raw) => from(raw).jpeg({ quality: 84, mozjpeg: true }).toBuffer()

/** Square, because lists show square images: a wide or tall image is shown whole, on its own colour. */
const makeWebSize = (raw: Raw, px: number, background: string) =>
  from(raw)
    .resize({ width: px, height: px, fit: 'contain', background })
    .webp({ quality: 78, smartSubsample: true })
    .toBuffer()

export async function readColors(raw: Raw): Promise<CoverColors> {
  const size = { width: COLOR_SAMPLE_PX, height: COLOR_SAMPLE_PX, fit: 'inside' } as const
  return coverColors(await from(raw).resize(size).toColourspace('srgb').removeAlpha().raw().toBuffer())
}
