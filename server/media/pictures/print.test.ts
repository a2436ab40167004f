/** Prints in two inks: text is readable on any photograph, in the colours of any cover. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { contrast, fromHex, luminance, type Rgb } from './color-space.ts'
import { readPicture } from './decode.ts'
import { floodColors, TEXT_CONTRAST } from './flood.ts'
import { cropAround } from './photograph.ts'
import { inksOf, PRINT_TEXT, printFlood, printPicture } from './print.ts'

const WIDTH = 180
const HEIGHT = 120

/** Values by position; the same seed gives the same noise. */
function picture(valueAt: (x: number, y: number, noise: () => number) => Rgb): Promise<Buffer> {
  let seed = 7
  const noise = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647
  const data = Buffer.alloc(WIDTH * HEIGHT * 3)
  for (let at = 0; at < WIDTH * HEIGHT; at++) data.set(valueAt(at % WIDTH, Math.floor(at / WIDTH), noise), at * 3)
  return sharp(data, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
    .png()
    .toBuffer()
}

const grey = (value: number): Rgb => [value, value, value]
const photographs: Record<string, Promise<Buffer>> = {
  white: picture(() => grey(255)),
  black: picture(() => grey(0)),
  'one colour': picture(() => [240, 140, 20]),
  gradient: picture((x) => grey(Math.round((x / WIDTH) * 255))),
  stripes: picture((x) => grey(x % 8 < 4 ? 255 : 0)),
  noise: picture((_x, _y, noise) => grey(Math.floor(noise() * 256))),
  'coloured noise': picture((_x, _y, noise) => [noise(), noise(), noise()].map((n) => Math.floor(n * 256)) as never),
  'dots of light': picture((_x, _y, noise) => (noise() > 0.99 ? grey(255) : grey(10))),
}

const solid = (...hexes: string[]) =>
  floodColors(Uint8Array.from(hexes.flatMap((hex) => Array.from({ length: 64 }, () => fromHex(hex)).flat())))
const covers = {
  pink: solid('#ff8fb8', '#2a1648', '#d6246e'),
  yellow: solid('#ffd27a', '#2a1648'),
  violet: solid('#5a35e0', '#fffaf0'),
  mint: solid('#5ee6b3', '#1b1524'),
  white: solid('#ffffff'),
  black: solid('#000000'),
  grey: solid('#808080'),
  orange: solid('#ff7a1a'),
  blue: solid('#0000ff', '#ffff00'),
}

async function lowestContrast(jpeg: Buffer): Promise<{ lowest: number; spread: number }> {
  const { data } = await sharp(jpeg).raw().toBuffer({ resolveWithObject: true })
  let [lightest, darkest] = [0, 1]
  for (let at = 0; at < data.length; at += 3) {
    const light = luminance([data[at]!, data[at + 1]!, data[at + 2]!])
    lightest = Math.max(lightest, light)
    darkest = Math.min(darkest, light)
  }
  return { lowest: (luminance(PRINT_TEXT) + 0.05) / (lightest + 0.05), spread: lightest - darkest }
}

for (const [cover, colors] of Object.entries(covers)) {
  test(`text is readable at every point of every photograph in the inks of a ${cover} cover`, async () => {
    const inks = inksOf(colors)
    for (const [name, bytes] of Object.entries(photographs)) {
      for (const time of ['day', 'night'] as const) {
        const jpeg = await readPicture(await bytes, 2_400, (upright) =>
          printPicture(upright, { left: 0, top: 0, width: WIDTH, height: HEIGHT }, 1_920, inks[time]),
        )
        const { lowest, spread } = await lowestContrast(jpeg)
        assert.ok(lowest >= TEXT_CONTRAST, `${name} by ${time}: ${lowest.toFixed(2)} : 1`)
        if (name === 'gradient') assert.ok(spread > 0.05, `${name} by ${time} is a picture still: ${spread}`)
      }
    }
  })
}

test('a page with a print has readable colours in both themes', () => {
  for (const [cover, colors] of Object.entries(covers)) {
    const { day, night } = printFlood(colors)
    for (const { flood, on, two } of [day, night]) {
      assert.ok(contrast(fromHex(on), fromHex(flood)) >= TEXT_CONTRAST, cover)
      assert.ok(contrast(fromHex(two), fromHex(flood)) >= 3, cover)
      assert.ok(contrast(PRINT_TEXT, fromHex(flood)) >= TEXT_CONTRAST, cover)
    }
  }
})

test('a crop has its shape, is inside the image, and contains the focal point', () => {
  for (const [width, height] of [
    [1_000, 3_000],
    [3_000, 1_000],
    [1, 1],
    [1_920, 1_200],
  ] as const) {
    for (const focus of [
      { x: 0, y: 0 },
      { x: 1, y: 1 },
      { x: 0.5, y: 0.33 },
    ]) {
      for (const ratio of [1.6, 0.667]) {
        const crop = cropAround(focus, { width, height }, ratio)
        assert.ok(crop.left >= 0 && crop.top >= 0, JSON.stringify(crop))
        assert.ok(crop.left + crop.width <= width && crop.top + crop.height <= height, JSON.stringify(crop))
        assert.ok(focus.x * width >= crop.left && focus.x * width <= crop.left + crop.width)
        if (width > 1) assert.ok(Math.abs(crop.width / crop.height - ratio) < 0.01, JSON.stringify(crop))
      }
    }
  }
})
