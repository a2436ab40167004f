/** Takes the pictures of README.md from a running server with the demo catalogue: `node scripts/start.mjs
 * readme-pictures ORIGIN`. One of them is animated: a song plays while a visitor browses. */
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { settle, stopAnimations } from '#tests/browser/screen-faults.ts'
import { launchBrowser } from '#tests/browser/chromium.ts'
import { endWithUsage } from './command-line.ts'

const DOCS = fileURLToPath(new URL('../docs', import.meta.url))
const DESK = { width: 1440, height: 900 }
const MOVING = { width: 960, height: 600 }
const FRAME_MS = 250
/** Frames of each page of the animation. */
const FRAMES_PER_PAGE = 12

const [origin] = process.argv.slice(2)
if (origin === undefined) endWithUsage('Usage: node scripts/start.mjs readme-pictures ORIGIN')
const browser = await launchBrowser()
await takeStill(browser, origin, '/', 'screenshot.png', 'light')
await takeStill(browser, origin, '/top', 'screenshot-top.png', 'dark')
await takeMoving(browser, origin, 'moving.webp')
await browser.close()

async function takeStill(on: Browser, base: string, at: string, name: string, colorScheme: 'light' | 'dark') {
  const page = await on.newPage({ baseURL: base, viewport: DESK, colorScheme })
  await page.goto(at)
  await settle(page)
  await startPlaying(page)
  await page.waitForTimeout(3_000)
  await stopAnimations(page)
  await sharp(await page.screenshot())
    .png({ palette: true, colours: 128 })
    .toFile(path.join(DOCS, name))
  await page.close()
}

/** Home, then the album, then its artist, by links, so that the song keeps playing. */
async function takeMoving(on: Browser, base: string, name: string): Promise<void> {
  const page = await on.newPage({ baseURL: base, viewport: MOVING, colorScheme: 'light' })
  await page.goto('/')
  await settle(page)
  await startPlaying(page)
  const frames = await takeFrames(page)
  for (const link of ['main a[href^="/album/"]', 'main a[href^="/artist/"]']) {
    await page.locator(link).first().click()
    await settle(page)
    frames.push(...(await takeFrames(page)))
  }
  await sharp(frames, { join: { animated: true } })
    .webp({ loop: 0, delay: frames.map(() => FRAME_MS), quality: 60, effort: 6 })
    .toFile(path.join(DOCS, name))
  await page.close()
}

async function startPlaying(page: Page): Promise<void> {
  await page
    .locator('main')
    .getByRole('button', { name: /^Play / })
    .first()
    .click()
  await page.getByRole('region', { name: 'Player' }).waitFor()
}

async function takeFrames(page: Page): Promise<Buffer[]> {
  const frames: Buffer[] = []
  for (let count = 0; count < FRAMES_PER_PAGE; count++) {
    frames.push(await page.screenshot())
    await page.waitForTimeout(FRAME_MS)
  }
  return frames
}
