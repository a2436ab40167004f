/** Prints photographs in two inks, so that any of them fits the page and text on it is readable: the dark ink is the
 * flood's, and the light one is chosen so that text has enough contrast at the lightest point. The photographs are
 * stored by photograph.ts. */
import { TEXT_CONTRAST, type Flood, type FloodColors } from './flood.ts'
import { contrast, fromHex, fromOklch, luminance, mix, type Rgb, toHex, toOklch } from './color-space.ts'
import { from, type Raw } from './decode.ts'
import sharp from 'sharp'

/** The colour of text on a print: `--cream` of the style sheet. */
export const PRINT_TEXT = fromHex('#fffaf0')

const NIGHT = fromHex('#0b0712')
const DARKEST = 0.025
/** JPEG overshoots at edges: the ink itself has more contrast than text needs. */
const LIGHT_CONTRAST = { day: 5, night: 6.6 } as const
const MIN_CHROMA = 0.13
const GREY_CHROMA = 0.03
const LIGHTNESS_STEP = 0.01
const ATTEMPTS = 8
const QUALITY = 70
/** Shares of red, green and blue in a grey (ITU-R BT.709). */
const LUMA: [number, number, number] = [0.2126, 0.7152, 0.0722]

export type Inks = { dark: Rgb; light: Rgb }
export type PrintInks = { day: Inks; night: Inks }

/** The inks of a page in these colours. */
export function inksOf({ day, night }: FloodColors): PrintInks {
  const dark = darkened(fromHex(night.flood))
  const bright = [day.flood, night.two, day.two, night.on, day.on, night.three].map(fromHex)
  const colour = bright.toSorted((a, b) => toOklch(b).chroma - toOklch(a).chroma)[0]!
  return {
    day: { dark, light: lightOf(colour, LIGHT_CONTRAST.day) },
    night: { dark: mix(dark, NIGHT, 0.45), light: lightOf(colour, LIGHT_CONTRAST.night) },
  }
}

/** The colours of a page with such a print at its top: in both themes, cream and the page's light inks on the dark ink
 * of the print. */
export function printFlood(colors: FloodColors): FloodColors {
  const { day, night } = inksOf(colors)
  const on = ({ dark }: Inks): Flood => ({
    flood: toHex(dark),
    on: toHex(PRINT_TEXT),
    two: colors.night.on,
    three: colors.night.two,
    under: toHex(mix(dark, NIGHT, 0.66)),
  })
  return { day: on(day), night: on(night) }
}

function darkened(rgb: Rgb): Rgb {
  let dark = rgb
  while (luminance(dark) > DARKEST) dark = mix(dark, NIGHT, 0.2)
  return dark
}

/** The colour's hue at the largest lightness that keeps the text readable. A grey stays grey. */
function lightOf(colour: Rgb, minContrast: number): Rgb {
  const { chroma, hue } = toOklch(colour)
  const strong = chroma < GREY_CHROMA ? chroma : Math.max(chroma, MIN_CHROMA)
  for (let lightness = 0.7; ; lightness -= LIGHTNESS_STEP) {
    const light = fromOklch({ lightness, chroma: strong, hue })
    if (contrast(PRINT_TEXT, light) >= minContrast) return light
  }
}

export type Crop = { left: number; top: number; width: number; height: number }

/** A JPEG of the crop, as wide as `widthPx` at most. */
export async function printPicture(raw: Raw, crop: Crop, widthPx: number, inks: Inks): Promise<Buffer> {
  const grey = await from(raw)
    .extract(crop)
    .resize({ width: widthPx, withoutEnlargement: true })
    .normalise()
    .recomb([LUMA, LUMA, LUMA])
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = grey.info
  const gradation: Raw = { data: grey.data, info: { width, height, channels } }
  let { light } = inks
  for (let attempt = 1; ; attempt++) {
    const print = await from(gradation)
      .linear(
        light.map((value, channel) => (value - inks.dark[channel]!) / 255),
        [...inks.dark],
      )
      .jpeg({ quality: QUALITY, mozjpeg: true, chromaSubsampling: '4:4:4' })
      .toBuffer()
    if (attempt === ATTEMPTS || contrast(PRINT_TEXT, await lightestOf(print)) >= TEXT_CONTRAST) return print
    light = mix(light, inks.dark, 0.08)
  }
}

/** At minContrast as light as any point: the highest value of each channel. */
async function lightestOf(jpeg: Buffer): Promise<Rgb> {
  const { channels } = await sharp(jpeg).stats()
  return [channels[0]!.max, channels[1]!.max, channels[2]!.max]
}
