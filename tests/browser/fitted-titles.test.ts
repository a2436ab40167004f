/** Titles as wide as the window, with the built style sheet and fonts: the server's widths against the browser's. */
import assert from 'node:assert/strict'
import fs from 'node:fs'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import { fitTitle, type TitleFit } from '#server/platform/text/title-fit.ts'
import { fitsOneLine } from '#web/ui/title-line.ts'
import { launchBrowser, openBrowser } from './chromium.ts'

const CLIENT = fileURLToPath(new URL('../../dist/client/', import.meta.url))
const MODULES = fileURLToPath(new URL('../../node_modules/', import.meta.url))
/** Real letters of other scripts, instead of what this machine has: packages and families. */
const FONTS = {
  '@fontsource-variable/noto-sans': 'Noto Sans Variable',
  '@fontsource-variable/noto-sans-arabic': 'Noto Sans Arabic Variable',
  '@fontsource-variable/noto-sans-jp': 'Noto Sans JP Variable',
  '@fontsource/noto-color-emoji': 'Noto Color Emoji',
}
const ORIGIN = 'http://titles.test'
/** A title in letters of the display font fills at least this share of its box. */
const FILLED = 0.965
/** In windows below this width titles have the lines of phones. */
const PHONE_PX = 560
/** On phones letters are no larger, so that short titles leave room for the rest. */
const LARGEST_ON_PHONES_PX = 152
const TYPES: Readonly<Record<string, string>> = { '.css': 'text/css', '.woff2': 'font/woff2' }

const DISPLAY = [
  ...['Slow Lightning', 'Mara Okafor', 'Amber Rooms', 'Night Bus 41', 'AVATAR', 'To Ty Va We Yo', 'Für Élise', 'Łódź'],
  ...['The Hall, Before Anyone', 'Field Recordings of a Made-up Town', 'Ça va? Déjà vu!', 'Straße', 'Æther & Œuvre'],
  ...['1984', '3:41 a.m.', '100 %', '“Quoted” — it’s', 'WAWAWA', 'iiiiii', 'mmmm', 'Ấm Ầm', 'Nguyễn', 'Șțefan', 'x'],
  ...['A B C D E F G H', 'Rock ’n’ Roll (Live)', '[untitled] #1', 'a/b', 'Ñandú', 'Žižkov', 'Þórr', 'İstanbul', '$$$'],
]
const OTHER = [
  ...[
    'Привет мир',
    'ЖЩШЮ ЖЩШЮ',
    'Ωμέγα Ψυχή',
    'ΑΒΓΔΕ',
    '雨のあと',
    '雨のあと (After)',
    '서울의 밤',
    '🎉 Party 🎉',
    '👩‍👩‍👧‍👦 🇩🇪',
  ],
  ...['مرحبا بالعالم', 'שלום עולם', 'สวัสดี', 'नमस्ते', 'А́лый', 'ぁぃぅぇぉ', '「夜」', 'ＡＢＣ', '⚡⚡⚡'],
]

let browser: Browser
before(async () => {
  browser = await launchBrowser()
})
after(() => browser.close())

type Measured = { title: string; share: number; fontPx: number; heightPx: number }

/** The width of the widest line as a share of the box, as a page shows it with these fonts beside the display font. */
async function measure(
  titles: readonly (readonly [string, TitleFit])[],
  width: number,
  fonts: Readonly<Record<string, string>> = {},
  height = 5_000,
): Promise<Measured[]> {
  const { context, page } = await openBrowser(browser, ORIGIN, { width, height, colorScheme: 'light' })
  const styles = fs.readdirSync(path.join(CLIENT, 'assets')).filter((name) => name.endsWith('.css'))
  const shown = titles.map(([title, fit]) => {
    const { breaks } = width < PHONE_PX ? fit.narrow : fit.wide
    const lines = [...breaks, title.length].map((end, index) => title.slice(breaks[index - 1] ?? 0, end))
    const text = lines.map((line) => line.replaceAll('&', '&amp;')).join('<br>')
    const look = fitsOneLine(fit) ? 'title-fit title-line' : 'title-fit'
    const ems = `--em:${fit.wide.em};--em-narrow:${fit.narrow.em};--em-line:${fit.lineEm}`
    return `<h1 class="${look}" style="${ems};--title-most:99999px"><span>${text}</span></h1>`
  })
  const sheets = [...styles.map((name) => `/assets/${name}`), ...Object.keys(fonts).map((name) => `/${name}/index.css`)]
  const families = ['Bricolage Grotesque Variable', ...Object.values(fonts)]
  const links =
    sheets.map((href) => `<link rel="stylesheet" href="${href}">`).join('') +
    `<style>:root { --font-display: ${families.map((family) => `'${family}'`).join(', ')} }</style>`
  await page.route(`${ORIGIN}/**`, (route) => {
    const { pathname } = new URL(route.request().url())
    if (pathname === '/') {
      const body = `<!doctype html><meta charset="utf-8">${links}<body style="margin:0">${shown.join('')}`
      return route.fulfill({ contentType: 'text/html', body })
    }
    const contentType = TYPES[path.extname(pathname)] ?? 'application/octet-stream'
    return route.fulfill({ contentType, path: path.join(pathname.startsWith('/@') ? MODULES : CLIENT, pathname) })
  })
  await page.goto('/')
  const loaded = await page.evaluate(async () => {
    await document.fonts.ready
    return [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family)
  })
  const missing = families.filter((family) => !loaded.some((name) => name.includes(family)))
  assert.deepEqual(missing, [])
  const measured = await page.locator('h1').evaluateAll((all) =>
    all.map((one) => ({
      title: one.textContent,
      share: one.firstElementChild!.getBoundingClientRect().width / one.getBoundingClientRect().width,
      fontPx: Number.parseFloat(getComputedStyle(one.firstElementChild!).fontSize),
      heightPx: one.firstElementChild!.getBoundingClientRect().height,
    })),
  )
  await context.close()
  return measured
}

async function fitAll(titles: readonly string[]): Promise<(readonly [string, TitleFit])[]> {
  const all = await Promise.all(titles.map(async (title) => [title, await fitTitle(title)] as const))
  return all.map(([title, fit]) => {
    assert.ok(fit, `no width for ${title}`)
    return [title, fit] as const
  })
}

for (const width of [1_440, 600, 390]) {
  test(`At ${width} px, titles in the display font fill their box and never leave it`, async () => {
    const measured = await measure(await fitAll(DISPLAY), width)
    assert.equal(measured.length, DISPLAY.length)
    const wrong = measured.filter(
      ({ share, fontPx }) => share > 1 || (share < FILLED && (width >= PHONE_PX || fontPx < LARGEST_ON_PHONES_PX)),
    )
    assert.deepEqual(wrong, [])
  })

  test(`At ${width} px, titles in other scripts never leave their box`, async () => {
    const measured = await measure(await fitAll(OTHER), width, FONTS)
    assert.deepEqual(
      measured.filter(({ share }) => share > 1),
      [],
    )
  })
}

test('in a window that is much wider than high, titles of two lines become one that fills its box', async () => {
  const all = await fitAll(DISPLAY)
  const two = all.filter(([, fit]) => fit.wide.breaks.length > 0 && fitsOneLine(fit))
  assert.ok(two.length > 1, `${two.length}`)
  const isOneLine = ({ fontPx, heightPx }: Measured) => heightPx < 1.5 * fontPx
  const low = await measure(two, 1_440, {}, 900)
  assert.deepEqual(
    low.filter((one) => !isOneLine(one) || one.share > 1 || one.share < FILLED),
    [],
  )
  assert.deepEqual((await measure(two, 1_440, {}, 1_200)).filter(isOneLine), [])
})

test('long, empty and unknown titles are not fitted', async () => {
  const titles = ['', '   ', 'W'.repeat(255), 'word '.repeat(20), '\ud800', '𒐫𒐫', '﷽', '\u0000\u0007', 'ௌ']
  for (const title of titles) assert.equal(await fitTitle(title), null, JSON.stringify(title))
})
