/** Five colours from an image for the page about it, in the light and the dark theme. Contrast is ensured here, so that
 * pages need not check it: `on` has at least 4.6 : 1 to `flood`, `two` and `three` at least 3 : 1; the orange of money
 * and cream are readable on `under`. No flood looks like the orange of money. */
import {
  contrast,
  distance,
  fromHex,
  fromOklch,
  luminance,
  mix,
  type Rgb,
  toHex,
  toOklab,
  toOklch,
} from './color-space.ts'

/** Matches Flood in contract/fields.ts. */
export type Flood = { flood: string; on: string; two: string; three: string; under: string }
export type FloodColors = { day: Flood; night: Flood }

export const TEXT_CONTRAST = 4.5
/** Of flood and ink. Above 4.58, one is always darker and the other lighter than the luminance at which black and white have the
 * same contrast: style sheets derive from it which of the two is the lighter (web/ui/theme.css). */
export const INK_CONTRAST = 4.6
const SMALL_TEXT_CONTRAST = 7
export const SHARE_CONTRAST = 3
/** The minimum contrast of two adjacent shares. */
const TOUCHING_CONTRAST = 1.5
export const ORANGE_ON_UNDER = 5.5
/** A flood is at least this far from the orange of money. */
export const ORANGE_DISTANCE = 0.1
export const NIGHT_LUMINANCE = 0.09

export const ORANGES: readonly Rgb[] = [fromHex('#ff7a1a'), fromHex('#ff8b3d')]
const ORANGE_TEXT = fromHex('#ff8b3d')
const AMBER = fromHex('#ffd27a')
const NIGHT = fromHex('#0b0712')
const DEEP_NIGHT = fromHex('#08050e')
const WHITE: Rgb = [255, 255, 255]
const BLACK: Rgb = [0, 0, 0]

const LEVELS = 16
const CLUSTERS = 8
const ROUNDS = 8
const MERGE_DISTANCE = 0.06
const SMALLEST_AREA = 0.03
const LIGHT = 0.3
const GREY_CHROMA = 0.04
const LIGHTNESS_STEP = 0.01

type Cluster = { rgb: Rgb; area: number }
type Set = { flood: Rgb; on: Rgb; two: Rgb; three: Rgb; under: Rgb }

/** `pixels` are RGB triples of a small image. */
export function floodColors(pixels: Uint8Array): FloodColors {
  const clusters = clusterColors(pixels)
  const flood = pickFlood(clusters)
  const others = clusters.map(({ rgb }) => rgb).filter((rgb) => distance(rgb, flood) > MERGE_DISTANCE)
  const { ground, ink } = withReadableInk(flood, others)
  const [two, third] = pickShares(ground, ink, others)
  const three = isGreyed(third, others) ? ink : third
  const isLight = luminance(ground) > LIGHT
  const under = isLight ? mix(ink, NIGHT, 0.38) : mix(ground, NIGHT, 0.66)
  const day: Set = { flood: ground, on: ink, two, three, under: darkEnough(under) }
  return { day: toHexes(day), night: toHexes(nightOf({ ...day, three: third }, isLight)) }
}

/** Flood and ink are swapped if the flood is the lighter one, so the flood is never bright. */
function nightOf(day: Set, wasLight: boolean): Set {
  const [dark, light] = luminance(day.flood) < luminance(day.on) ? [day.flood, day.on] : [day.on, day.flood]
  const darkness = luminance(dark)
  const ground = darkness > NIGHT_LUMINANCE ? mix(dark, NIGHT, 0.45) : dark
  const flood = away(ground, (rgb) => luminance(rgb) <= NIGHT_LUMINANCE, -1) ?? NIGHT
  const on = readable(light, flood, SMALL_TEXT_CONTRAST) ?? readable(light, flood, INK_CONTRAST) ?? WHITE
  const [two, three] = pickShares(flood, on, wasLight ? [day.three, day.two] : [day.two, day.three])
  return { flood, on, two, three, under: darkEnough(mix(dark, DEEP_NIGHT, darkness > 0.05 ? 0.72 : 0.5)) }
}

/** The colour with the largest area and chroma. Orange is reserved for money, so amber replaces it. */
function pickFlood(clusters: readonly Cluster[]): Rgb {
  const score = ({ rgb, area }: Cluster) => Math.sqrt(area) * (toOklch(rgb).chroma + 0.04)
  const best = clusters.toSorted((a, b) => score(b) - score(a)).find(({ rgb }) => !isOrange(rgb))
  return best?.rgb ?? AMBER
}

const isOrange = (rgb: Rgb): boolean => ORANGES.some((orange) => distance(rgb, orange) < ORANGE_DISTANCE)

/** The ink: the colour of the image with the most contrast to the flood, made lighter or darker until text is
 * readable. */
function withReadableInk(flood: Rgb, others: readonly Rgb[]): { ground: Rgb; ink: Rgb } {
  const nearest = others.toSorted((a, b) => contrast(b, flood) - contrast(a, flood))[0] ?? flood
  let ground = flood
  for (;;) {
    const ink = readable(nearest, ground, SMALL_TEXT_CONTRAST) ?? readable(nearest, ground, INK_CONTRAST)
    if (ink) return { ground, ink }
    // On a flood of medium lightness, rounding can leave neither black nor white with enough contrast.
    ground = moved(ground, LIGHTNESS_STEP) ?? AMBER
  }
}

/** `rgb` with enough contrast to `ground`: lighter or darker, whichever needs less; null when neither end has it. */
function readable(rgb: Rgb, ground: Rgb, least: number): Rgb | null {
  const isEnough = (one: Rgb) => contrast(one, ground) >= least
  const upward = away(rgb, isEnough, 1)
  const downward = away(rgb, isEnough, -1)
  if (!upward || !downward) return upward ?? downward
  return distance(upward, rgb) <= distance(downward, rgb) ? upward : downward
}

/** `rgb` made lighter (1) or darker (-1) with the same hue until it passes; null if it never does. */
function away(rgb: Rgb, passes: (rgb: Rgb) => boolean, direction: 1 | -1): Rgb | null {
  for (let one: Rgb | null = rgb; one; one = moved(one, direction * LIGHTNESS_STEP)) if (passes(one)) return one
  return null
}

/** Null when it is already white or black. A step too small for 8 bits returns white or black. */
function moved(rgb: Rgb, by: number): Rgb | null {
  const end = by > 0 ? WHITE : BLACK
  if (toHex(rgb) === toHex(end)) return null
  const colour = toOklch(rgb)
  const next = fromOklch({ ...colour, lightness: Math.min(1, Math.max(0, colour.lightness + by)) })
  return toHex(next) === toHex(rgb) ? end : next
}

/** The two colours that, once readable on the flood, differ most from it, from the ink and from each other. Saturated
 * colours come first, because cream made readable on pink would be grey. */
function pickShares(flood: Rgb, ink: Rgb, others: readonly Rgb[]): [Rgb, Rgb] {
  const taken = [ink]
  const next = (least: number): Rgb | null => {
    const worth = (rgb: Rgb) => Math.min(...[flood, ...taken].map((one) => distance(rgb, one))) + toOklch(rgb).chroma
    const shares = others
      .map((rgb) => readable(rgb, flood, least) ?? readable(rgb, flood, SHARE_CONTRAST))
      .filter((rgb) => rgb !== null)
      .filter((rgb) => taken.every((one) => isTold(rgb, one)))
      .toSorted((a, b) => worth(b) - worth(a))
    return shares[0] ?? null
  }
  const two = next(TEXT_CONTRAST) ?? paler(flood, ink)
  taken.push(two)
  return [two, next(SHARE_CONTRAST) ?? ink]
}

/** Not a colour of the image: one without a hue, such as cream, was made darker. */
const isGreyed = (rgb: Rgb, others: readonly Rgb[]): boolean =>
  toOklch(rgb).chroma < GREY_CHROMA && others.every((other) => toHex(other) !== toHex(rgb))

const isTold = (one: Rgb, other: Rgb): boolean =>
  contrast(one, other) >= TOUCHING_CONTRAST || distance(one, other) > 0.15

/** For an image without further colours: the ink moved towards the flood, still distinct from both. */
function paler(flood: Rgb, ink: Rgb): Rgb {
  for (let share = 0.6; share > 0; share -= 0.05) {
    const rgb = mix(ink, flood, share)
    if (contrast(rgb, flood) >= SHARE_CONTRAST) return rgb
  }
  return ink
}

/** The background darkened until orange amounts and cream text are readable. */
function darkEnough(under: Rgb): Rgb {
  let dark = under
  while (contrast(ORANGE_TEXT, dark) < ORANGE_ON_UNDER) dark = mix(dark, DEEP_NIGHT, 0.25)
  return dark
}

/** The most common colours: similar ones are merged, rare ones are left out. */
function clusterColors(pixels: Uint8Array): Cluster[] {
  const cells = countCells(pixels)
  const whole = cells.reduce((sum, { area }) => sum + area, 0)
  let clusters = gather(cells)
  for (;;) {
    const pair = nearPair(clusters)
    if (!pair) break
    clusters = [...clusters.filter((one) => !pair.includes(one)), blend(pair)]
  }
  const shares = clusters.map(({ rgb, area }) => ({ rgb, area: area / whole })).toSorted((a, b) => b.area - a.area)
  const common = shares.filter(({ area }) => area >= SMALLEST_AREA)
  return common.length > 0 ? common : shares.slice(0, 1)
}

/** The mean colour of each cell of a 16 × 16 × 16 cube that has pixels; `area` counts them. */
function countCells(pixels: Uint8Array): Cluster[] {
  const sums = new Map<number, [number, number, number, number]>()
  for (let at = 0; at + 2 < pixels.length; at += 3) {
    const [red, green, blue] = [pixels[at]!, pixels[at + 1]!, pixels[at + 2]!]
    const cell = ((red >> 4) * LEVELS + (green >> 4)) * LEVELS + (blue >> 4)
    const sum = sums.get(cell) ?? [0, 0, 0, 0]
    sum[0] += red
    sum[1] += green
    sum[2] += blue
    sum[3]++
    sums.set(cell, sum)
  }
  if (sums.size === 0) return [{ rgb: [0, 0, 0], area: 1 }]
  return Array.from(sums.values(), ([red, green, blue, area]) => ({
    rgb: [red, green, blue].map((sum) => Math.round(sum / area)) as unknown as Rgb,
    area,
  })).toSorted((a, b) => b.area - a.area || (toHex(a.rgb) < toHex(b.rgb) ? -1 : 1))
}

/** k-means with weights. The first centre is the largest cell, each further one a cell that is large and far from the
 * others. */
function gather(cells: readonly Cluster[]): Cluster[] {
  const points = cells.map(({ rgb, area }) => ({ rgb, area, lab: toOklab(rgb) }))
  const away = (one: readonly number[], other: readonly number[]) =>
    Math.hypot(one[0]! - other[0]!, one[1]! - other[1]!, one[2]! - other[2]!)
  let centres = [points[0]!.lab]
  while (centres.length < Math.min(CLUSTERS, points.length)) {
    const worth = points.map(
      ({ lab, area }) => Math.sqrt(area) * Math.min(...centres.map((centre) => away(lab, centre))),
    )
    const best = worth.indexOf(Math.max(...worth))
    if (worth[best] === 0) break
    centres = [...centres, points[best]!.lab]
  }
  let groups: (typeof points)[] = []
  for (let round = 0; round < ROUNDS; round++) {
    groups = centres.map(() => [])
    for (const point of points) {
      const distances = centres.map((centre) => away(point.lab, centre))
      groups[distances.indexOf(Math.min(...distances))]!.push(point)
    }
    groups = groups.filter((group) => group.length > 0)
    centres = groups.map((group) => {
      const area = group.reduce((sum, point) => sum + point.area, 0)
      return [0, 1, 2].map(
        (axis) => group.reduce((sum, { lab, area }) => sum + lab[axis]! * area, 0) / area,
      ) as unknown as (typeof centres)[number]
    })
  }
  return groups.map(blend)
}

function nearPair(clusters: readonly Cluster[]): [Cluster, Cluster] | null {
  for (const [index, one] of clusters.entries()) {
    const other = clusters.slice(index + 1).find(({ rgb }) => distance(rgb, one.rgb) < MERGE_DISTANCE)
    if (other) return [one, other]
  }
  return null
}

function blend(clusters: readonly Cluster[]): Cluster {
  const area = clusters.reduce((sum, cluster) => sum + cluster.area, 0)
  const channel = (at: number) => Math.round(clusters.reduce((sum, one) => sum + one.rgb[at]! * one.area, 0) / area)
  return { rgb: [channel(0), channel(1), channel(2)], area }
}

function toHexes({ flood, on, two, three, under }: Set): Flood {
  return { flood: toHex(flood), on: toHex(on), two: toHex(two), three: toHex(three), under: toHex(under) }
}
