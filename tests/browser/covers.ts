/** Whether every text is readable in the colours of any cover: collects the pages on which covers colour something, exchanges
 * the colours as the server computes them for each cover, and measures the contrast of what is painted. */
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { readColors } from '#server/media/pictures/artwork.ts'
import { readPicture } from '#server/media/pictures/decode.ts'
import { toHex } from '#server/media/pictures/color-space.ts'
import type { Flood, FloodColors } from '#server/media/pictures/flood.ts'
import { inksOf, printFlood } from '#server/media/pictures/print.ts'
import type { WalkedWorld } from './catalogue-walk.ts'
import { openBrowser } from './chromium.ts'
import { copyPart, layOut, type Part } from './collage.ts'
import type { CoverPicture } from './cover-pictures.ts'
import type { ExtremeCatalogue } from './extreme-catalogue.ts'
import {
  findPaintedTexts,
  hideOthers,
  hover,
  measurePalettes,
  type NamedPalette,
  type PaintedText,
  preparePaint,
  readPaintedTexts,
} from './painted-text.ts'
import { settle } from './screen-faults.ts'
import { storeSession } from './stage.ts'

export const LEAST_CONTRAST = 4.5
const COLOUR_PX = 96
const WIDE = { width: 1440, height: 900 }
const THEMES = ['light', 'dark'] as const
const INKS = ['flood', 'on', 'two', 'three', 'under'] as const

/** The colours of covers, as of uploaded files. */
export async function colourCovers(covers: readonly CoverPicture[]): Promise<(FloodColors & { name: string })[]> {
  const all: (FloodColors & { name: string })[] = []
  for (const { name, png } of covers) all.push({ name, ...(await readPicture(png, COLOUR_PX, readColors)) })
  return all
}

/** The colours of a cover in one theme, for the parts that have a cover's, and for those below a photograph in two inks. */
export function paletteOf(colours: FloodColors & { name: string }, theme: 'light' | 'dark'): NamedPalette {
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

type Subject = { walk: WalkedWorld; extremes: ExtremeCatalogue }
export type Pages = { parts: Part[]; embeds: string[] }

/** Public pages and those of a user, while a song is selected in the player, and what the player shows on the full screen. */
export async function collectParts(browser: Browser, origin: string, { walk, extremes }: Subject): Promise<Part[]> {
  const { context, page } = await openBrowser(browser, origin, { ...WIDE, colorScheme: 'light' })
  await storeSession(context, walk.mara)
  const { albumId, trackIds } = walk.catalogue
  const parts: Part[] = []
  const take = async (name: string) => parts.push(await copyPart(page, name))
  await page.goto(`/album/${albumId}`, { waitUntil: 'load' })
  await settle(page)
  await page.getByRole('button', { name: /^Play Slow Lightning/ }).first().click()
  const player = page.getByRole('region', { name: 'Player', exact: true })
  await player.getByRole('button', { name: 'Pause', exact: true }).click()
  await take('album')
  await page.keyboard.press('f')
  const screen = page.getByRole('dialog', { name: 'Now playing' })
  for (const name of [/^Lyrics$/, /^Artwork$/, /^Messages$|^Comments$/, /^Bookmarks$/, /^Queue/, /^More$/]) {
    await screen.getByRole('button', { name }).first().click()
    await settle(page, 'h1, h2')
    parts.push({ name: `now playing, ${String(name)}`, html: await page.evaluate(() => document.body.innerHTML) })
  }
  await page.close()
  const { artistUrl } = extremes.releases[0]!
  const paths = walk.walked.filter(({ path }) => COLOURED.some((start) => path.startsWith(start))).map(({ path }) => path)
  const more = ['/', `/track/${trackIds[0]!}`, `/artist/${artistUrl}`, `/album/${extremes.releases[0]!.albumId}`]
  parts.push(...(await copyPages(context, [...new Set([...more, ...paths])])))
  await context.close()
  return parts
}

/** Everything else has no cover's colours. */
const COLOURED = [
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

type Measuring = { colours: readonly (FloodColors & { name: string })[]; parts: readonly Part[]; width: number }

/** The lowest contrast of each text, at rest and under the pointer, in both themes. */
export async function measureParts(
  browser: Browser,
  origin: string,
  { colours, parts, width }: Measuring,
): Promise<PaintedText[]> {
  const { context, page } = await openBrowser(browser, origin, { ...WIDE, width, colorScheme: 'light' })
  await page.goto('/offline', { waitUntil: 'load' })
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
  { colours, paths }: { colours: Measuring['colours']; paths: readonly string[] },
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

/** At rest and under the pointer, in both themes. */
async function measureStates(page: Page, colours: Measuring['colours']): Promise<PaintedText[]> {
  await page.emulateMedia({ colorScheme: 'light' })
  await findPaintedTexts(page)
  for (const list of [colours.slice(0, 1), colours.slice(1)]) {
    for (const isHovered of [false, true]) {
      await hover(page, isHovered)
      for (const theme of THEMES) {
        await page.emulateMedia({ colorScheme: theme })
        const state = isHovered ? `${theme}, hovered` : theme
        await measurePalettes(page, list.map((one) => ({ ...paletteOf(one, theme), name: `${one.name} (${state})` })))
      }
    }
    // Everything else has been measured once.
    await hideOthers(page)
  }
  return readPaintedTexts(page)
}
