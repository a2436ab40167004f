/** Cards as images: decoded, and compared by region. */
import assert from 'node:assert/strict'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import sharp from 'sharp'
import { renderCard } from '#server/cards/render.ts'
import { coverColors } from '#server/media/pictures/colors.ts'
import { CARD_HEIGHT, CARD_WIDTH, type CardPicture } from './card.ts'
import { makeCardImage } from './card-image.ts'
import { floodOf } from './colours.ts'
import type { Wave } from './waves.ts'

const LINE_Y = 486

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'peal-cards-'))
after(() => fs.rmSync(folder, { recursive: true, force: true }))

const wave: Wave = {
  durationSeconds: 200,
  bucketSeconds: 1,
  peaks: Array.from({ length: 300 }, (_, at) => 20 + ((at * 37) % 70)),
  shares: [{ bucket: 0, thousandths: [700, 300] }],
  sums: [
    { bucket: 20, msatAmount: 21_000_000 },
    { bucket: 150, msatAmount: 3_000_000 },
  ],
}
const plain: CardPicture = {
  brand: 'Peal',
  title: 'Slow Lightning',
  byline: 'Ada Marlow',
  notes: [],
  sats: '24,000 sats',
  colours: floodOf(null),
  wave,
  played: null,
  hasCover: false,
}

type Rgb = [number, number, number]

/** A cover of one colour, and a card in the colours that the server finds in it. */
async function withCover(name: string, background: Rgb, picture: Partial<CardPicture> = {}) {
  const [r, g, b] = background
  const image = sharp({ create: { width: 640, height: 640, channels: 3, background: { r, g, b } } })
  const file = path.join(folder, `${name}.webp`)
  await image.clone().webp().toFile(file)
  const colours = floodOf(coverColors(await image.resize(96, 96).raw().toBuffer()))
  return { picture: { ...plain, ...picture, colours, hasCover: true }, file }
}

async function readPixels(jpeg: Buffer) {
  const { data, info } = await sharp(jpeg).raw().toBuffer({ resolveWithObject: true })
  assert.deepEqual([info.width, info.height, info.channels], [CARD_WIDTH, CARD_HEIGHT, 3])
  const at = (x: number, y: number): Rgb => [0, 1, 2].map((c) => data[(y * CARD_WIDTH + x) * 3 + c]!) as Rgb
  /** How many pixels of a region match. */
  const count = (x: [number, number], y: [number, number], matches: (pixel: Rgb) => boolean): number => {
    let found = 0
    for (let row = y[0]; row < y[1]; row++)
      for (let column = x[0]; column < x[1]; column++) if (matches(at(column, row))) found++
    return found
  }
  return { at, count }
}

const near = (hex: string, within = 40) => {
  const wanted = [1, 3, 5].map((from) => Number.parseInt(hex.slice(from, from + 2), 16))
  return (pixel: Rgb) => pixel.every((channel, index) => Math.abs(channel - wanted[index]!) <= within)
}
const isOrange = near('#ff8b3d')

/** What every card has. */
async function check(picture: CardPicture, jpeg: Buffer) {
  assert.ok(jpeg.length <= 100_000, `${picture.title.slice(0, 20)}: ${jpeg.length} bytes`)
  const { at, count } = await readPixels(jpeg)
  const { colours } = picture
  assert.ok(near(colours.flood, 12)(at(4, 4)), `${picture.title.slice(0, 20)}: the flood reaches the corner`)
  assert.ok(
    near(colours.under, 12)(at(CARD_WIDTH - 3, CARD_HEIGHT - 3)),
    'the background below the line reaches the corner',
  )
  assert.ok(count([0, 600], [LINE_Y, CARD_HEIGHT], isOrange) > 100, 'the mark and the sats are below the line')
  return { at, count }
}

test('a card has the title, the waveform above the line, and the sats below it in orange', async () => {
  const { picture, file } = await withCover('green', [40, 120, 70])
  const { at, count } = await check(picture, await makeCardImage(picture, file))
  const isOn = near(picture.colours.on)
  assert.ok(count([50, 800], [50, 250], isOn) > 5_000, 'the title')
  assert.ok(count([0, CARD_WIDTH], [370, LINE_Y], isOn) > 5_000, 'the sound')
  assert.equal(count([0, CARD_WIDTH], [0, LINE_Y - 4], isOrange), 0, 'orange is money, and money is below the line')
  assert.ok(count([0, CARD_WIDTH], [LINE_Y + 5, LINE_Y + 70], isOrange) > 300, 'the sats')
  assert.ok(near('#287846', 12)(at(1_100, 100)), 'the cover')
})

test('without sats nothing is drawn below the line', async () => {
  const { count } = await check(
    { ...plain, wave: { ...wave, sums: [] }, sats: null },
    await makeCardImage({ ...plain, wave: { ...wave, sums: [] }, sats: null }, null),
  )
  assert.equal(count([0, CARD_WIDTH], [LINE_Y + 5, LINE_Y + 70], isOrange), 0)
})

const noisy = { ...wave, peaks: Array.from({ length: 300 }, (_, at) => (at * 97) % 101) }

const extremes: [name: string, cover: Rgb | null, picture: Partial<CardPicture>, isTitled: boolean][] = [
  ['no artwork', null, {}, true],
  ['one letter', [200, 30, 60], { title: 'O' }, true],
  ['255 letters without a space', [90, 40, 160], { title: 'W'.repeat(255) }, true],
  ['255 letters in words', [20, 20, 30], { title: 'long words of a title '.repeat(12).slice(0, 255) }, true],
  ['Japanese', [240, 200, 40], { title: '雨のあと', byline: '森' }, false],
  ['Arabic', [30, 90, 140], { title: 'بعد المطر', byline: 'فيروز' }, false],
  ['emoji only', [250, 120, 160], { title: '🌧️🎶', byline: null }, false],
  ['emoji and letters', [60, 160, 150], { title: 'Rain 🌧️ and Ångström' }, true],
  ['grey cover', [128, 128, 128], { wave: noisy }, true],
  ['white cover', [255, 255, 255], { title: 'Weiß' }, true],
  ['black cover', [0, 0, 0], { title: 'Black' }, true],
  ['orange cover', [255, 139, 61], { title: 'Orange' }, true],
  ['no sound', [70, 50, 200], { wave: null, sats: null, title: 'A profile' }, true],
  ['markup', [70, 50, 100], { title: '</svg><script>"&\'', byline: '<b>&</b>', brand: '<Peal>' }, true],
]

for (const [name, cover, more, isTitled] of extremes) {
  test(`a card is drawn: ${name}`, async () => {
    const made = cover && (await withCover(name.replaceAll(' ', '-'), cover, more))
    const picture = made?.picture ?? { ...plain, ...more }
    const { count } = await check(picture, await makeCardImage(picture, made?.file ?? null))
    const ink = count([40, 560], [40, 240], near(picture.colours.on))
    assert.equal(ink > 300, isTitled, `${ink} pixels of ink`)
  })
}

test('the server draws cards in a child process, and each is at most 100 kB, with any cover', async () => {
  const noise = await sharp({
    create: {
      width: 640,
      height: 640,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .webp({ quality: 95 })
    .toBuffer()
  const file = path.join(folder, 'noise.webp')
  fs.writeFileSync(file, noise)
  const picture = { ...plain, hasCover: true, title: '雨' }
  const jpeg = await renderCard(picture, file)
  await check(picture, jpeg)
})
