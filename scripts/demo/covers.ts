/** Artwork of the demo catalogue by design name: SVG text, or a JPEG as an artist would upload it. The drawings are in
 * cover-designs.ts and portraits.ts. */
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

export async function renderArtwork(design: Design, seed: number): Promise<Buffer> {
  const svg = Buffer.from(renderCover(design, seed))
  return await sharp(svg).resize(size, size).jpeg({ quality: 88, chromaSubsampling: '4:4:4' }).toBuffer()
}
