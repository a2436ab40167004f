/** Artwork before it is sent: refused when it cannot be used, made smaller when it is heavy.
 * The server checks again and makes the sizes that are shown. */

export const PICTURE_ACCEPT = 'image/jpeg,image/png,image/webp'
export const PICTURE_MAX_BYTES = 20_000_000
/** Above this a picture is sent again smaller: a slow line must not run into the time limit of a call. */
const HEAVY_BYTES = 1_500_000
const LARGEST_PX = 2_800
const QUALITY = 0.92

export type PictureRefusal = 'kind' | 'large'

export function refusalOfPicture(file: { name: string; type: string; size: number }): PictureRefusal | null {
  // Some systems name no type for what they do not know; then the ending counts.
  const isKnown =
    file.type === '' ? /\.(jpe?g|png|webp)$/i.test(file.name) : PICTURE_ACCEPT.split(',').includes(file.type)
  if (!isKnown) return 'kind'
  return file.size > PICTURE_MAX_BYTES ? 'large' : null
}

/** The picture to send; null when the browser cannot read it either. */
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
