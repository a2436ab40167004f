/** Artwork of the demo releases: each has one motif, in four or five colours.
 * The seed varies details (which window is lit), never the composition. */
import type { Random } from './random.ts'
import { amber, beige, cream, ink, magenta, mint, orange, pink, plum, purple } from './palette.ts'
import {
  arch,
  bolt,
  clip,
  disc,
  ground,
  halfDisc,
  line,
  polygon,
  quarter,
  rect,
  ring,
  shape,
  size,
  waves,
} from './shapes.ts'

/** Slow Lightning: thunder spreading from a corner, and the bolt that caused it. */
export function drawSlowLightning(): string {
  const arcs = [1_330, 1_040, 750, 460].map((radius) => ring(0, size, radius, 150, pink)).join('')
  return ground(magenta) + disc(0, size, 1_545, beige) + arcs + disc(0, size, 245, magenta) + bolt(560, 150, 5.2, plum)
}

/** Warm Cycle: the round window of a washing machine, half full. */
export function drawWarmCycle(random: Random): string {
  const bubbles = Array.from({ length: 7 }, (_, at) =>
    disc(
      440 + at * 88,
      620 - random.between(0, 150) - (at % 2) * 70,
      random.between(20, 46),
      at % 3 === 1 ? pink : cream,
    ),
  ).join('')
  const water = waves(820, 460, 120, 0, purple) + waves(940, 520, 110, 180, magenta) + waves(1_060, 430, 90, 60, plum)
  const drum = clip('drum', disc(700, 780, 420, '#000'), ground(amber) + bubbles + water)
  return (
    ground(mint) +
    disc(700, 780, 540, ink) +
    disc(700, 780, 486, cream) +
    drum +
    disc(1_240, 140, 62, orange) +
    rect(98, 90, 420, 100, ink, 50) +
    disc(1_090, 140, 40, ink)
  )
}

/** Night Bus 41: lit windows passing under a moon. */
export function drawNightBus(random: Random): string {
  const lit = [amber, amber, pink, cream, orange]
  let windows = ''
  for (let column = 0; column < 4; column++) {
    const x = 130 + column * 305
    const light = random.pick(lit)
    windows += rect(x, 610, 250, 320, light, 36)
    if (column !== 2) {
      const rider = column === 1 ? magenta : ink
      windows += clip(
        `seat${column}`,
        rect(x, 610, 250, 320, '#000', 36),
        disc(x + 125, 790, 62, rider) + halfDisc(x + 125, 965, 112, 0, rider),
      )
    }
  }
  const road = Array.from({ length: 5 }, (_, at) => rect(-60 + at * 340, 1_300, 200, 26, amber, 13)).join('')
  return (
    ground(plum) +
    disc(1_090, 260, 150, cream) +
    disc(1_020, 225, 130, plum) +
    rect(-100, 480, 1_620, 700, purple, 110) +
    rect(-100, 985, 1_620, 40, pink) +
    windows +
    [290, 1_110].map((x) => disc(x, 1_180, 128, ink) + disc(x, 1_180, 56, beige)).join('') +
    road
  )
}

/** After the Rain: leaves and drops on a grid, each cell turned by 90 degrees. */
export function drawAfterTheRain(random: Random): string {
  const cell = 350
  const papers = [
    [mint, purple],
    [cream, magenta],
    [purple, mint],
    [beige, plum],
    [pink, plum],
    [plum, pink],
  ] as const
  let tiles = ''
  let last = -1
  for (let row = 0; row < 4; row++) {
    for (let column = 0; column < 4; column++) {
      const x = column * cell
      const y = row * cell
      let paper = Math.floor(random.next() * papers.length)
      if (paper === last) paper = (paper + 1) % papers.length
      last = paper
      const [back, front] = papers[paper]!
      tiles += rect(x, y, cell + 1, cell + 1, back)
      const kind = (column + row * 3) % 4
      if (kind === 0) tiles += quarter(x, y, cell, 0, front) + quarter(x, y, cell * 0.45, 0, back)
      if (kind === 1)
        tiles += shape(
          `M${x} ${y}A${cell} ${cell} 0 0 1 ${x + cell} ${y + cell}A${cell} ${cell} 0 0 1 ${x} ${y}Z`,
          front,
        )
      if (kind === 2) tiles += quarter(x + cell, y + cell, cell, 180, front) + disc(x + 92, y + 92, 46, front)
      if (kind === 3) tiles += disc(x + cell / 2, y + cell / 2, 118, front) + disc(x + cell / 2, y + cell / 2, 46, back)
    }
  }
  return tiles
}

/** Amber Rooms: doors seen through doors, and a lamp at the end. */
export function drawAmberRooms(): string {
  const doors: [number, number, number, string][] = [
    [660, 1_190, 1_290, plum],
    [690, 970, 1_120, magenta],
    [720, 750, 940, orange],
    [745, 540, 750, amber],
    [770, 330, 540, cream],
  ]
  return (
    ground(amber) +
    doors.map(([x, width, height, fill]) => arch(x, size, width, height, fill)).join('') +
    disc(770, 1_060, 62, orange) +
    polygon(
      [
        [605, size],
        [935, size],
        [850, 1_270],
        [690, 1_270],
      ],
      plum,
    )
  )
}

/** The podcast: a paper town with a radio mast. */
export function drawMadeUpTown(random: Random): string {
  const fills = [purple, plum, orange, ink, magenta, purple, plum]
  const heights = [420, 610, 350, 540, 690, 400, 520]
  let houses = ''
  for (const [at, height] of heights.entries()) {
    const x = at * 200
    const top = 1_270 - height
    houses += rect(x, top, 201, height + 200, fills[at]!)
    if (at % 3 === 0)
      houses += polygon(
        [
          [x, top + 2],
          [x + 100, top - 130],
          [x + 201, top + 2],
        ],
        fills[at]!,
      )
    if (at % 3 === 1) houses += halfDisc(x + 100, top + 2, 100, 0, fills[at]!)
    for (let row = 0; row < Math.floor((height - 90) / 130); row++) {
      for (const side of [42, 118]) {
        const light = random.next()
        if (light < 0.72)
          houses += rect(x + side, top + 60 + row * 130, 42, 66, light < 0.3 ? cream : amber, light < 0.5 ? 21 : 0)
      }
    }
  }
  const sends = [130, 240, 350]
    .map((radius) => line(`M${900 - radius} 330A${radius} ${radius} 0 0 1 ${900 + radius} 330`, magenta, 46))
    .join('')
  return (
    ground(pink) +
    disc(330, 420, 210, cream) +
    sends +
    rect(886, 330, 28, 300, ink) +
    disc(900, 330, 48, ink) +
    houses +
    waves(1_290, 280, 46, 0, mint)
  )
}

/** First episode: a striped sun at the horizon of the harbour. */
export function drawHarbour(): string {
  const stripes = [0, 1, 2, 3, 4].map((at) => rect(200, 590 + at * 84, 1_000, 18 + at * 9, orange)).join('')
  const sun = clip('sun', disc(700, 620, 400, '#000'), ground(cream) + stripes)
  const boat =
    polygon(
      [
        [830, 960],
        [1_210, 960],
        [1_120, 1_075],
        [900, 1_075],
      ],
      plum,
    ) +
    polygon(
      [
        [1_005, 930],
        [1_005, 610],
        [1_200, 930],
      ],
      magenta,
    )
  return (
    ground(orange) +
    sun +
    waves(990, 700, 70, 100, purple) +
    boat +
    waves(1_070, 560, 80, 260, plum) +
    waves(1_200, 480, 70, 40, ink)
  )
}

/** Second episode: a loudspeaker and a dial. */
export function drawRadioShop(): string {
  let holes = ''
  for (let row = 0; row < 7; row++) {
    for (let column = 0; column < 7; column++) {
      const distance = Math.hypot(row - 3, column - 3)
      if (distance < 3.7)
        holes += disc(
          520 + (column - 3) * 104,
          660 + (row - 3) * 104,
          44 - distance * 6.5,
          distance < 1.2 ? orange : cream,
        )
    }
  }
  return (
    ground(mint) +
    line('M1130 330L1300 -40', ink, 30) +
    rect(90, 270, 1_220, 900, ink, 120) +
    disc(520, 660, 390, plum) +
    holes +
    rect(985, 360, 235, 330, amber, 40) +
    line('M1030 640L1150 420', magenta, 26) +
    disc(1_102, 850, 112, pink) +
    line('M1102 850L1160 778', ink, 30) +
    rect(90, 1_075, 1_220, 26, magenta) +
    rect(200, 1_170, 170, 70, ink) +
    rect(1_030, 1_170, 170, 70, ink)
  )
}

/** A row of bars, for releases without their own artwork. */
export function drawBars(random: Random): string {
  const [back, front, spark] = random.pick([
    [ink, cream, amber],
    [amber, ink, magenta],
    [purple, mint, cream],
    [pink, plum, orange],
    [beige, purple, orange],
  ] as const)
  const bars = Array.from({ length: 9 }, (_, at) => {
    const height = 260 + 760 * Math.abs(Math.sin(at * 0.7 + random.between(0, 1.4)))
    return rect(118 + at * 134, 700 - height / 2, 92, height, at % 4 === 2 ? spark : front, 46)
  }).join('')
  return ground(back) + bars
}
