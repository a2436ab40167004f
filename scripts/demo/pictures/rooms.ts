/** Interiors by window light. */
import { add, mix, multiply, rgb, scale, type Rgb } from './colour.ts'
import { clamp, fbm, hash, noise, smooth } from './noise.ts'
import { bloom, paint, vignette, type Frame } from './raster.ts'
import type { Size } from './landscapes.ts'

export type RoomLook = {
  seed: number
  wall: string
  floor: string
  piano: string
  sun: string
  shade: string
  /** Where the camera stands, and where it looks. */
  eye: readonly [number, number, number]
  at: readonly [number, number, number]
  zoom: number
  /** How far the patch of light is moved along the wall. */
  light: number
  hasPiano: boolean
  hasChair: boolean
}

type Point = readonly [number, number, number]
const WALL_Z = 3

/** A wall, a floor, an upright piano, a chair, and the sun through a window behind the camera. */
export function room(size: Size, look: RoomLook): Frame {
  const aspect = size.width / size.height
  const [wall, floor, wood, sun, shade] = [look.wall, look.floor, look.piano, look.sun, look.shade].map(rgb) as [
    Rgb,
    Rgb,
    Rgb,
    Rgb,
    Rgb,
  ]
  const forward = normal([look.at[0] - look.eye[0], look.at[1] - look.eye[1], look.at[2] - look.eye[2]])
  const right = normal([forward[2], 0, -forward[0]])
  const up: Point = [
    forward[1] * right[2] - forward[2] * right[1],
    forward[2] * right[0] - forward[0] * right[2],
    forward[0] * right[1] - forward[1] * right[0],
  ]
  const distanceTo = distanceToFurniture(look)
  const sunward = normal([-0.62, 0.52, -1])
  const sunlight = windowLight(look, sunward, distanceTo)
  const colourAt = (px: number, py: number): Rgb => {
    const [sx, sy] = [(px - aspect / 2) / look.zoom, (0.5 - py) / look.zoom]
    const ray = normal([
      forward[0] + right[0] * sx + up[0] * sy,
      forward[1] + right[1] * sx + up[1] * sy,
      forward[2] + right[2] * sx + up[2] * sy,
    ])
    const toWall = (WALL_Z - look.eye[2]) / ray[2]
    const toFloor = ray[1] < 0 ? -look.eye[1] / ray[1] : 1e9
    const limit = Math.min(toWall, toFloor)
    let way = 0.2
    let hit = false
    for (let step = 0; step < 80 && way < limit; step++) {
      const gap = distanceTo(look.eye[0] + ray[0] * way, look.eye[1] + ray[1] * way, look.eye[2] + ray[2] * way)
      if (gap < 0.0015) {
        hit = true
        break
      }
      way += gap
    }
    const reach = hit ? way : limit
    const [x, y, z] = [look.eye[0] + ray[0] * reach, look.eye[1] + ray[1] * reach, look.eye[2] + ray[2] * reach]
    const facing: Point = hit ? slope(distanceTo, x, y, z) : toWall < toFloor ? [0, 0, -1] : [0, 1, 0]
    const dark = openness(distanceTo, [x, y, z], facing)
    const surface = hit
      ? scale(wood, 0.9 + 0.14 * fbm(x * 3, y * 26, 3) + 0.16 * clamp(facing[1]))
      : toWall < toFloor
        ? plaster(wall, x, y)
        : boards(floor, x, z)
    const direct = clamp(facing[0] * sunward[0] + facing[1] * sunward[1] + facing[2] * sunward[2])
    const beam = direct > 0 ? sunlight(x + facing[0] * 0.01, y + facing[1] * 0.01, z + facing[2] * 0.01) * direct : 0
    const ambient = scale(
      mix(shade, [1, 1, 1], 0.2 + 0.16 * clamp(facing[1])),
      clamp(dark, 0.16, 1) * (0.72 + 0.3 * smooth(3.4, -2, x)),
    )
    const lit = multiply(surface, add(ambient, sun, beam * 1.5))
    const gloss = hit || toFloor < toWall ? 0.035 * clamp(1 - Math.abs(ray[1])) ** 4 : 0
    return add(lit, sun, gloss * dark)
  }
  const taken = paint(size.width, size.height, size.samples, colourAt)
  return vignette(bloom(taken, { above: 0.85, radius: 0.04, strength: 0.35 }), 0.2)
}

type Distance = (x: number, y: number, z: number) => number

function distanceToFurniture(look: RoomLook): Distance {
  const parts = furniture(look)
  return (x, y, z) => {
    let least = 1e9
    for (const { centre, half, round } of parts) {
      const dx = Math.abs(x - centre[0]) - half[0] + round
      const dy = Math.abs(y - centre[1]) - half[1] + round
      const dz = Math.abs(z - centre[2]) - half[2] + round
      const outside = Math.hypot(Math.max(dx, 0), Math.max(dy, 0), Math.max(dz, 0))
      least = Math.min(least, outside + Math.min(0, Math.max(dx, dy, dz)) - round)
    }
    return least
  }
}

/** 0 in shadow, 1 in the sun: panes of a window at z = -2, with leaves in front of one corner. */
function windowLight(look: RoomLook, sunward: Point, distanceTo: Distance): Distance {
  return (x, y, z) => {
    const way = (-2 - z) / sunward[2]
    const across = x + sunward[0] * way + look.light
    const above = y + sunward[1] * way
    const soft = 0.018 + way * 0.008
    const pane = (at: number, from: number, to: number) =>
      smooth(from - soft, from + soft, at) * smooth(to + soft, to - soft, at)
    let lit = 0
    for (let column = 0; column < 2; column++) {
      for (let row = 0; row < 4; row++)
        lit +=
          pane(across, -3.0 + column * 0.82, -2.26 + column * 0.82) * pane(above, 2.28 + row * 0.66, 2.86 + row * 0.66)
    }
    const leaf =
      fbm(across * 3.4 + look.seed, above * 3.4, 4) + 0.34 * smooth(2.6, 4.4, above) * smooth(-2.0, -3, across)
    lit *= 1 - 0.92 * smooth(0.55, 0.63, leaf)
    if (lit < 0.02) return 0
    let open = 1
    for (let reach = 0.04; reach < 3.2; reach += 0.09) {
      const gap = distanceTo(x + sunward[0] * reach, y + sunward[1] * reach, z + sunward[2] * reach)
      open = Math.min(open, smooth(-0.01, 0.02 + reach * 0.03, gap))
      if (open <= 0) return 0
    }
    return lit * open
  }
}

/** How open a point is to the light of the whole room: 1 in the middle, less in corners. */
function openness(distanceTo: Distance, [x, y, z]: Point, facing: Point): number {
  let open = 1
  for (const out of [0.05, 0.14, 0.34, 0.7]) {
    const toWall = WALL_Z + 0.001 - z - facing[2] * out + (facing[2] < -0.9 ? 9 : 0)
    const toFloor = y + facing[1] * out + (facing[1] > 0.9 ? 9 : 0)
    const toThings = distanceTo(x + facing[0] * out, y + facing[1] * out, z + facing[2] * out)
    open -= clamp(out - Math.min(toThings, toWall, toFloor)) * (0.34 / (out + 0.25))
  }
  return open
}

function plaster(wall: Rgb, x: number, y: number): Rgb {
  const board = (y < 0.16 ? 0.05 : 0) + 0.24 * smooth(0.012, 0, Math.abs(y - 0.16))
  return scale(wall, 0.965 + 0.05 * fbm(x * 2, y * 2, 4) + 0.02 * noise(x * 60, y * 60) - board)
}

function boards(floor: Rgb, x: number, z: number): Rgb {
  const plank = Math.floor(x / 0.17)
  const seam = Math.abs(x / 0.17 - plank - 0.5) > 0.475 ? 0.62 : 1
  const grain = fbm(x * 16 + plank * 7, z * 1.4 + plank * 3, 4)
  return scale(floor, seam * (0.72 + 0.34 * grain + 0.16 * hash(plank, 3)))
}

type Box = { centre: Point; half: Point; round: number }

function furniture({ hasPiano, hasChair }: RoomLook): Box[] {
  const box = (centre: Point, half: Point, round = 0.02): Box => ({ centre, half, round })
  const piano = [
    box([1.15, 0.62, 2.66], [0.78, 0.62, 0.2]),
    box([1.15, 1.25, 2.64], [0.81, 0.02, 0.24], 0.012),
    box([1.15, 0.68, 2.32], [0.76, 0.05, 0.2]),
    box([1.15, 0.745, 2.27], [0.66, 0.012, 0.1], 0.006),
    box([0.45, 0.32, 2.2], [0.045, 0.32, 0.045]),
    box([1.85, 0.32, 2.2], [0.045, 0.32, 0.045]),
    box([1.15, 0.06, 2.6], [0.8, 0.06, 0.24]),
    box([1.15, 1.08, 2.43], [0.3, 0.14, 0.008], 0.005),
    box([1.62, 1.34, 2.68], [0.06, 0.075, 0.06], 0.03),
    box([0.72, 1.285, 2.64], [0.16, 0.018, 0.12], 0.006),
    box([0.7, 1.318, 2.65], [0.14, 0.015, 0.11], 0.006),
  ]
  const chair = [
    box([0.1, 0.46, 2.0], [0.21, 0.022, 0.21]),
    ...[-0.18, 0.18].flatMap((dx) => [
      box([0.1 + dx, 0.22, 1.82], [0.02, 0.24, 0.02], 0.01),
      box([0.1 + dx, 0.5, 2.18], [0.02, 0.5, 0.02], 0.01),
    ]),
    box([0.1, 0.94, 2.18], [0.21, 0.06, 0.016]),
    box([0.1, 0.74, 2.18], [0.2, 0.02, 0.014], 0.01),
  ]
  return [...(hasPiano ? piano : []), ...(hasChair ? chair : [])]
}

function slope(distanceTo: (x: number, y: number, z: number) => number, x: number, y: number, z: number): Point {
  const e = 0.002
  return normal([
    distanceTo(x + e, y, z) - distanceTo(x - e, y, z),
    distanceTo(x, y + e, z) - distanceTo(x, y - e, z),
    distanceTo(x, y, z + e) - distanceTo(x, y, z - e),
  ])
}

function normal([x, y, z]: Point): Point {
  const length = Math.hypot(x, y, z) || 1
  return [x / length, y / length, z / length]
}
