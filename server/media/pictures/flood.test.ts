/** The colours of pages, for images of every kind. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { contrast, distance, fromHex, luminance, type Rgb, toOklch } from './color-space.ts'
import {
  type Flood,
  floodColors,
  INK_CONTRAST,
  NIGHT_LUMINANCE,
  ORANGE_DISTANCE,
  ORANGE_ON_UNDER,
  ORANGES,
  SHARE_CONTRAST,
} from './flood.ts'

const SIDE = 64

/** An image of horizontal bands, each with a colour and a share of the height. */
function bands(...parts: [hex: string, share: number][]): Uint8Array {
  const rows = parts.flatMap(([hex, share]) => Array<Rgb>(Math.round(share * SIDE)).fill(fromHex(hex)))
  return Uint8Array.from(rows.flatMap((rgb) => Array<Rgb>(SIDE).fill(rgb).flat()))
}

function assertReadable(pixels: Uint8Array, name: string): void {
  const { day, night } = floodColors(pixels)
  for (const [time, set] of Object.entries({ day, night })) assertSet(set, `${name}, ${time}: ${JSON.stringify(set)}`)
  assert.ok(luminance(fromHex(night.flood)) <= NIGHT_LUMINANCE, `${name}: too bright in the dark theme`)
}

function assertSet({ flood, on, two, three, under }: Flood, name: string): void {
  const against = (one: string, other: string) => contrast(fromHex(one), fromHex(other))
  assert.ok(against(on, flood) >= INK_CONTRAST, `${name}: text`)
  assert.ok(against(two, flood) >= SHARE_CONTRAST, `${name}: second share`)
  assert.ok(against(three, flood) >= SHARE_CONTRAST, `${name}: third share`)
  assert.ok(against('#ff8b3d', under) >= ORANGE_ON_UNDER, `${name}: orange below the line`)
  assert.ok(against('#fffaf0', under) >= 7, `${name}: text below the line`)
  for (const orange of ORANGES)
    assert.ok(distance(fromHex(flood), orange) >= ORANGE_DISTANCE, `${name}: money's orange`)
}

test('any image yields readable colours in the light and the dark theme', () => {
  const colour = fc.uint8Array({ minLength: 3, maxLength: 3 })
  const picture = fc
    .array(fc.tuple(colour, fc.integer({ min: 1, max: 400 })), { minLength: 1, maxLength: 12 })
    .map((parts) =>
      Uint8Array.from(
        parts.flatMap(([rgb, count]) =>
          Array<number[]>(count)
            .fill([...rgb])
            .flat(),
        ),
      ),
    )
  fc.assert(
    fc.property(picture, (pixels) => assertReadable(pixels, 'picture')),
    { numRuns: 300 },
  )
})

test('images of one colour, noise and gradients yield readable colours', () => {
  for (const hex of [
    '#ffffff',
    '#fefefe',
    '#000000',
    '#010101',
    '#808080',
    '#777777',
    '#ff7a1a',
    '#ff8b3d',
    '#ff0000',
  ]) {
    assertReadable(bands([hex, 1]), hex)
  }
  assertReadable(Uint8Array.of(12, 200, 99), 'one pixel')
  assertReadable(new Uint8Array(0), 'no pixel')
  let seed = 1
  const noise = Uint8Array.from({ length: SIDE * SIDE * 3 }, () => (seed = (seed * 48_271) % 2_147_483_647) & 255)
  assertReadable(noise, 'noise')
  const gradient = Uint8Array.from({ length: SIDE * SIDE * 3 }, (_, at) => (at / (SIDE * SIDE * 3)) * 255)
  assertReadable(gradient, 'gradient')
})

test('the colour with the largest area and chroma becomes the flood, and its opposite the text', () => {
  const { day, night } = floodColors(bands(['#ff8fb8', 0.5], ['#2a1648', 0.25], ['#f6eee2', 0.15], ['#d6246e', 0.1]))
  assert.equal(day.flood, '#ff8fb8')
  assert.equal(day.on, '#2a1648')
  assert.equal(day.under, '#1e1033')
  // Cream made readable on pink would be grey.
  assert.equal(day.three, day.on)
  // In the dark theme they change places.
  assert.equal(night.flood, '#2a1648')
  assert.equal(night.on, '#ff8fb8')
})

test('a dark flood stays the flood in the dark theme', () => {
  const { day, night } = floodColors(bands(['#2a1648', 0.6], ['#5ee6b3', 0.2], ['#ff8fb8', 0.2]))
  assert.equal(day.flood, '#2a1648')
  assert.equal(night.flood, '#2a1648')
  assert.equal(day.under, '#160c24')
})

test('an image in the orange of money gets another of its colours, or amber', () => {
  assert.equal(floodColors(bands(['#ff7a1a', 1])).day.flood, '#ffd27a')
  assert.equal(floodColors(bands(['#ff7a1a', 0.8], ['#5a35e0', 0.2])).day.flood, '#5a35e0')
})

test('a flood whose lightness is changed keeps its hue', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 3, maxLength: 3 }), (pixel) => {
      const { flood } = floodColors(pixel).day
      const [before, after] = [toOklch([pixel[0]!, pixel[1]!, pixel[2]!]), toOklch(fromHex(flood))]
      if (flood === '#ffd27a' || before.chroma < 0.02 || after.chroma < 0.02) return
      const turn = Math.abs(before.hue - after.hue)
      assert.ok(Math.min(turn, 2 * Math.PI - turn) < 0.15, `${before.hue} ${after.hue}`)
    }),
  )
})
