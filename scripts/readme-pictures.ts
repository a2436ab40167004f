/** Takes the pictures of README.md from a running server with the demo catalogue: `node scripts/start.mjs
 * readme-pictures ORIGIN`. One of them is animated: a song plays while a visitor browses, and zaps of the demo's listener
 * arrive. */
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { settle, stopAnimations } from '#tests/browser/screen-faults.ts'
import { launchBrowser } from '#tests/browser/chromium.ts'
import { endWithUsage } from './command-line.ts'

const DOCS = fileURLToPath(new URL('../docs', import.meta.url))
const DESK = { width: 1440, height: 900 }
const MOVING = { width: 1280, height: 800 }
const MOVING_WIDTH = 960
const FRAME_MS = 250
/** Frames of each page of the animation. */
const FRAMES_PER_PAGE = 12
const LISTENER = { email: 'listener@peal.example', password: 'peal-demo-listener' }
/** What arrives on the page of the album, and before which of its frames. */
const ZAPS = [
  { frame: 2, sats: 1_000, second: 44, comment: 'Louder, please.' },
  { frame: 7, sats: 2_100, second: 60, comment: 'This is where the rain begins.' },
]

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
  await page.waitForTimeout(1_000)
  const frames = await takeFrames(page)
  await follow(page, 'main a[href^="/album/"]')
  const horizon = page.locator('[data-horizon="whole"]').first()
  await horizon.evaluate((one) => scrollBy(0, one.getBoundingClientRect().bottom - innerHeight * 0.8))
  frames.push(...(await takeFrames(page, await prepareZaps(page, base))))
  await follow(page, 'main a[href^="/artist/"]')
  frames.push(...(await takeFrames(page)))
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

async function follow(page: Page, link: string): Promise<void> {
  await page.locator(link).first().click()
  // Nothing is shown as hovered.
  await page.mouse.move(0, 0)
  await settle(page)
}

type BeforeFrame = (frame: number) => Promise<void>

async function takeFrames(page: Page, before: BeforeFrame = async () => {}): Promise<Buffer[]> {
  const frames: Buffer[] = []
  for (let count = 0; count < FRAMES_PER_PAGE; count++) {
    await before(count)
    frames.push(
      await sharp(await page.screenshot())
        .resize(MOVING_WIDTH)
        .toBuffer(),
    )
    await page.waitForTimeout(FRAME_MS)
  }
  return frames
}

/** Zaps of the demo's listener for the first track of the page. */
async function prepareZaps(page: Page, base: string): Promise<BeforeFrame> {
  const contentId = (await page.locator('main a[href^="/track/"]').first().getAttribute('href'))?.split('/').at(-1)
  const { token } = (await post(base, '/auth/login', LISTENER)) as { token: string }
  return async (frame) => {
    for (const { sats, second, comment } of ZAPS.filter((zap) => zap.frame === frame)) {
      const body = { contentId, msatAmount: sats * 1_000, comment, contentTime: second }
      await post(base, '/send', body, token)
    }
  }
}

async function post(base: string, call: string, body: object, token?: string): Promise<unknown> {
  const response = await fetch(`${base}/v1${call}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  })
  const answer = (await response.json()) as { data?: unknown; error?: string }
  if (!response.ok) throw new Error(`${call}: ${answer.error}`)
  return answer.data
}
