/** Whether every text is readable in the colours of any cover: 500 covers through one page of all components, twelve extreme
 * releases through their pages. Prints the lowest contrast of each page and every fault; with a folder, saves pictures of
 * the extremes there. `npm run covers [folder] [number of covers]` */
import fs from 'node:fs'
import path from 'node:path'
import type { Browser } from 'playwright-core'
import { fillWalkedWorld } from '#tests/browser/catalogue-walk.ts'
import { launchBrowser, openBrowser } from '#tests/browser/chromium.ts'
import { showAll } from '#tests/browser/collage.ts'
import { drawCovers, drawExtremes } from '#tests/browser/cover-pictures.ts'
import {
  collectParts,
  colourCovers,
  describeFaults,
  isColoured,
  LEAST_CONTRAST,
  measureEmbeds,
  measureParts,
} from '#tests/browser/covers.ts'
import { type ExtremeCatalogue, fillExtremes } from '#tests/browser/extreme-catalogue.ts'
import type { PaintedText } from '#tests/browser/paint-in-page.ts'
import { findPaintedTexts, preparePaint, readDrawnTexts } from '#tests/browser/painted-text.ts'
import { overflowOf, settle } from '#tests/browser/screen-faults.ts'
import { startTestServer } from '#tests/test-database.ts'
import { createTestWorld } from '#tests/world.ts'
import { buildPages, isBuilt } from './build.ts'

const COVERS = 500
const SEED = 1
const WIDTHS = [1440, 390]
const HEIGHTS: Record<number, number> = { 1440: 900, 390: 844 }
const TALLEST_PICTURE_PX = 12_000

const [folder, count = String(COVERS)] = process.argv.slice(2)
const faults: string[] = []

if (!isBuilt()) await buildPages()
const database = await startTestServer()
process.env['PEAL_TEST_DATABASE_URL'] = database.url
const stack = new AsyncDisposableStack()
stack.defer(() => database.release())
const world = stack.use(await createTestWorld({ pages: true, settings: { STEP_UP_MSAT: '1000000000' } }))
const browser = await launchBrowser()
stack.defer(() => browser.close())
const walk = await fillWalkedWorld(world)
const [trackId = ''] = walk.catalogue.trackIds
const extremes = await fillExtremes(world, { owner: walk.mara, trackId }, { isLarge: true })
await measureAll()
await walkExtremes(browser, extremes)
await stack.disposeAsync()
for (const fault of faults) console.log(fault)
console.log(`${faults.length} faults`)
process.exit(faults.length === 0 ? 0 : 1)

/** All covers through one page with every component, and through the embedded player. */
async function measureAll(): Promise<void> {
  const { albumId } = walk.catalogue
  const first = extremes.releases[0]!
  const walked = walk.walked.map(({ path }) => path).filter(isColoured)
  const paths = [...new Set(['/', ...walked, `/album/${first.albumId}`, `/artist/${first.artistUrl}`])]
  const parts = await collectParts(browser, world.origin, { user: walk.mara, albumId, paths })
  const colours = await colourCovers([...(await drawExtremes(96)), ...(await drawCovers(Number(count), SEED))])
  const texts: PaintedText[] = []
  for (const width of WIDTHS) texts.push(...(await measureParts(browser, world.origin, { colours, parts, width })))
  const embeds = [`/embed/album/${albumId}`, `/embed/track/${trackId}`]
  texts.push(...(await measureEmbeds(browser, world.origin, { colours, paths: embeds })))
  console.log(`${colours.length} covers, ${texts.length} texts, by day and by night, at rest and under the pointer`)
  for (const [part, all] of Map.groupBy(texts, (one) => one.part)) {
    const worst = all.toSorted((a, b) => a.contrast - b.contrast)[0]!
    console.log(`${part}: at least ${worst.contrast} : 1, "${worst.text}", ${worst.palette}`)
  }
  faults.push(...describeFaults(texts))
}

/** Texts on pictures and drawings, what is wider than the window, and pictures to look at. */
async function walkExtremes(browser: Browser, { releases, ...more }: ExtremeCatalogue): Promise<void> {
  const paths = releases.flatMap(({ albumId, trackId: id, artistUrl }) => [
    `/album/${albumId}`,
    `/track/${id}`,
    `/artist/${artistUrl}`,
  ])
  const others = [`/artist/${more.bareArtistUrl}`, `/album/${more.bareAlbumId}`]
  const { podcastId, episodeId } = walk.catalogue
  const shared = [
    '/',
    '/top',
    '/new',
    `/episode/${episodeId}`,
    `/podcast/${podcastId}`,
    `/embed/album/${releases[0]!.albumId}`,
  ]
  const mara = walk.walked.map(({ path }) => path).filter((path) => path.startsWith('/artist/'))
  for (const width of WIDTHS) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const screen = { width, height: HEIGHTS[width]!, colorScheme }
      const { context, page } = await openBrowser(browser, world.origin, screen)
      for (const [index, address] of [...paths, ...others, ...shared, ...mara].entries()) {
        const where = `${address} at ${width} px, ${colorScheme}`
        await page.goto(address, { waitUntil: 'load' })
        if (!address.startsWith('/embed/')) {
          await settle(page)
          await showAll(page)
        }
        if (folder !== undefined) {
          const height = Math.min(TALLEST_PICTURE_PX, await page.evaluate(() => document.documentElement.scrollHeight))
          const name = `${String(index).padStart(2, '0')}-${width}-${colorScheme}.jpg`
          fs.mkdirSync(folder, { recursive: true })
          await page.screenshot({
            path: path.join(folder, name),
            quality: 70,
            clip: { x: 0, y: 0, width, height },
            fullPage: true,
          })
        }
        faults.push(...(await overflowOf(page)).map((fault) => `${where}: ${fault}`))
        await preparePaint(page)
        await findPaintedTexts(page)
        for (const { text, place, contrast } of await readDrawnTexts(page))
          if (contrast < LEAST_CONTRAST)
            faults.push(`${contrast.toFixed(2)} ${where}: "${text}" on a drawing, ${place}`)
      }
      await context.close()
    }
  }
}
