/** Covers of all kinds, drawn from a seed as PNG: what artists upload, and what nobody should. */
import sharp from 'sharp'

export type CoverPicture = { name: string; png: Buffer }
type Rgb = readonly [number, number, number]
/** The colour at a point of the unit square, with its opacity. */
type Drawing = (x: number, y: number) => readonly [number, number, number, number?]

/** Numbers from 0 to 1 (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

type Random = () => number

const one =
  (rgb: Rgb): Drawing =>
  () =>
    rgb
const anyColour = (random: Random): Rgb => [random() * 255, random() * 255, random() * 255]
const around = (random: Random, [red, green, blue]: Rgb, by: number): Rgb => [
  red + (random() - 0.5) * by,
  green + (random() - 0.5) * by,
  blue + (random() - 0.5) * by,
]
const grey = (value: number): Rgb => [value, value, value]
const between = (from: Rgb, to: Rgb, share: number): Rgb => [
  from[0] + (to[0] - from[0]) * share,
  from[1] + (to[1] - from[1]) * share,
  from[2] + (to[2] - from[2]) * share,
]
const vivid = (random: Random): Rgb => {
  const sector = random() * 6
  const rise = 255 * (sector % 1)
  const turns: Rgb[] = [
    [255, rise, 0],
    [255 - rise, 255, 0],
    [0, 255, rise],
    [0, 255 - rise, 255],
    [rise, 0, 255],
    [255, 0, 255 - rise],
  ]
  return turns[Math.floor(sector)]!
}

/** Soft light and shadow in a few colours, and grain. */
function photograph(random: Random, colours: readonly Rgb[]): Drawing {
  const lights = Array.from({ length: 7 }, (_, index) => ({
    x: random(),
    y: random(),
    size: 0.1 + random() * 0.5,
    colour: colours[index % colours.length]!,
  }))
  return (x, y) => {
    let [red, green, blue, whole] = [0, 0, 0, 0]
    for (const { x: atX, y: atY, size, colour } of lights) {
      const weight = Math.exp(-((x - atX) ** 2 + (y - atY) ** 2) / size ** 2)
      red += colour[0] * weight
      green += colour[1] * weight
      blue += colour[2] * weight
      whole += weight
    }
    const grain = (random() - 0.5) * 36
    return [red / whole + grain, green / whole + grain, blue / whole + grain]
  }
}

function stripes(random: Random, colours: readonly Rgb[]): Drawing {
  const edges = colours.map(() => random()).toSorted((a, b) => a - b)
  const tilt = random() * 2 - 1
  return (x, y) => {
    const at = Math.min(0.999, Math.max(0, y + tilt * (x - 0.5) * 0.4))
    const index = edges.findIndex((edge) => at < edge)
    return colours[index === -1 ? 0 : index]!
  }
}

/** A shape on a ground, as most drawn covers are. */
const badge =
  (ground: Rgb, shape: Rgb, size: number): Drawing =>
  (x, y) =>
    Math.hypot(x - 0.5, y - 0.5) < size ? shape : ground

const KINDS: Record<string, (random: Random) => Drawing> = {
  colour: (random) => one(anyColour(random)),
  vivid: (random) => one(vivid(random)),
  grey: (random) => one(grey(random() * 255)),
  'near white': (random) => one(around(random, grey(249), 12)),
  'near black': (random) => one(around(random, grey(6), 12)),
  'money orange': (random) => one(around(random, [255, 128, 34], 30)),
  'orange and another': (random) => badge(around(random, [255, 128, 34], 20), anyColour(random), 0.15 + random() * 0.2),
  pastel: (random) =>
    stripes(
      random,
      Array.from({ length: 4 }, () => around(random, grey(215), 70)),
    ),
  middle: (random) =>
    stripes(
      random,
      Array.from({ length: 3 }, () => around(random, grey(119), 40)),
    ),
  dark: (random) =>
    stripes(
      random,
      Array.from({ length: 4 }, () => around(random, grey(35), 50)),
    ),
  stripes: (random) =>
    stripes(
      random,
      Array.from({ length: 2 + Math.floor(random() * 6) }, () => anyColour(random)),
    ),
  'vivid stripes': (random) =>
    stripes(
      random,
      Array.from({ length: 3 }, () => vivid(random)),
    ),
  badge: (random) => badge(anyColour(random), anyColour(random), 0.1 + random() * 0.35),
  'vivid badge': (random) => badge(vivid(random), vivid(random), 0.1 + random() * 0.35),
  gradient: (random) => {
    const [from, to] = [anyColour(random), anyColour(random)]
    return (x, y) => between(from, to, (x + y) / 2)
  },
  photograph: (random) =>
    photograph(
      random,
      Array.from({ length: 4 }, () => anyColour(random)),
    ),
  'grey photograph': (random) =>
    photograph(
      random,
      Array.from({ length: 4 }, () => grey(random() * 255)),
    ),
  'dim photograph': (random) =>
    photograph(
      random,
      Array.from({ length: 4 }, () => around(random, grey(60), 90)),
    ),
  noise: (random) => () => anyColour(random),
  transparent: (random) => {
    const [red, green, blue] = anyColour(random)
    const size = 0.1 + random() * 0.3
    return (x, y) => [red, green, blue, Math.hypot(x - 0.5, y - 0.5) < size ? 1 : random() < 0.5 ? 0 : 0.2]
  },
}

export const COVER_KINDS: readonly string[] = Object.keys(KINDS)

/** `count` covers, each kind in turn; one in nine is three times as high as wide. */
export async function drawCovers(count: number, seed: number, sidePx = 96): Promise<CoverPicture[]> {
  const covers: CoverPicture[] = []
  for (let index = 0; index < count; index++) {
    const kind = COVER_KINDS[index % COVER_KINDS.length]!
    const isTall = index % 9 === 8
    covers.push(await drawCover(kind, seed + index, { sidePx, isTall, name: `${kind} ${seed + index}` }))
  }
  return covers
}

export async function drawCover(
  kind: string,
  seed: number,
  { sidePx, isTall = false, name = kind }: { sidePx: number; isTall?: boolean; name?: string },
): Promise<CoverPicture> {
  return { name: isTall ? `${name}, 1 : 3` : name, png: await encode(KINDS[kind]!(createRandom(seed)), sidePx, isTall) }
}

/** What no rule may fail on. */
const EXTREMES: Record<string, Drawing> = {
  white: one(grey(255)),
  black: one(grey(0)),
  'money’s orange': one([255, 122, 26]),
  'nothing at all': () => [0, 0, 0, 0],
  'the grey between': one(grey(118)),
  'pure blue': one([0, 0, 255]),
  'pure yellow': one([255, 255, 0]),
  'red on green': badge([0, 160, 60], [230, 30, 20], 0.3),
  'cream on orange': badge([255, 139, 61], [255, 250, 240], 0.28),
  'grey photograph': photograph(createRandom(7), [grey(20), grey(120), grey(235)]),
  'photograph of dusk': photograph(createRandom(11), [
    [250, 120, 60],
    [60, 30, 90],
    [240, 200, 150],
  ]),
  'three high, one wide': stripes(createRandom(5), [
    [255, 143, 184],
    [42, 22, 72],
    [246, 238, 226],
  ]),
}

/** Twelve. */
export function drawExtremes(sidePx: number): Promise<CoverPicture[]> {
  return Promise.all(
    Object.entries(EXTREMES).map(async ([name, drawing]) => ({
      name,
      png: await encode(drawing, sidePx, name === 'three high, one wide'),
    })),
  )
}

async function encode(drawing: Drawing, sidePx: number, isTall: boolean): Promise<Buffer> {
  const [width, height] = isTall ? [Math.round(sidePx / 3), sidePx] : [sidePx, sidePx]
  const data = new Uint8ClampedArray(width * height * 4)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [red, green, blue, alpha = 1] = drawing(x / width, y / height)
      data.set([red, green, blue, alpha * 255], (y * width + x) * 4)
    }
  }
  return sharp(Buffer.from(data.buffer), { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer()
}
