/** Colour arithmetic: sRGB with 8 bits per channel, HSL-free OKLab and OKLCH (CSS Color 4, section 9), and contrast
 * (WCAG 2.2, 1.4.3). Hex as `#rrggbb`. */

export type Rgb = readonly [number, number, number]
/** Lightness 0 to 1, and two axes of colour. */
export type Oklab = readonly [number, number, number]
/** Lightness 0 to 1, chroma from 0, hue in radians. */
export type Oklch = { lightness: number; chroma: number; hue: number }

const toLinear = (value: number): number => {
  const share = value / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}

const fromLinear = (share: number): number =>
  255 * (share <= 0.0031308 ? share * 12.92 : 1.055 * share ** (1 / 2.4) - 0.055)

export function toOklab([red, green, blue]: Rgb): Oklab {
  const [r, g, b] = [toLinear(red), toLinear(green), toLinear(blue)]
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

/** The channels may be outside of 0 to 255, when no screen shows that colour. */
function fromOklab([lightness, a, b]: Oklab): Rgb {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    fromLinear(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    fromLinear(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    fromLinear(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ]
}

export function toOklch(rgb: Rgb): Oklch {
  const [lightness, a, b] = toOklab(rgb)
  return { lightness, chroma: Math.hypot(a, b), hue: Math.atan2(b, a) }
}

const CHROMA_STEPS = 12

/** The nearest colour a screen shows with this lightness and hue: the chroma is reduced as far as needed. */
export function fromOklch({ lightness, chroma, hue }: Oklch): Rgb {
  const at = (share: number) => fromOklab([lightness, chroma * share * Math.cos(hue), chroma * share * Math.sin(hue)])
  const isShown = (rgb: Rgb) => rgb.every((value) => value > -0.5 && value < 255.5)
  let [low, high] = isShown(at(1)) ? [1, 1] : [0, 1]
  for (let step = 0; step < CHROMA_STEPS && low < high; step++) {
    const middle = (low + high) / 2
    if (isShown(at(middle))) low = middle
    else high = middle
  }
  return at(low).map((value) => Math.min(255, Math.max(0, Math.round(value)))) as unknown as Rgb
}

/** The distance of two colours as the eye sees it: 0.02 is just visible, 1 is black to white. */
export function distance(one: Rgb, other: Rgb): number {
  const [a, b] = [toOklab(one), toOklab(other)]
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])
}

/** Mixes `share` of `other` into `one`, channel by channel. */
export const mix = (one: Rgb, other: Rgb, share: number): Rgb =>
  one.map((value, channel) => Math.round(value * (1 - share) + other[channel]! * share)) as unknown as Rgb

/** Relative luminance, 0 to 1. */
export function luminance([red, green, blue]: Rgb): number {
  return 0.2126 * toLinear(red) + 0.7152 * toLinear(green) + 0.0722 * toLinear(blue)
}

/** WCAG contrast ratio, 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

export const toHex = (rgb: Rgb): string => `#${rgb.map((value) => value.toString(16).padStart(2, '0')).join('')}`

export function fromHex(hex: string): Rgb {
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Rgb
}
