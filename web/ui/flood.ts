/** The colours of a picture as custom properties, for a page or a band with the class `flood`.
 * It computes nothing: the server extracts the colours from the picture and checks their contrast. */
import type { CSSProperties } from 'react'

type Colours = { flood: string; on: string; two: string; three: string; under: string }
export type FloodColours = { day: Colours; night: Colours }

export function floodStyle(colours: FloodColours | null | undefined): CSSProperties | undefined {
  if (!colours) return undefined
  const { day, night } = colours
  const pair = (name: keyof Colours) => `light-dark(${day[name]}, ${night[name]})`
  const properties: Record<string, string> = {
    '--flood': pair('flood'),
    '--on': pair('on'),
    '--two': pair('two'),
    '--three': pair('three'),
    '--under': pair('under'),
  }
  return properties
}
