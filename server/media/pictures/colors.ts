/** The colours of artwork: vibrant and muted swatches, and those of a page about it (flood.ts). The images themselves:
 * artwork.ts. Hex as `#rrggbb`. */
import { type Rgb, toHex } from './color-space.ts'
import { type FloodColors, floodColors } from './flood.ts'

type Hsl = { hue: number; saturation: number; lightness: number }

/** Matches ColorInfo in contract/fields.ts. */
export type CoverColors = FloodColors & {
  vibrant: string
  darkVibrant: string
  lightVibrant: string
  muted: string
  darkMuted: string
  lightMuted: string
}

type Swatch = Hsl & { rgb: Rgb; count: number }

const LEVELS = 16
const MAX_SWATCHES = 64

/** `pixels` are RGB triples of a small image. */
export function coverColors(pixels: Uint8Array): CoverColors {
  const swatches = quantise(pixels)
  const vibrant = pick(swatches, { saturation: 0.85, lightness: 0.5 })
  const muted = pick(swatches, { saturation: 0.25, lightness: 0.5 })
  return {
    vibrant: toHex(vibrant.rgb),
    darkVibrant: toHex(pick(swatches, { saturation: 0.8, lightness: 0.25 }, vibrant).rgb),
    lightVibrant: toHex(pick(swatches, { saturation: 0.8, lightness: 0.75 }, vibrant).rgb),
    muted: toHex(muted.rgb),
    darkMuted: toHex(pick(swatches, { saturation: 0.25, lightness: 0.25 }, muted).rgb),
    lightMuted: toHex(pick(swatches, { saturation: 0.25, lightness: 0.75 }, muted).rgb),
    ...floodColors(pixels),
  }
}

/** The most common colours: each cell of a 16 × 16 × 16 cube yields the mean of its pixels. */
function quantise(pixels: Uint8Array): Swatch[] {
  const counts = new Uint32Array(LEVELS ** 3)
  const sums = new Float64Array(LEVELS ** 3 * 3)
  for (let at = 0; at + 2 < pixels.length; at += 3) {
    const [red, green, blue] = [pixels[at]!, pixels[at + 1]!, pixels[at + 2]!]
    const cell = ((red >> 4) * LEVELS + (green >> 4)) * LEVELS + (blue >> 4)
    counts[cell]!++
    sums[cell * 3]! += red
    sums[cell * 3 + 1]! += green
    sums[cell * 3 + 2]! += blue
  }
  return Array.from(counts, (count, cell) => ({ count, cell }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count)
    .slice(0, MAX_SWATCHES)
    .map(({ count, cell }) => {
      const rgb = [0, 1, 2].map((channel) => Math.round(sums[cell * 3 + channel]! / count)) as unknown as Rgb
      return { rgb, count, ...toHsl(rgb) }
    })
}

type Target = { saturation: number; lightness: number }

/** The swatch nearest to the target that also covers some of the image; if none is near,
 * `fallback` moved to the target. */
function pick(swatches: Swatch[], target: Target, fallback?: Hsl): Hsl & { rgb: Rgb } {
  const largest = swatches[0]?.count ?? 1
  const score = (swatch: Swatch) =>
    3 * Math.abs(swatch.saturation - target.saturation) +
    5 * Math.abs(swatch.lightness - target.lightness) -
    Math.sqrt(swatch.count / largest)
  const best = swatches.toSorted((a, b) => score(a) - score(b))[0]
  if (best !== undefined && (fallback === undefined || Math.abs(best.lightness - target.lightness) < 0.15)) return best
  const moved = { hue: fallback?.hue ?? 0, saturation: fallback?.saturation ?? 0, lightness: target.lightness }
  return { ...moved, rgb: fromHsl(moved) }
}

function toHsl(rgb: Rgb): Hsl {
  const [red, green, blue] = rgb.map((value) => value / 255) as [number, number, number]
  const highest = Math.max(red, green, blue)
  const spread = highest - Math.min(red, green, blue)
  const lightness = highest - spread / 2
  if (spread === 0) return { hue: 0, saturation: 0, lightness }
  const sector =
    highest === red
      ? (green - blue) / spread
      : highest === green
        ? 2 + (blue - red) / spread
        : 4 + (red - green) / spread
  return { hue: (sector * 60 + 360) % 360, saturation: spread / (1 - Math.abs(2 * lightness - 1)), lightness }
}

function fromHsl({ hue, saturation, lightness }: Hsl): Rgb {
  const reach = saturation * Math.min(lightness, 1 - lightness)
  const channel = (offset: number) => {
    const k = (offset + hue / 30) % 12
    return Math.round(255 * (lightness - reach * Math.max(-1, Math.min(k - 3, 9 - k, 1))))
  }
  return [channel(0), channel(8), channel(4)]
}
