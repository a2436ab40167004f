/** The child process that draws one card and exits. Started by render.ts. In the server's own process no library may
 * open SVG (server/media/pictures/artwork.ts); here it opens only what card.ts has written. */
import { readFileSync, writeSync } from 'node:fs'
import sharp from 'sharp'
import { type CardPicture, drawCard } from './card.ts'

export type CardJob = { picture: CardPicture; coverPath: string | null }
export type CardLine = { jpeg: string }

/** What networks still show as a large picture without scaling it down, and phones load quickly. */
const BYTES_MAX = 100_000
const QUALITIES = [88, 80, 70, 58, 44, 30]

sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadSvgBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadWebpBuffer'] })
sharp.concurrency(1)

const { picture, coverPath } = JSON.parse(readFileSync(0, 'utf8')) as CardJob
const { svg, cover } = await drawCard(picture)
const layers =
  cover === null || coverPath === null
    ? []
    : [
        {
          input: await sharp(readFileSync(coverPath)).resize(cover.width, cover.height, { fit: 'cover' }).toBuffer(),
          left: cover.x,
          top: cover.y,
        },
      ]
const drawn = await sharp(Buffer.from(svg)).composite(layers).flatten().removeAlpha().raw().toBuffer({ resolveWithObject: true })
const { width, height, channels } = drawn.info
for (const quality of QUALITIES) {
  const jpeg = await sharp(drawn.data, { raw: { width, height, channels } })
    .jpeg({ quality, mozjpeg: true, chromaSubsampling: quality > 75 ? '4:4:4' : '4:2:0' })
    .toBuffer()
  if (jpeg.length > BYTES_MAX && quality !== QUALITIES.at(-1)) continue
  writeSync(1, `${JSON.stringify({ jpeg: jpeg.toString('base64') } satisfies CardLine)}\n`)
  break
}
