/** Landscapes: hills in fog under a low sun, a desert road. */
import { add, mix, ramp, rgb, scale, type Rgb } from './colour.ts'
import { clamp, fbm, lerp, noise, smooth } from './noise.ts'
import { bloom, paint, vignette, type Frame } from './raster.ts'

/** `samples` squared is how many points a pixel is painted from. */
export type Size = { width: number; height: number; samples: number }

export type FogLook = {
  seed: number
  /** Where the sun stands, in heights of the picture. */
  sun: readonly [number, number]
  sunSize: number
  sky: readonly [string, string, string]
  near: string
  sunColour: string
  /** The height of the waterline; 1 and more for none. */
  water: number
  lighthouse?: number
}

/** Ridges one behind the other, each paler, fog in the valleys, and still water that mirrors them. */
export function fog(size: Size, look: FogLook): Frame {
  const [top, middle, low] = look.sky.map(rgb) as [Rgb, Rgb, Rgb]
  const near = rgb(look.near)
  const sun = rgb(look.sunColour)
  const aspect = size.width / size.height
  const layers = 8
  const ridge = (layer: number, x: number) => {
    const depth = layer / (layers - 1)
    const wide = lerp(1.1, 2.8, depth)
    const shape = fbm(x * wide + layer * 31.7 + look.seed * 13, layer * 7.1, 6)
    const trees = depth > 0.55 ? noise(x * 90, layer) * 0.012 * depth + fbm(x * 260, layer, 2) * 0.016 * depth : 0
    return look.water - 0.4 + 0.37 * depth - (shape - 0.42) * lerp(0.3, 0.34, depth) - trees
  }
  const sky = (x: number, y: number): Rgb => {
    const base = ramp(
      [
        [0, top],
        [look.sun[1], middle],
        [look.water, low],
      ],
      y,
    )
    const distance = Math.hypot(x - look.sun[0], (y - look.sun[1]) * 1.1)
    const cloud = fbm(x * 1.6 + look.seed, y * 7 + 3, 5)
    const veil = add(
      base,
      sun,
      0.35 * Math.exp(-distance * 3.2) + 0.12 * smooth(0.42, 0.62, cloud) * Math.exp(-distance * 1.6),
    )
    const disc = smooth(look.sunSize * 1.03, look.sunSize * 0.97, distance)
    return mix(veil, scale(sun, 1.25), disc * 0.92)
  }
  const land = (x: number, y: number): Rgb => {
    let colour = sky(x, y)
    for (let layer = 0; layer < layers; layer++) {
      const depth = layer / (layers - 1)
      const edge = ridge(layer, x)
      if (y < edge) continue
      const below = y - edge
      const haze = Math.exp(-below * lerp(5, 7, depth)) * 0.4 + 0.6
      const rock = mix(mix(low, middle, 0.5), near, depth ** 1.35)
      const rolling = 0.62 + 0.5 * fbm(x * 2.2 - layer * 3 + look.seed, y * 5, 4)
      const distance = Math.hypot(x - look.sun[0], y - look.sun[1])
      const misty = add(mix(low, middle, 0.3), sun, 0.2 * Math.exp(-distance * 2.4))
      const body = mix(misty, rock, clamp(haze * (0.4 + 0.6 * depth) * 1.12))
      colour = mix(
        colour,
        mix(body, misty, smooth(0.02, 0.24, below) * (1 - depth * 0.75) * rolling),
        smooth(0, 0.0016, below),
      )
    }
    if (look.lighthouse !== undefined) colour = tower(colour, x, y, look.lighthouse, look.water, near, sun)
    return colour
  }
  const colourAt = (x: number, y: number): Rgb => {
    if (y < look.water) return land(x, y)
    const depth = (y - look.water) / (1 - look.water + 0.001)
    const ripple = (fbm(x * 5, 60 / (depth + 0.08) + look.seed, 4) - 0.47) * (0.01 + 0.07 * depth)
    const mirrored = land(
      clamp(x + ripple * 0.5, 0, aspect),
      Math.max(0, look.water - (y - look.water) * 0.82 + ripple - 0.004),
    )
    const streak = smooth(0.54, 0.72, fbm(x * 3, 130 / (depth + 0.12), 3)) * 0.1 * depth
    return add(mix(mirrored, near, 0.08 + 0.34 * depth), low, streak)
  }
  return vignette(
    bloom(paint(size.width, size.height, size.samples, colourAt), { above: 0.72, radius: 0.05, strength: 0.5 }),
    0.24,
  )
}

function tower(under: Rgb, x: number, y: number, at: number, water: number, near: Rgb, sun: Rgb): Rgb {
  const foot = water - 0.035
  const top = foot - 0.17
  const up = clamp((foot - y) / (foot - top))
  const half = lerp(0.0125, 0.0082, up)
  const isShaft = y < foot && y > top && Math.abs(x - at) < half
  const isGallery = Math.abs(y - top) < 0.0035 && Math.abs(x - at) < 0.0125
  const isLamp = y <= top && y > top - 0.017 && Math.abs(x - at) < 0.006
  const isRoof = y <= top - 0.017 && y > top - 0.027 && Math.abs(x - at) < (y - (top - 0.03)) * 0.6
  const rock = smooth(
    0.0,
    0.004,
    y - (foot + 0.008 - 0.05 * Math.max(0, 0.07 - Math.abs(x - at)) - 0.01 * noise(x * 70, 2)),
  )
  let colour =
    Math.abs(x - at) < 0.16 && y > foot - 0.03 ? mix(under, near, rock * smooth(0.16, 0.1, Math.abs(x - at))) : under
  if (isShaft) colour = mix(near, mix(under, sun, 0.25), 0.22 + 0.22 * smooth(-half, half, x - at))
  if (isGallery || isRoof) colour = scale(near, 0.8)
  if (isLamp) colour = scale(sun, 1.5)
  const beam = Math.hypot(x - at, y - top + 0.008)
  return add(colour, sun, 0.5 * Math.exp(-beam * 26) + 0.1 * Math.exp(-beam * 6))
}

export type DesertLook = {
  seed: number
  sky: readonly [string, string]
  light: string
  shadow: string
  /** The direction of the sun: across, and its height. */
  sun: readonly [number, number]
  eye: number
  road: boolean
  pitch: number
}

/** Dunes as a field of heights, marched along each ray. */
export function desert(size: Size, look: DesertLook): Frame {
  const aspect = size.width / size.height
  const light = rgb(look.light)
  const shadow = rgb(look.shadow)
  const [skyTop, skyLow] = look.sky.map(rgb) as [Rgb, Rgb]
  const height = (x: number, z: number) => {
    const bend = fbm(x * 0.11 + look.seed, z * 0.11, 3) * 4
    const wave = (x * 0.32 + z * 0.2 + bend) % 1
    const way = wave < 0 ? wave + 1 : wave
    const crest = way < 0.72 ? smooth(0, 0.72, way) : 1 - smooth(0.72, 1, way)
    const rise = crest * (0.35 + 1.1 * noise(x * 0.13 + 5, z * 0.13 + look.seed))
    const flat = look.road ? smooth(0.9, 4.5, Math.abs(x - roadAt(z))) : 1
    return rise * 1.15 * flat + fbm(x * 0.9, z * 0.9, 2) * 0.05 * flat
  }
  const eyeHeight = (look.road ? 0 : height(0, 0)) + look.eye
  const far = 60
  const colourAt = (x: number, y: number): Rgb => {
    const across = (x - aspect / 2) * 1.05
    const up = (0.5 - y) * 1.05 + look.pitch
    const sky = skyAt(across, up)
    let step = 0.05
    let before = 0.4
    for (let distance = 0.5; distance < far; distance += step) {
      const gap = eyeHeight + up * distance - height(across * distance, distance)
      if (gap < 0) {
        let [low, high] = [before, distance]
        for (let halving = 0; halving < 7; halving++) {
          const middle = (low + high) / 2
          if (eyeHeight + up * middle < height(across * middle, middle)) high = middle
          else low = middle
        }
        return mix(ground(across * high, high), sky, 1 - Math.exp(-((high / 34) ** 1.6)))
      }
      before = distance
      step = Math.max(0.03 + distance * 0.006, gap * 0.35)
    }
    return sky
  }
  const skyAt = (across: number, up: number): Rgb => {
    const glow = Math.exp(-Math.hypot(across - look.sun[0], up - look.sun[1] * 0.4) * 2.4)
    const cirrus = smooth(0.5, 0.74, fbm(across * 1.3 + look.seed, up * 9, 5)) * 0.16
    return add(mix(skyLow, skyTop, smooth(-0.02, 0.55, up)), add(light, skyLow), glow * 0.42 + cirrus)
  }
  const ground = (x: number, z: number): Rgb => {
    const reach = 0.012 + z * 0.004
    const slopeX = (height(x + reach, z) - height(x - reach, z)) / (2 * reach)
    const slopeZ = (height(x, z + reach) - height(x, z - reach)) / (2 * reach)
    const ripples = Math.sin((x * 0.7 + z * 0.5 + fbm(x * 1.4, z * 1.4, 3) * 1.8) * 34) * 0.11 * Math.exp(-z * 0.16)
    const length = Math.hypot(slopeX + ripples, 1, slopeZ)
    const facing = (-(slopeX + ripples) * look.sun[0] * 1.4 + look.sun[1] + slopeZ * 0.25) / length
    const base = height(x, z)
    let shade = 1
    for (let reachOut = 0.15; reachOut < 4; reachOut *= 1.45) {
      const above = height(x + look.sun[0] * reachOut * 1.3, z + reachOut * 0.25) - base - look.sun[1] * reachOut
      shade = Math.min(shade, 1 - clamp(above * 3.2))
    }
    const lit = clamp(facing * 1.5) * lerp(0.15, 1, shade)
    const sand = mix(shadow, light, lit)
    const speck = 0.94 + 0.12 * noise(x * 90, z * 90)
    if (!look.road) return scale(sand, speck)
    return onRoad(scale(sand, speck), light, x - roadAt(z), z)
  }
  const roadAt = (z: number) => Math.sin(z * 0.13) * z * 0.045
  return vignette(
    bloom(paint(size.width, size.height, size.samples, colourAt), { above: 0.75, radius: 0.06, strength: 0.35 }),
    0.3,
  )
}

function onRoad(sand: Rgb, light: Rgb, off: number, z: number): Rgb {
  const asphalt = mix(rgb('#4a4038'), light, 0.08 + 0.1 * noise(off * 40, z * 40))
  const edge = smooth(0.86, 0.7, Math.abs(off) + (fbm(off * 3, z * 1.5, 3) - 0.45) * 0.5)
  const dash = smooth(0.035, 0.02, Math.abs(off)) * ((z * 0.55) % 1 < 0.55 ? 1 : 0)
  return mix(sand, mix(asphalt, rgb('#efe3c4'), dash * 0.75), edge)
}
