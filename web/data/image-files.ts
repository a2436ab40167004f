/** Artwork before upload: refused when unusable, scaled down when large.
 * The server validates it again and creates the sizes that are shown. */

import { IMAGE_MAX_BYTES } from '#contract/fields.ts'

export const IMAGE_ACCEPT = 'image/jpeg,image/png,image/webp'
/** Larger images are scaled down before upload, so that a slow connection does not exceed the time limit of a call. */
const HEAVY_BYTES = 1_500_000
const LARGEST_PX = 2_800
const QUALITY = 0.92

export type ImageRefusal = 'kind' | 'large'

export function imageRefusalOf(file: { name: string; type: string; size: number }): ImageRefusal | null {
  // Some systems give no MIME type for unknown files; then the extension decides.
  const isKnown =
    file.type === '' ? /\.(jpe?g|png|webp)$/i.test(file.name) : IMAGE_ACCEPT.split(',').includes(file.type)
  if (!isKnown) return 'kind'
  return file.size > IMAGE_MAX_BYTES ? 'large' : null
}

/** The image to upload, or null when the browser cannot decode the file. */
export async function toSend(file: File): Promise<File | null> {
  const bitmap = await createImageBitmap(file).catch(() => null)
  if (bitmap === null) return null
  if (file.size <= HEAVY_BYTES) return file
  const scale = Math.min(1, LARGEST_PX / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  const context = canvas.getContext('2d')
  if (!context) return file
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  const smaller = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY))
  return smaller && smaller.size < file.size ? new File([smaller], file.name, { type: 'image/jpeg' }) : file
}
