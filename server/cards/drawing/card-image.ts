/** A card as a JPEG. In the child process only: card-worker.ts says why. */
import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { type CardPicture, drawCard } from './card.ts'
import type { Box } from './lettering.ts'

/** Social networks show this size as a large image without scaling it down, and phones load it quickly. */
const BYTES_MAX = 100_000
const QUALITIES = [88, 80, 70, 58, 44, 30]

/** Opens only what card.ts has written, and stored covers. */
export function limitLoaders(): void {
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: ['VipsForeignLoadSvgBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadWebpBuffer'] })
  sharp.concurrency(1)
}

/** Draws SVG with a cover on it; pixels of red, green and blue. */
export async function drawWithCover({ svg, cover }: { svg: string; cover: Box | null }, coverPath: string | null) {
  const layers = []
  if (cover !== null && coverPath !== null) {
    const { width, height, x, y } = cover
    const input = await sharp(readFileSync(coverPath)).resize(width, height, { fit: 'cover' }).toBuffer()
    layers.push({ input, left: x, top: y })
  }
  const drawn = sharp(Buffer.from(svg)).composite(layers).flatten().removeAlpha()
  const { data, info } = await drawn.raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

export async function makeCardImage(picture: CardPicture, coverPath: string | null): Promise<Buffer> {
  const { data, width, height } = await drawWithCover(await drawCard(picture), coverPath)
  let jpeg = Buffer.alloc(0)
  for (const quality of QUALITIES) {
    jpeg = await sharp(data, { raw: { width, height, channels: 3 } })
      .jpeg({ quality, mozjpeg: true, chromaSubsampling: quality > 75 ? '4:4:4' : '4:2:0' })
      .toBuffer()
    if (jpeg.length <= BYTES_MAX) break
  }
  return jpeg
}
