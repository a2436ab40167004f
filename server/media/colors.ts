/** The colours of artwork: vibrant and muted swatches, and light and dark tints with a readable text colour. The images
 * themselves: artwork.ts. Hex as `#rrggbb`. */

type Rgb = readonly [number, number, number]
type Hsl = { hue: number; saturation: number; lightness: number }

/** Matches ColorInfo in contract/fields.ts. */
export type CoverColors = {
  vibrant: string
  darkVibrant: string
  lightVibrant: string
  muted: string
  darkMuted: string
  lightMuted: string
  tintLight: string
  tintLightInk: string
  tintDark: string
  tintDarkInk: string
}

type Swatch = Hsl & { rgb: Rgb; count: number }

/** Minimum contrast of text at any size (WCAG 2.2, level AAA). */
export const INK_CONTRAST = 7

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
    ...tints(vibrant),
  }
}

/** A light tint for light pages and a dark one for dark pages, in the hue of the artwork. */
function tints({ hue, saturation }: Hsl) {
  const tintLight = fromHsl({ hue, saturation: Math.min(saturation, 0.55), lightness: 0.88 })
  const tintDark = fromHsl({ hue, saturation: Math.min(saturation, 0.45), lightness: 0.17 })
  return {
    tintLight: toHex(tintLight),
    tintLightInk: toHex(inkOn(tintLight, { hue, saturation: Math.min(saturation, 0.6), lightness: 0.3 }, -0.01)),
    tintDark: toHex(tintDark),
    tintDarkInk: toHex(inkOn(tintDark, { hue, saturation: Math.min(saturation, 0.5), lightness: 0.8 }, 0.01)),
  }
}

/** The colour nearest to `ink` with enough contrast, found by darkening or lightening it step by step. */
function inkOn(ground: Rgb, ink: Hsl, step: number): Rgb {
  for (let lightness = ink.lightness; lightness > 0 && lightness < 1; lightness += step) {
    const rgb = fromHsl({ ...ink, lightness })
    if (contrast(rgb, ground) >= INK_CONTRAST) return rgb
  }
  return step < 0 ? [0, 0, 0] : [255, 255, 255]
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

/** WCAG contrast ratio, 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

function luminance(rgb: Rgb): number {
  const [red, green, blue] = rgb.map((value) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
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

const toHex = (rgb: Rgb) => `#${rgb.map((value) => value.toString(16).padStart(2, '0')).join('')}`

export function fromHex(hex: string): Rgb {
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Rgb
}
