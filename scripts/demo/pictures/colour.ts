/** Colours of the pictures, in linear light. */
import { lerp, smooth } from './noise.ts'

export type Rgb = readonly [number, number, number]

/** The colour of a hex code, in linear light. */
export function rgb(hex: string): Rgb {
  const part = (at: number) => (Number.parseInt(hex.slice(at, at + 2), 16) / 255) ** 2.2
  return [part(1), part(3), part(5)]
}

export const mix = (from: Rgb, to: Rgb, way: number): Rgb => [
  lerp(from[0], to[0], way),
  lerp(from[1], to[1], way),
  lerp(from[2], to[2], way),
]
export const scale = (colour: Rgb, by: number): Rgb => [colour[0] * by, colour[1] * by, colour[2] * by]
export const add = (one: Rgb, other: Rgb, by = 1): Rgb => [
  one[0] + other[0] * by,
  one[1] + other[1] * by,
  one[2] + other[2] * by,
]
export const multiply = (one: Rgb, other: Rgb): Rgb => [one[0] * other[0], one[1] * other[1], one[2] * other[2]]

/** A colour between several, at a place from 0 to 1. */
export function ramp(stops: readonly (readonly [number, Rgb])[], at: number): Rgb {
  const next = stops.findIndex(([place]) => place >= at)
  if (next <= 0) return stops[next === 0 ? 0 : stops.length - 1]![1]
  const [from, first] = stops[next - 1]!
  const [to, second] = stops[next]!
  return mix(first, second, smooth(from, to, at))
}
