/** Runs in the page, with paint-in-page.ts: what its functions share, and the arithmetic of colours. */

export type Rgba = [red: number, green: number, blue: number, alpha: number]
export type Found = {
  element: Element
  pseudo: '' | '::before' | '::after' | '::placeholder'
  text: string
  /** The element and what is behind it, the nearest first. */
  layers: Element[]
  /** The element and its ancestors, the innermost first. */
  groups: Element[]
  /** Something of it has the colours of a cover. */
  isColoured: boolean
  /** What it was painted with in the samples: texts with the same key have the same rule. */
  key: string
  isFirst: boolean
  worst: number
  palette: string
  ink: string
  ground: string
}
type OnDrawing = Pick<Found, 'element' | 'text'>
export type Shared = {
  onDrawings: OnDrawing[]
  found: Found[]
  colours: Map<string, Rgba>
  context: CanvasRenderingContext2D | null
}

declare const shared: Shared

export function parseColour(text: string): Rgba {
  const known = shared.colours.get(text)
  if (known) return known
  if (!shared.context) {
    const canvas = document.createElement('canvas')
    canvas.width = canvas.height = 1
    shared.context = canvas.getContext('2d', { willReadFrequently: true })!
  }
  const { context } = shared
  context.clearRect(0, 0, 1, 1)
  context.fillStyle = text
  context.fillRect(0, 0, 1, 1)
  const { data } = context.getImageData(0, 0, 1, 1)
  const colour: Rgba = [data[0]!, data[1]!, data[2]!, data[3]! / 255]
  shared.colours.set(text, colour)
  return colour
}

/** `top` over `below`. */
export function over(top: Rgba, below: Rgba): Rgba {
  const alpha = top[3] + below[3] * (1 - top[3])
  if (alpha === 0) return [0, 0, 0, 0]
  const mixed = [0, 1, 2].map((at) => (top[at]! * top[3] + below[at]! * below[3] * (1 - top[3])) / alpha)
  return [mixed[0]!, mixed[1]!, mixed[2]!, alpha]
}

export function luminanceOf([red, green, blue]: Rgba): number {
  const linear = (value: number) => (value <= 10.31475 ? value / 3294.6 : ((value / 255 + 0.055) / 1.055) ** 2.4)
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

export function contrastOf(one: Rgba, other: Rgba): number {
  const [a, b] = [luminanceOf(one), luminanceOf(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

export function toText([red, green, blue]: Rgba): string {
  return `#${[red, green, blue].map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`
}
