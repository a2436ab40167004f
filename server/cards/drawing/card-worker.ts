/** The child process that draws one card and exits. Started by render.ts. In the server's own process no library may
 * open SVG (server/media/pictures/artwork.ts). */
import { readFileSync, writeSync } from 'node:fs'
import type { CardPicture } from './card.ts'
import { limitLoaders, makeCardImage } from './card-image.ts'

export type CardJob = { picture: CardPicture; coverPath: string | null }
export type CardLine = { jpeg: string }

limitLoaders()
const { picture, coverPath } = JSON.parse(readFileSync(0, 'utf8')) as CardJob
const jpeg = await makeCardImage(picture, coverPath)
writeSync(1, `${JSON.stringify({ jpeg: jpeg.toString('base64') } satisfies CardLine)}\n`)
