/** A street at night after rain. */
import { add, rgb, scale, type Rgb } from './colour.ts'
import { fbm, hash, lerp, noise, smooth } from './noise.ts'
import { bloom, paint, vignette, type Frame } from './raster.ts'
import type { Size } from './landscapes.ts'

export type StreetLook = {
  seed: number
  dark: string
  haze: string
  lights: readonly string[]
  /** How far out of focus the lights are. */
  blur: number
  figure?: number
  horizon: number
}

type Lamp = { x: number; y: number; radius: number; colour: Rgb; power: number }

/** Lights out of focus above wet asphalt that smears them, and perhaps somebody with an umbrella. */
export function street(size: Size, look: StreetLook): Frame {
  const aspect = size.width / size.height
  const [dark, haze] = [rgb(look.dark), rgb(look.haze)]
  const lamps = lampsOf(look, aspect)
  const glowAt = (x: number, y: number): Rgb => {
    let colour: Rgb = add(
      dark,
      haze,
      0.5 * Math.exp(-Math.abs(y - look.horizon) * 4.2) * (0.6 + 0.6 * fbm(x * 2 + look.seed, y * 2, 3)),
    )
    const wall = facade(x, y, look)
    colour = add(colour, haze, wall * 0.22)
    for (const { x: atX, y: atY, radius, colour: light, power } of lamps) {
      const distance = Math.hypot(x - atX, y - atY)
      if (distance > radius * 5) continue
      const disc = smooth(radius * 1.04, radius * 0.94, distance) * (0.62 + 0.5 * smooth(0.6, 0.97, distance / radius))
      colour = add(colour, light, power * (disc + 0.1 * Math.exp(-(distance / radius) * 1.5)))
    }
    return colour
  }
  const colourAt = (x: number, y: number): Rgb => {
    if (look.figure !== undefined && isFigure(x - look.figure, y, look.horizon)) {
      const rim =
        !isFigure(x - look.figure + 0.0045, y - 0.002, look.horizon) ||
        !isFigure(x - look.figure - 0.0045, y - 0.002, look.horizon)
      return rim ? add(scale(dark, 0.8), glowAt(x, y - 0.05), 0.9) : scale(dark, 0.55)
    }
    if (y < look.horizon) return glowAt(x, y)
    const depth = (y - look.horizon) / (1 - look.horizon)
    const rough = fbm(x * 10 + look.seed, (y - look.horizon) * 26, 4)
    const puddle = smooth(0.44, 0.6, fbm(x * 2.2 + look.seed * 3, depth * 3.2, 4))
    const shake = (rough - 0.47) * lerp(0.16, 0.035, puddle)
    const stretch = lerp(0.42, 0.9, puddle)
    let mirrored: Rgb = [0, 0, 0]
    const taps = puddle > 0.8 ? 3 : 7
    for (let tap = 0; tap < taps; tap++) {
      const spread = (tap / (taps - 1) - 0.5) * lerp(0.2, 0.03, puddle) * (0.4 + depth)
      const from = look.horizon - (y - look.horizon) * stretch + spread + shake
      mirrored = add(mirrored, glowAt(x + shake * 0.35, Math.min(look.horizon, from)), 1 / taps)
    }
    const body = Math.max(0.14, 0.62 - 0.3 * depth)
    const legs =
      look.figure === undefined
        ? 1
        : 1 -
          0.75 *
            (isFigure(
              x - look.figure + shake * 0.5,
              look.horizon + 0.12 - (y - look.horizon - 0.12) * 0.9,
              look.horizon,
            )
              ? 1
              : 0)
    const grit = 0.82 + 0.4 * noise(x * 220, y * 160) * (1 - puddle)
    return add(scale(dark, 0.55 * grit), mirrored, body * lerp(0.75, 1.15, puddle) * legs * grit)
  }
  return vignette(
    bloom(paint(size.width, size.height, size.samples, colourAt), { above: 0.5, radius: 0.06, strength: 0.75 }),
    0.4,
  )
}

function lampsOf(look: StreetLook, aspect: number): Lamp[] {
  const lamps: Lamp[] = []
  for (let index = 0; index < 46; index++) {
    const pick = (which: number) => hash(index * 13 + which, look.seed)
    const isFar = index < 26
    const y = isFar ? look.horizon - 0.02 - pick(1) * 0.2 : look.horizon - 0.08 - pick(1) * 0.5
    const radius = look.blur * (isFar ? lerp(0.35, 0.7, pick(2)) : lerp(0.8, 1.5, pick(2)))
    const colour = rgb(look.lights[Math.floor(pick(3) * look.lights.length)]!)
    lamps.push({ x: pick(4) * aspect, y, radius, colour, power: lerp(0.14, 0.72, pick(5) ** 1.6) * (isFar ? 1 : 0.6) })
  }
  return lamps
}

function facade(x: number, y: number, look: StreetLook): number {
  const building = Math.floor(x * 5 + look.seed)
  const top = look.horizon - 0.2 - 0.45 * hash(building, look.seed)
  if (y < top) return 0
  const window = hash(Math.floor(x * 46), Math.floor(y * 34) + look.seed)
  const inside = Math.abs(((x * 46) % 1) - 0.5) < 0.3 && Math.abs(((y * 34) % 1) - 0.5) < 0.32
  return -0.4 + (inside && window > 0.7 ? window * 1.6 : 0)
}

function isFigure(x: number, y: number, horizon: number): boolean {
  const foot = horizon + 0.12
  const up = (foot - y) / 0.4
  if (up < 0 || up > 1.16) return false
  const wide = x / 0.4
  const isBody = up > 0.22 && up < 0.72 && Math.abs(wide) < lerp(0.13, 0.085, (up - 0.22) / 0.5)
  const isHead = Math.hypot(wide, up - 0.79) < 0.058
  const isLeg = up <= 0.24 && (Math.abs(wide - 0.045) < 0.03 || Math.abs(wide + 0.055 - (0.24 - up) * 0.14) < 0.03)
  const scallop = 0.018 * Math.abs(Math.sin(wide * 15))
  const isUmbrella = up > 0.86 + scallop && Math.hypot(wide * 0.9, (up - 0.86) * 1.25) < 0.3
  const isStick = Math.abs(wide) < 0.007 && up > 0.6 && up < 1.13
  return isBody || isHead || isLeg || isUmbrella || isStick
}
