/** Pictures that are made, not taken: letters, paper, two inks, a record, sand on a plate. */
import { add, mix, multiply, rgb, scale, type Rgb } from './colour.ts'
import { clamp, fbm, hash, lerp, noise, smooth } from './noise.ts'
import { paint, vignette, type Frame } from './raster.ts'
import type { Size } from './landscapes.ts'

/** Letters drawn as strokes on a grid of 3 by 5, each as wide as requested. */
const LETTERS: Record<string, readonly string[]> = {
  S: ['###', '#..', '###', '..#', '###'],
  U: ['#.#', '#.#', '#.#', '#.#', '###'],
  B: ['##.', '#.#', '###', '#.#', '###'],
  T: ['###', '.#.', '.#.', '.#.', '.#.'],
  A: ['###', '#.#', '###', '#.#', '#.#'],
  I: ['#', '#', '#', '#', '#'],
  O: ['###', '#.#', '#.#', '#.#', '###'],
  N: ['###', '#.#', '#.#', '#.#', '#.#'],
}

export type TypeLook = {
  rows: readonly string[]
  ink: string
  ground: string
  spark: string
  sparkAt: readonly [number, number]
}

/** Rows of letters over the whole cover, printed with too little ink. */
export function letters(size: Size, look: TypeLook): Frame {
  const [ink, ground, spark] = [rgb(look.ink), rgb(look.ground), rgb(look.spark)]
  const margin = 0.055
  const gap = 0.028
  const high = (1 - 2 * margin - gap * (look.rows.length - 1)) / look.rows.length
  const inkAt = (x: number, y: number): number => {
    const row = Math.floor((y - margin) / (high + gap))
    const text = look.rows[row]
    const down = ((y - margin) % (high + gap)) / high
    if (text === undefined || y < margin || down > 1) return 0
    const units = [...text].map((letter) => (letter === 'I' ? 0.42 : 1))
    const room = 1 - 2 * margin - gap * (text.length - 1)
    const unit = room / units.reduce((sum, part) => sum + part, 0)
    let left = margin
    for (const [index, letter] of [...text].entries()) {
      const wide = unit * units[index]!
      const across = (x - left) / wide
      if (across >= 0 && across < 1) {
        const shape = LETTERS[letter]!
        const columns = shape[0]!.length
        const stroke = columns === 1 ? 1 : 0.36
        const column = columns === 1 ? 0 : across < stroke ? 0 : across > 1 - stroke ? 2 : 1
        const bar = 0.2
        const line = down < bar ? 0 : down > 1 - bar ? 4 : Math.abs(down - 0.5) < bar / 2 ? 2 : down < 0.5 ? 1 : 3
        const isOn = shape[line]![column] === '#'
        return isOn ? (row === look.sparkAt[0] && index === look.sparkAt[1] ? 2 : 1) : 0
      }
      left += wide + gap
    }
    return 0
  }
  const colourAt = (x: number, y: number): Rgb => {
    const bleed = (fbm(x * 160, y * 160, 2) - 0.4) * 0.003
    const what = inkAt(x + bleed, y + bleed)
    const paper = scale(ground, 0.8 + 0.5 * fbm(x * 3, y * 3, 5) * (1 - 0.4 * y))
    if (what === 0) return paper
    const worn = smooth(0.3, 0.42, fbm(x * 9 + 4, y * 9, 6)) * (0.86 + 0.2 * noise(x * 300, y * 300))
    const light = 0.62 + 0.44 * fbm(x * 1.1 + 2, y * 1.1, 3)
    return mix(paper, scale(what === 2 ? spark : ink, light), clamp(0.35 + 0.65 * worn))
  }
  return paint(size.width, size.height, size.samples, colourAt)
}

export type RisoLook = { paper: string; first: string; second: string; seed: number }

/** Five arches, printed in two inks that do not quite meet, with dots where they are pale. */
export function riso(size: Size, look: RisoLook): Frame {
  const [paperInk, first, second] = [look.paper, look.first, look.second].map(rgb) as [Rgb, Rgb, Rgb]
  const arches = [0.14, 0.32, 0.5, 0.68, 0.86].map((x, index) => ({
    x,
    wide: 0.15,
    top: [0.44, 0.27, 0.16, 0.3, 0.47][index]!,
  }))
  const dots = (x: number, y: number, angle: number, amount: number) => {
    const [c, s] = [Math.cos(angle) * 74, Math.sin(angle) * 74]
    const [u, v] = [x * c - y * s, x * s + y * c]
    const distance = Math.hypot(u - Math.floor(u) - 0.5, v - Math.floor(v) - 0.5)
    return smooth(0.06, -0.06, distance - Math.sqrt(clamp(amount)) * 0.68)
  }
  const arch = (x: number, y: number, { x: at, wide, top }: (typeof arches)[number]) =>
    y > top + wide ? Math.abs(x - at) < wide : Math.hypot(x - at, y - top - wide) < wide
  const firstAt = (x: number, y: number) => {
    let amount = 0
    for (const [index, one] of arches.entries())
      if (index % 2 === 0 && arch(x, y, one)) amount = Math.max(amount, lerp(1, 0.3, smooth(one.top, 1, y)))
    if (Math.hypot(x - 0.5, y - 0.06) < 0.0) amount = 1
    const sun = Math.hypot(x - 0.72, y - 0.2)
    if (sun < 0.1) amount = Math.max(amount, 0.55)
    return amount
  }
  const secondAt = (x: number, y: number) => {
    let amount = 0
    for (const [index, one] of arches.entries()) {
      if (index % 2 === 1 && arch(x, y, one)) amount = Math.max(amount, lerp(0.3, 1, smooth(one.top, 1, y)))
      const mouth = Math.hypot((x - one.x) / 0.62, y - one.top - 0.2)
      if (mouth < 0.052) amount = 1
      if (
        Math.hypot(x - one.x - 0.045, y - one.top - 0.115) < 0.012 ||
        Math.hypot(x - one.x + 0.045, y - one.top - 0.115) < 0.012
      )
        amount = 1
    }
    if (y > 0.93 + 0.008 * Math.sin(x * 40)) amount = 1
    return amount
  }
  const colourAt = (x: number, y: number): Rgb => {
    const paper = scale(paperInk, 0.97 + 0.05 * fbm(x * 40, y * 40, 3))
    const inked = (amount: number, shift: number, angle: number) =>
      (amount > 0.98 ? 1 : dots(x, y, angle, amount)) *
      (0.84 + 0.2 * fbm(x * 22 + shift, y * 22, 4)) *
      (noise(x * 400 + shift, y * 400) > 0.05 ? 1 : 0.3)
    const one = inked(firstAt(x - 0.006, y + 0.004), 3, 0.35)
    const two = inked(secondAt(x + 0.005, y - 0.003), 9, 1.2)
    return multiply(multiply(paper, mix([1, 1, 1], first, one)), mix([1, 1, 1], second, two))
  }
  return paint(size.width, size.height, Math.max(2, size.samples), colourAt)
}

export type CollageLook = { ground: string; papers: readonly string[]; seed: number }

/** Torn and cut papers, one over the other, each with its shadow and a white torn edge. */
export function collage(size: Size, look: CollageLook): Frame {
  const ground = rgb(look.ground)
  const sheets = [
    { x: 0.3, y: 0.36, a: 0.42, b: 0.3, turn: 0.35, kind: 'torn' },
    { x: 0.74, y: 0.66, a: 0.34, b: 0.42, turn: -0.2, kind: 'torn' },
    { x: 0.62, y: 0.3, a: 0.22, b: 0.22, turn: 0, kind: 'disc' },
    { x: 0.3, y: 0.74, a: 0.24, b: 0.11, turn: -0.5, kind: 'cut' },
    { x: 0.5, y: 0.53, a: 0.07, b: 0.5, turn: 0.86, kind: 'cut' },
    { x: 0.78, y: 0.42, a: 0.1, b: 0.1, turn: 0, kind: 'disc' },
    { x: 0.2, y: 0.24, a: 0.09, b: 0.13, turn: 0.15, kind: 'torn' },
  ] as const
  const inside = (sheet: (typeof sheets)[number], index: number, x: number, y: number) => {
    const [c, s] = [Math.cos(sheet.turn), Math.sin(sheet.turn)]
    const [u, v] = [
      ((x - sheet.x) * c + (y - sheet.y) * s) / sheet.a,
      ((y - sheet.y) * c - (x - sheet.x) * s) / sheet.b,
    ]
    const least = Math.min(sheet.a, sheet.b)
    if (sheet.kind === 'disc') return (1 - Math.hypot(u, v)) * least + (fbm(x * 30 + index, y * 30, 3) - 0.44) * 0.006
    const edge = Math.min((1 - Math.abs(u)) * sheet.a, (1 - Math.abs(v)) * sheet.b)
    return sheet.kind === 'cut' ? edge : edge + (fbm(x * 7 + index * 9 + look.seed, y * 7, 5) - 0.46) * 0.09
  }
  const colourAt = (x: number, y: number): Rgb => {
    const fibre = 0.9 + 0.12 * fbm(x * 26, y * 26, 4) + 0.06 * noise(x * 240, y * 90)
    let colour = scale(ground, fibre)
    for (const [index, sheet] of sheets.entries()) {
      const paper = rgb(look.papers[index % look.papers.length]!)
      const shadow = inside(sheet, index, x - 0.012, y - 0.018)
      colour = scale(colour, 1 - 0.5 * smooth(-0.028, 0.012, shadow))
      const edge = inside(sheet, index, x, y)
      if (edge <= 0) continue
      const torn =
        sheet.kind === 'torn'
          ? smooth(0.012, 0.005, edge + (noise(x * 90, y * 90) - 0.5) * 0.008)
          : smooth(0.0026, 0.001, edge) * 0.6
      const crease = 0.9 + 0.16 * fbm(x * 5 + index * 13, y * 5, 5) + 0.08 * noise(x * 180 + index, y * 180)
      const body = stripesOf(index, x, y) ? scale(paper, crease * 0.72) : scale(paper, crease)
      colour = mix(body, scale([0.92, 0.9, 0.84], crease), torn)
    }
    return colour
  }
  return paint(size.width, size.height, Math.max(2, size.samples), colourAt)
}

const stripesOf = (index: number, x: number, y: number) => index === 3 && Math.sin((x + y) * 190) > 0.2

export type RecordLook = { ground: string; shade: string; label: string; mark: string }

/** A record on a table, seen from above, with the light along its grooves. */
export function record(size: Size, look: RecordLook): Frame {
  const [ground, shade, label, mark] = [look.ground, look.shade, look.label, look.mark].map(rgb) as [Rgb, Rgb, Rgb, Rgb]
  const [cx, cy, radius] = [0.58, 0.56, 0.47]
  const colourAt = (x: number, y: number): Rgb => {
    const distance = Math.hypot(x - cx, y - cy) / radius
    const angle = Math.atan2(y - cy, x - cx)
    const cloth = mix(shade, ground, clamp(1.15 - Math.hypot(x - 0.25, y - 0.15) * 0.8))
    const shadow = smooth(1.16, 0.94, Math.hypot(x - cx - 0.035, y - cy - 0.05) / radius)
    const table = scale(cloth, (0.94 + 0.1 * fbm(x * 5, y * 5, 4)) * (1 - 0.72 * shadow))
    const needle = armAt(x, y)
    if (needle !== 0) return scale([0.86, 0.84, 0.8], needle)
    if (distance > 1) return table
    if (distance < 0.035) return scale(shade, 0.4)
    if (distance < 0.34) {
      const light = 0.86 + 0.16 * Math.cos(angle + 2.2)
      const isRing = Math.abs(distance - 0.3) < 0.006 || Math.abs(distance - 0.12) < 0.006
      const isHalf = y > cy && distance < 0.29 && distance > 0.13
      return scale(isRing ? mark : isHalf && Math.sin((y - cy) * 260) > 0.35 ? mark : label, light)
    }
    const track = [0.46, 0.6, 0.71, 0.86].some((at) => Math.abs(distance - at) < 0.006)
    const groove = 0.6 + 0.4 * noise(distance * 620, 3) + 0.2 * noise(distance * 90, 9)
    const bow = (turn: number, width: number) => Math.exp(-((((angle - turn + 9.4248) % 3.1416) - 1.5708) ** 2) / width)
    const shine = 0.42 * bow(0.75, 0.03) + 0.13 * bow(0.75, 0.22) + 0.09 * bow(2.1, 0.05)
    const black = add([0.006, 0.006, 0.008], mix(ground, [1, 0.96, 0.9], 0.55), shine * groove * (track ? 1.6 : 1))
    return scale(black, distance > 0.975 ? 1.8 : 1)
  }
  return vignette(paint(size.width, size.height, Math.max(2, size.samples), colourAt), 0.3)
}

function armAt(x: number, y: number): number {
  const along = (x - 0.93) * -0.62 + (y - 0.02) * 0.785
  const across = (x - 0.93) * 0.785 + (y - 0.02) * 0.62
  if (along > 0 && along < 0.42 && Math.abs(across) < 0.011) return 0.55 + 0.5 * smooth(-0.011, 0.004, across)
  if (along >= 0.42 && along < 0.5 && Math.abs(across) < 0.024) return 0.3 + 0.2 * smooth(-0.02, 0.02, across)
  return 0
}

export type PlateLook = { plate: string; edge: string; sand: string; modes: readonly [number, number] }

/** Sand on a vibrating plate: it gathers where nothing moves. */
export function plate(size: Size, look: PlateLook): Frame {
  const [metal, edge, sand] = [look.plate, look.edge, look.sand].map(rgb) as [Rgb, Rgb, Rgb]
  const [n, m] = look.modes
  const colourAt = (x: number, y: number): Rgb => {
    const [u, v] = [(x - 0.5) * 2, (y - 0.5) * 2]
    const bend =
      Math.cos(n * Math.PI * u) * Math.cos(m * Math.PI * v) - Math.cos(m * Math.PI * u) * Math.cos(n * Math.PI * v)
    const round = Math.hypot(u, v)
    const heap = Math.exp(-Math.abs(bend) * 5.2) * smooth(1.42, 1.1, round)
    const grains = noise(x * 330, y * 330) * 0.6 + noise(x * 610, y * 610) * 0.5
    const loose = noise(x * 260 + 40, y * 260) > 0.93 ? 0.5 : 0
    const cover = smooth(0.62, 0.3, grains - heap * 1.05 + 0.42) + loose * smooth(0.9, 0.3, Math.abs(bend))
    const light = 0.35 + 0.9 * Math.exp(-Math.hypot(x - 0.3, y - 0.2) * 1.7)
    const brushed = 0.86 + 0.2 * noise(x * 4, y * 260) + 0.1 * fbm(x * 3, y * 3, 3)
    const body = scale(mix(metal, edge, smooth(0.2, 1.5, round)), light * brushed)
    const shadow = clamp(heap * 0.4)
    return mix(
      scale(body, 1 - shadow),
      scale(sand, light * (0.62 + 0.6 * hash(Math.floor(x * 700), Math.floor(y * 700)))),
      clamp(cover),
    )
  }
  return vignette(paint(size.width, size.height, size.samples, colourAt), 0.35)
}
