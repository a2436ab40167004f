/** Pictures as functions of place: a frame that is painted point by point, and what a lens adds to it.
 * The scenes are in the files beside this one. */
import type { Rgb } from './colour.ts'
import { clamp, hash, lerp, smooth } from './noise.ts'

/** `x` runs from 0 to the width divided by the height, `y` from 0 at the top to 1. */
export type Paint = (x: number, y: number) => Rgb
export type Frame = { width: number; height: number; pixels: Float32Array }

/** Paints each pixel from `samples` × `samples` points. */
export function paint(width: number, height: number, samples: number, colourAt: Paint): Frame {
  const pixels = new Float32Array(width * height * 3)
  const share = 1 / (samples * samples)
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const at = (row * width + column) * 3
      for (let sample = 0; sample < samples * samples; sample++) {
        const x = (column + ((sample % samples) + 0.5) / samples) / height
        const y = (row + (Math.floor(sample / samples) + 0.5) / samples) / height
        const colour = colourAt(x, y)
        pixels[at] = pixels[at]! + colour[0] * share
        pixels[at + 1] = pixels[at + 1]! + colour[1] * share
        pixels[at + 2] = pixels[at + 2]! + colour[2] * share
      }
    }
  }
  return { width, height, pixels }
}

/** Darkens the corners. */
export function vignette(frame: Frame, strength: number): Frame {
  const { width, height, pixels } = frame
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const distance = Math.hypot((column / width - 0.5) * 1.1, row / height - 0.5)
      const light = 1 - strength * smooth(0.28, 0.78, distance)
      for (let part = 0; part < 3; part++) pixels[(row * width + column) * 3 + part]! *= light
    }
  }
  return frame
}

/** A soft copy of what is brighter than `above`, added on top: the glow of a lens. */
export function bloom(frame: Frame, { above, radius, strength }: { above: number; radius: number; strength: number }) {
  const { width, height, pixels } = frame
  const step = 4
  const small = { width: Math.ceil(width / step), height: Math.ceil(height / step) }
  let glow = new Float32Array(small.width * small.height * 3)
  for (let row = 0; row < small.height; row++) {
    for (let column = 0; column < small.width; column++) {
      const from = (Math.min(height - 1, row * step) * width + Math.min(width - 1, column * step)) * 3
      for (let part = 0; part < 3; part++)
        glow[(row * small.width + column) * 3 + part] = Math.min(4, Math.max(0, pixels[from + part]! - above))
    }
  }
  for (let pass = 0; pass < 3; pass++) glow = boxBlur(glow, small, Math.max(1, Math.round((radius * height) / step)))
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const x = Math.min(small.width - 1.001, column / step)
      const y = Math.min(small.height - 1.001, row / step)
      const [left, top] = [Math.floor(x), Math.floor(y)]
      const right = Math.min(small.width - 1, left + 1)
      const bottom = Math.min(small.height - 1, top + 1)
      for (let part = 0; part < 3; part++) {
        const value = (at: number, line: number) => glow[(line * small.width + at) * 3 + part]!
        const soft = lerp(
          lerp(value(left, top), value(right, top), x - left),
          lerp(value(left, bottom), value(right, bottom), x - left),
          y - top,
        )
        pixels[(row * width + column) * 3 + part]! += soft * strength
      }
    }
  }
  return frame
}

function boxBlur(source: Float32Array, size: { width: number; height: number }, radius: number) {
  const across = new Float32Array(source.length)
  const down = new Float32Array(source.length)
  blurLines(source, across, { lines: size.height, length: size.width, line: size.width * 3, step: 3 }, radius)
  blurLines(across, down, { lines: size.width, length: size.height, line: 3, step: size.width * 3 }, radius)
  return down
}

function blurLines(
  from: Float32Array,
  to: Float32Array,
  { lines, length, line, step }: { lines: number; length: number; line: number; step: number },
  radius: number,
) {
  for (let index = 0; index < lines; index++) {
    for (let part = 0; part < 3; part++) {
      const start = index * line + part
      const value = (at: number) => from[start + clamp(at, 0, length - 1) * step]!
      let sum = 0
      for (let at = -radius; at <= radius; at++) sum += value(at)
      for (let at = 0; at < length; at++) {
        to[start + at * step] = sum / (2 * radius + 1)
        sum += value(at + radius + 1) - value(at - radius)
      }
    }
  }
}

/** Eight-bit values as a screen shows them; lights beyond white roll off like film. */
export function develop(frame: Frame): Buffer {
  const bytes = Buffer.alloc(frame.pixels.length)
  for (const [at, light] of frame.pixels.entries()) {
    const exposed = Math.max(0, light)
    const film = exposed < 0.6 ? exposed : 0.6 + 0.4 * (1 - Math.exp(-(exposed - 0.6) / 0.4))
    // half a step of noise: large smooth areas would show bands
    bytes[at] = clamp(Math.round(255 * film ** (1 / 2.2) + hash(at, 7) - 0.5), 0, 255)
  }
  return bytes
}
