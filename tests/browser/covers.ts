/** Whether every text is readable in the colours of any cover: collects the pages on which covers colour something, exchanges
 * the colours as the server computes them for each cover, and measures the contrast of what is painted. */
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { readColors } from '#server/media/pictures/artwork.ts'
import { readPicture } from '#server/media/pictures/decode.ts'
import { toHex } from '#server/media/pictures/color-space.ts'
import type { Flood, FloodColors } from '#server/media/pictures/flood.ts'
import { inksOf, printFlood } from '#server/media/pictures/print.ts'
import type { TestUser } from '../users.ts'
import { openBrowser, untilAwake } from './chromium.ts'
import { copyPart, layOut, type Part } from './collage.ts'
import type { CoverPicture } from './cover-pictures.ts'
import { findPaintedTexts, hover, measurePalettes, narrow, preparePaint, readPaintedTexts } from './painted-text.ts'
import type { NamedPalette, PaintedText } from './paint-in-page.ts'
import { settle } from './screen-faults.ts'
import { storeSession } from './stage.ts'

export const LEAST_CONTRAST = 4.5
const COLOUR_PX = 96
const WIDE = { width: 1440, height: 900 }
const THEMES = ['light', 'dark'] as const
type Theme = (typeof THEMES)[number]
const INKS = ['flood', 'on', 'two', 'three', 'under'] as const

/** The colours of covers, as of uploaded files. */
export async function colourCovers(covers: readonly CoverPicture[]): Promise<NamedColours[]> {
  const all: NamedColours[] = []
  for (const { name, png } of covers) all.push({ name, ...(await readPicture(png, COLOUR_PX, readColors)) })
  return all
}

/** The colours of a cover in one theme, for the parts that have a cover's, and for those below a photograph in two inks. */
export function paletteOf(colours: NamedColours, theme: Theme): NamedPalette {
  const time = theme === 'light' ? 'day' : 'night'
  const printed = printFlood(colours)
  const list = (set: Flood, prefix: string) => INKS.map((ink) => [`--${prefix}-${ink}`, set[ink]] as const)
  return {
    name: colours.name,
    properties: Object.fromEntries([
      ...list(colours[time], 'cover'),
      ...list(printed[time], 'print'),
      ['--cover-print', toHex(inksOf(colours)[time].light)],
    ]),
  }
}

export type NamedColours = FloodColors & { name: string }

/** All elements that have the colours of a cover get those of the palette. */
function takePalettes(): void {
  const inks = ['flood', 'on', 'two', 'three', 'under']
  for (const one of document.querySelectorAll<HTMLElement>('[style*="--flood"]')) {
    const isPrinted = one.querySelector(':scope picture') !== null && !one.parentElement?.closest('[style*="--flood"]')
    const prefix = isPrinted ? 'print' : 'cover'
    for (const ink of inks) one.style.setProperty(`--${ink}`, `var(--${prefix}-${ink})`)
  }
}

/** An embed has its colours at the root. */
function takePalettesAtRoot(): void {
  for (const ink of ['flood', 'on', 'two', 'three', 'under'])
    document.documentElement.style.setProperty(`--${ink}`, `var(--cover-${ink})`)
}

/** What is shown: the pages at `paths`, while a song of the album is selected in the player. */
export type Subject = { user: TestUser; albumId: string; paths: readonly string[] }

/** Also the panels of the player's full screen. */
export async function collectParts(browser: Browser, origin: string, subject: Subject): Promise<Part[]> {
  const { context, page } = await openBrowser(browser, origin, { ...WIDE, colorScheme: 'light' })
  await storeSession(context, subject.user)
  await page.goto(`/album/${subject.albumId}`, { waitUntil: 'load' })
  await settle(page)
  await page
    .getByRole('button', { name: /^Play Slow Lightning/ })
    .first()
    .click()
  const player = page.getByRole('region', { name: 'Player', exact: true })
  await player.getByRole('button', { name: 'Pause', exact: true }).click()
  const parts = [await copyPart(page, 'album')]
  await page.keyboard.press('f')
  const screen = page.getByRole('dialog', { name: 'Now playing' })
  for (const name of PANELS) {
    await screen.getByRole('button', { name }).first().click()
    await settle(page, 'h1, h2')
    parts.push({ name: `now playing, ${name.source}`, html: await page.evaluate(() => document.body.innerHTML) })
  }
  await page.close()
  parts.push(...(await copyPages(context, subject.paths)))
  await context.close()
  return parts
}

const PANELS = [/Lyrics/, /Artwork/, /Messages|Comments/, /Bookmarks/, /Queue/, /More/]

/** Whether covers colour something on the page at this path. */
export const isColoured = (path: string): boolean => path === '/' || COLOURED.some((start) => path.startsWith(start))

const COLOURED = [
  '/album/',
  '/track/',
  '/top',
  '/new',
  '/artist',
  '/shows',
  '/podcast',
  '/search?',
  '/genre',
  '/moods',
  '/for-you',
  '/episode',
  '/playlist/',
  '/library',
  '/profile',
  '/transactions',
  '/welcome',
  '/design',
]
const AT_ONCE = 2

async function copyPages(context: BrowserContext, paths: readonly string[]): Promise<Part[]> {
  const parts: Part[] = []
  const waiting = [...paths]
  const copyOthers = async () => {
    const page = await context.newPage()
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
      await page.goto(path, { waitUntil: 'load' })
      // Some examples of components stay in their loading state.
      const isRestless = path === '/design'
      if (isRestless) await page.getByRole('heading', { name: 'Design', exact: true }).waitFor()
      else await settle(page)
      parts.push(await copyPart(page, path.replaceAll(/[0-9a-f-]{30,}/g, '…'), isRestless))
    }
    await page.close()
  }
  await Promise.all(Array.from({ length: AT_ONCE }, copyOthers))
  return parts
}

type Measuring = { colours: readonly NamedColours[]; parts: readonly Part[]; width: number }

/** The lowest contrast of each text, at rest and under the pointer, in both themes. */
export async function measureParts(
  browser: Browser,
  origin: string,
  { colours, parts, width }: Measuring,
): Promise<PaintedText[]> {
  const { context, page } = await openBrowser(browser, origin, { ...WIDE, width, colorScheme: 'light' })
  await page.goto('/offline', { waitUntil: 'load' })
  await untilAwake(page)
  await layOut(page, parts)
  await preparePaint(page)
  await page.evaluate(takePalettes)
  const texts = await measureStates(page, colours)
  await context.close()
  return texts
}

/** The shapes of an embed: strip, wide and tall. */
const EMBEDS = [
  { width: 420, height: 88 },
  { width: 700, height: 252 },
  { width: 340, height: 520 },
]

export async function measureEmbeds(
  browser: Browser,
  origin: string,
  { colours, paths }: { colours: readonly NamedColours[]; paths: readonly string[] },
): Promise<PaintedText[]> {
  const results: PaintedText[] = []
  for (const size of EMBEDS) {
    const { context, page } = await openBrowser(browser, origin, { ...size, colorScheme: 'light' })
    for (const path of paths) {
      await page.goto(path, { waitUntil: 'load' })
      await preparePaint(page)
      await page.evaluate(takePalettesAtRoot)
      const part = `embed ${size.width} × ${size.height}`
      results.push(...(await measureStates(page, colours)).map((one) => ({ ...one, part })))
    }
    await context.close()
  }
  return results
}

/** At rest and under the pointer, in both themes. Texts with the same rule are measured once. */
async function measureStates(page: Page, colours: readonly NamedColours[]): Promise<PaintedText[]> {
  await page.emulateMedia({ colorScheme: 'light' })
  await findPaintedTexts(page)
  await measureInStates(page, (theme) => SAMPLES.map((one) => ({ ...paletteOf(one, theme), isSample: true })))
  await narrow(page)
  await measureInStates(page, (theme) => colours.map((one) => paletteOf(one, theme)))
  return readPaintedTexts(page)
}

async function measureInStates(page: Page, palettesOf: (theme: Theme) => NamedPalette[]): Promise<void> {
  for (const isHovered of [false, true]) {
    await hover(page, isHovered)
    for (const theme of THEMES) {
      await page.emulateMedia({ colorScheme: theme })
      const state = isHovered ? `${theme}, hovered` : theme
      await measurePalettes(
        page,
        palettesOf(theme).map((one) => ({ ...one, name: `${one.name} (${state})` })),
      )
    }
  }
}

/** Five colours that differ, twice. */
const SAMPLES: readonly NamedColours[] = [
  ['#aa3311', '#f1e2d3', '#11aa55', '#2255cc', '#102030'],
  ['#d0f0a0', '#203010', '#702090', '#905010', '#301020'],
].map(([flood = '', on = '', two = '', three = '', under = '']) => {
  const set = { flood, on, two, three, under }
  return { name: 'sample', day: set, night: set }
})

/** The texts below 4.5 : 1, the faintest first, each kind of element once. */
export function describeFaults(texts: readonly PaintedText[]): string[] {
  const faults = new Map<string, string>()
  for (const one of texts.toSorted((a, b) => a.contrast - b.contrast)) {
    const { contrast, part, place, text, palette, ink, ground } = one
    if (contrast >= LEAST_CONTRAST || faults.has(place)) continue
    faults.set(place, `${contrast} ${part}: "${text}", ${ink} on ${ground}, ${palette}, ${place}`)
  }
  return [...faults.values()]
}
