/** Artwork of the demo as JPEGs, as an artist would upload them: drawn designs, and photographs with their grain. The
 * drawings are in cover-designs.ts and portraits.ts, the photographs in photographs/, painted by pictures/. */
import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import {
  drawAfterTheRain,
  drawAmberRooms,
  drawBars,
  drawHarbour,
  drawMadeUpTown,
  drawNightBus,
  drawRadioShop,
  drawSlowLightning,
  drawWarmCycle,
} from './cover-designs.ts'
import { drawHana, drawListener, drawLuz, drawMara, drawSundayLaundry, drawTeodor } from './portraits.ts'
import { createRandom, type Random } from './random.ts'
import { size } from './shapes.ts'

const drawings = {
  'slow-lightning': drawSlowLightning,
  'warm-cycle': drawWarmCycle,
  'night-bus-41': drawNightBus,
  'after-the-rain': drawAfterTheRain,
  'amber-rooms': drawAmberRooms,
  'made-up-town': drawMadeUpTown,
  harbour: drawHarbour,
  'radio-shop': drawRadioShop,
  bars: drawBars,
  mara: drawMara,
  teodor: drawTeodor,
  'sunday-laundry': drawSundayLaundry,
  hana: drawHana,
  luz: drawLuz,
  listener: drawListener,
} as const satisfies Record<string, (random: Random) => string>

export type Design = keyof typeof drawings
export const designs = Object.keys(drawings) as Design[]

export function renderCover(design: Design, seed: number): string {
  const drawing = drawings[design](createRandom(seed))
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${size}" height="${size}">${drawing}</svg>`
}

/** A drawing, whose seed varies details; or a file of photographs/ without its extension. */
export type Artwork = { design: Design; seed: number } | { photograph: string }

/** A face is never shown larger than this. */
export const FACE_SIZE = 800

export async function renderArtwork(artwork: Artwork, side = size): Promise<Buffer> {
  if ('photograph' in artwork) return await developPhotograph(artwork.photograph, { width: side, height: side })
  const svg = Buffer.from(renderCover(artwork.design, artwork.seed))
  return await sharp(svg).resize(side, side).jpeg({ quality: 88, chromaSubsampling: '4:4:4' }).toBuffer()
}

const GRAIN_SIZE = 512
const GRAIN_SIGMA = 17

/** The photograph at this size, with film grain: it would not survive in a small file. */
export async function developPhotograph(name: string, { width, height }: { width: number; height: number }) {
  const picture = sharp(await readFile(new URL(`photographs/${name}.avif`, import.meta.url))).resize(width, height)
  const grain = { input: await grainTile(), tile: true, blend: 'soft-light' } as const
  return await picture.composite([grain]).jpeg({ quality: 86, chromaSubsampling: '4:4:4' }).toBuffer()
}

let tile: Promise<Buffer> | undefined

/** Grey noise, softened to clumps of about two pixels, the same each time. */
function grainTile(): Promise<Buffer> {
  if (tile !== undefined) return tile
  const random = createRandom(35)
  const noise = Buffer.alloc(GRAIN_SIZE * GRAIN_SIZE)
  for (let at = 0; at < noise.length; at++) {
    const bell = random.next() + random.next() + random.next() - 1.5
    noise[at] = Math.max(0, Math.min(255, Math.round(128 + bell * GRAIN_SIGMA * 2.6)))
  }
  const raw = { width: GRAIN_SIZE, height: GRAIN_SIZE, channels: 1 } as const
  tile = sharp(noise, { raw }).blur(0.6).png().toBuffer()
  return tile
}

export async function pictureOf(artwork: Artwork, side = size): Promise<File> {
  return new File([new Uint8Array(await renderArtwork(artwork, side))], 'artwork.jpg', { type: 'image/jpeg' })
}
