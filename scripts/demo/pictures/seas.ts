/** The open sea, and what drifts on it. */
import { add, mix, multiply, rgb, scale, type Rgb } from './colour.ts'
import { clamp, fbm, noise, smooth } from './noise.ts'
import { bloom, paint, vignette, type Frame } from './raster.ts'
import type { Size } from './landscapes.ts'

export type SeaLook = {
  seed: number
  deep: string
  bright: string
  sky: readonly [string, string]
  sun: readonly [number, number]
  pitch: number
  swell: number
  umbrella?: readonly [number, number]
}

/** The sea from low above it: crests with light coming through, and the sun broken on the slopes. */
export function sea(size: Size, look: SeaLook): Frame {
  const aspect = size.width / size.height
  const [deep, bright] = [rgb(look.deep), rgb(look.bright)]
  const [skyTop, skyLow] = look.sky.map(rgb) as [Rgb, Rgb]
  const height = (x: number, z: number, octaves: number) => {
    let [sum, size, wide] = [0, 0.34 * look.swell, 0.34]
    let [u, v] = [x + look.seed, z]
    for (let octave = 0; octave < octaves; octave++) {
      const warp = noise(u * wide + octave * 9, v * wide) * 2.2 - 1.1
      const crest = 1 - Math.abs(Math.sin(u * wide * 1.7 + v * wide * 0.8 + warp))
      sum += size * crest * crest
      const turned = 0.8 * u + 0.6 * v
      v = -0.6 * u + 0.8 * v
      u = turned
      size *= 0.44
      wide *= 1.9
    }
    return sum
  }
  const eye = 1.6
  const skyAt = (across: number, up: number): Rgb =>
    add(
      mix(skyLow, skyTop, smooth(0, 0.6, up)),
      skyLow,
      Math.exp(-Math.hypot(across - look.sun[0], up - look.sun[1]) * 3) * 0.7,
    )
  const colourAt = (x: number, y: number): Rgb => {
    const across = (x - aspect / 2) * 1.1
    const up = (0.5 - y) * 1.1 + look.pitch
    if (up > 0.004) return skyAt(across, up)
    let near = 0.3
    let distance = near
    for (let march = 0; march < 90; march++) {
      const gap = eye + up * distance - height(across * distance, distance, 4)
      if (gap < 0.002 || distance > 60) break
      near = distance
      distance += Math.max(0.01, gap * 0.55)
    }
    const [px, pz] = [across * distance, distance]
    const reach = 0.004 + distance * 0.0035
    const octaves = distance < 14 ? 8 : 6
    const here = height(px, pz, octaves)
    const slopeX = (height(px + reach, pz, octaves) - here) / reach
    const slopeZ = (height(px, pz + reach, octaves) - here) / reach
    const length = Math.hypot(slopeX, 1, slopeZ)
    const view = Math.hypot(across, up, 1)
    const cosine = clamp((across * slopeX - up + slopeZ) / (length * view))
    const fresnel = 0.03 + 0.97 * (1 - cosine) ** 5
    const mirror = skyAt(across - slopeX * 0.5, Math.abs(up) + 0.16 + slopeZ * 0.12)
    const through = clamp((here - 0.2) * 1.2) * (0.5 + 0.7 * clamp(-slopeZ * 1.2))
    const body = mix(deep, bright, clamp(through + 0.12))
    const glint =
      clamp(1 - Math.hypot(across - slopeX * 0.45 - look.sun[0], -0.1 + slopeZ * 0.36 - look.sun[1] * 0.4) * 2.4) **
        14 *
      smooth(3, 8, distance)
    const foam =
      smooth(0.62, 0.82, here / look.swell + (fbm(px * 7, pz * 7, 4) - 0.5) * 0.5) *
      smooth(0.42, 0.6, fbm(px * 16, pz * 16, 3))
    const water = add(mix(body, mirror, clamp(fresnel * 0.85)), skyLow, glint * 1.3)
    const foamy = mix(water, add(skyLow, [0.2, 0.2, 0.2]), foam * 0.55)
    return mix(foamy, skyAt(across, 0.01), 1 - Math.exp(-((distance / 44) ** 2)))
  }
  const open = paint(size.width, size.height, size.samples, colourAt)
  if (look.umbrella) floatUmbrella(open, look.umbrella)
  return vignette(bloom(open, { above: 0.8, radius: 0.03, strength: 0.4 }), 0.22)
}

/** An open umbrella drifting upside down: eight panels, a handle, and its broken reflection. */
function floatUmbrella({ width, height, pixels }: Frame, [atX, atY]: readonly [number, number]): void {
  const red = rgb('#ff2d3c')
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const x = (column / height - atX) / 0.105
      const y = (row / height - atY) / 0.105
      const turned: readonly [number, number] = [x * 0.94 + y * 0.34, y * 0.94 - x * 0.34]
      const rim = 0.1 * Math.abs(Math.sin(turned[0] * 4.2))
      const isCanopy = turned[1] > 0 - rim * 0.2 && Math.hypot(turned[0], turned[1] * 1.75) < 1
      const isInside = Math.hypot(turned[0], turned[1] * 5) < 1 - rim * 0.4 && turned[1] <= 0.06
      const isHandle = Math.abs(turned[0] + 0.02) < 0.025 && turned[1] < 0 && turned[1] > -0.95
      const isHook = Math.abs(Math.hypot(turned[0] - 0.12, turned[1] + 0.95) - 0.14) < 0.03 && turned[1] < -0.93
      const at = (row * width + column) * 3
      const panel = 0.72 + 0.28 * Math.abs(((turned[0] * 2.1 + 9) % 1) - 0.5) * 2
      const under: Rgb = [pixels[at]!, pixels[at + 1]!, pixels[at + 2]!]
      let colour: Rgb = under
      if (isCanopy) colour = scale(red, panel * (1.05 - turned[1] * 0.8))
      if (isInside) colour = scale(red, 0.42 * panel)
      if (isHandle || isHook) colour = rgb('#f4e6d0')
      const mirror = smooth(1.1, 0.4, Math.abs(x)) * smooth(1.5, 0.6, y) * smooth(0.3, 0.62, y)
      if (colour === under && mirror > 0) {
        const broken = smooth(0.45, 0.6, noise(column * 0.03, row * 0.16)) * mirror
        colour = mix(under, multiply(red, [0.7, 0.7, 0.7]), broken * 0.5)
      }
      for (let part = 0; part < 3; part++) pixels[at + part] = colour[part]!
    }
  }
}
