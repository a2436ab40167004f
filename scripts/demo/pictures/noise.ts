/** Numbers of the pictures: between two numbers, and noise that depends on the place only. */

export const clamp = (value: number, low = 0, high = 1) => Math.min(high, Math.max(low, value))
export const lerp = (from: number, to: number, way: number) => from + (to - from) * way
export const smooth = (from: number, to: number, value: number) => {
  const way = clamp((value - from) / (to - from))
  return way * way * (3 - 2 * way)
}

/** A number from 0 to 1 that depends on two integers only. */
export function hash(x: number, y: number): number {
  let word = (Math.imul(x | 0, 0x27d4eb2d) ^ Math.imul(y | 0, 0x165667b1)) >>> 0
  word = Math.imul(word ^ (word >>> 15), 0x2c1b3c6d)
  word = Math.imul(word ^ (word >>> 12), 0x297a2d39)
  return ((word ^ (word >>> 15)) >>> 0) / 4_294_967_296
}

/** Value noise from 0 to 1. */
export function noise(x: number, y: number): number {
  const column = Math.floor(x)
  const row = Math.floor(y)
  const across = x - column
  const down = y - row
  const u = across * across * across * (across * (across * 6 - 15) + 10)
  const v = down * down * down * (down * (down * 6 - 15) + 10)
  const above = lerp(hash(column, row), hash(column + 1, row), u)
  const below = lerp(hash(column, row + 1), hash(column + 1, row + 1), u)
  return lerp(above, below, v)
}

/** Noise of several sizes, about 0 to 1. Each octave is turned, so that the grid does not show. */
export function fbm(x: number, y: number, octaves: number): number {
  let sum = 0
  let size = 0.5
  for (let octave = 0; octave < octaves; octave++) {
    sum += size * noise(x, y)
    const turned = 1.6 * x + 1.2 * y + 17.3
    y = -1.2 * x + 1.6 * y + 9.1
    x = turned
    size *= 0.5
  }
  return sum
}
