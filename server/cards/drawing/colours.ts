/** The colours of cards and clips: those of an image in the light theme, or those of the brand if there is no image. */
import type * as z from 'zod/mini'
import type { ColorInfo, Flood } from '#contract/fields.ts'
import type { ShareColours } from './waves.ts'

export type FloodColours = z.infer<typeof Flood>

/** As in web/ui/theme.css. */
export const ORANGE = '#ff8b3d'
export const CREAM = '#fffaf0'
const PLAIN: FloodColours = { flood: '#e9dcf6', on: '#2a1648', two: '#a8185a', three: '#5a35e0', under: '#1e1033' }

export const floodOf = (colours: z.infer<typeof ColorInfo> | null): FloodColours => colours?.day ?? PLAIN

export const sharesOf = ({ flood, on, two, three }: FloodColours): ShareColours => [
  on,
  two,
  three,
  mix(on, flood, 0.55),
]

function mix(one: string, other: string, part: number): string {
  const channels = [1, 3, 5].map((at) => {
    const [a, b] = [one, other].map((hex) => Number.parseInt(hex.slice(at, at + 2), 16))
    return Math.round(a! * part + b! * (1 - part))
      .toString(16)
      .padStart(2, '0')
  })
  return `#${channels.join('')}`
}
