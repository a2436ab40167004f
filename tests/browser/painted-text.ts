/** Measures the contrast of every text of a page as it is painted: the computed colour with its opacity against the layers
 * behind it, which the browser names by position (paint-in-page.ts). What lies on pictures and drawings is measured in
 * screenshots. */
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { contrast } from '#server/media/pictures/color-space.ts'
import { type DrawnText, type NamedPalette, PAGE_SOURCE, type PaintedText } from './paint-in-page.ts'

/** Must be called before the other functions, on each document. Transitions and animations end. */
export async function preparePaint(page: Page): Promise<void> {
  await page.evaluate(PAGE_SOURCE)
}

/** Shows every element as if the pointer was on it, or not. */
export const hover = (page: Page, isHovered: boolean): Promise<boolean> =>
  page.evaluate((isOn) => document.documentElement.toggleAttribute('data-hovered', isOn), isHovered)

/** Looks for the texts, at the page's current width. Returns their number. */
export const findPaintedTexts = (page: Page): Promise<number> => page.evaluate('findTexts()')

/** Measures each of them in these palettes, one after another. */
export async function measurePalettes(page: Page, palettes: readonly NamedPalette[]): Promise<void> {
  await page.evaluate(`measurePalettes(${JSON.stringify(palettes)})`)
}

/** The texts among them that lie on pictures and drawings, with what a screenshot shows behind them. */
export async function readDrawnTexts(page: Page): Promise<(DrawnText & { contrast: number })[]> {
  // A sheet made by script: the policy of embeds allows no style tags.
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('* { -webkit-text-fill-color: transparent !important }')
    document.adoptedStyleSheets.push(sheet)
  })
  const size = page.viewportSize()!
  const drawn: (DrawnText & { contrast: number })[] = []
  for (let index = 0; ; index++) {
    const found = await page.evaluate<DrawnText | null>(`pointAt(${index})`)
    if (!found) return drawn
    const [left, top] = [Math.max(0, found.box.x), Math.max(0, found.box.y)]
    const width = Math.min(size.width, found.box.x + found.box.width) - left
    const height = Math.min(size.height, found.box.y + found.box.height) - top
    if (width < 2 || height < 2) continue
    const picture = await page.screenshot({ clip: { x: left, y: top, width, height } })
    const { data } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true })
    const ratios: number[] = []
    for (let at = 0; at + 2 < data.length; at += 3)
      ratios.push(contrast(found.ink, [data[at]!, data[at + 1]!, data[at + 2]!]))
    // Edges of what is beside the text are in its box.
    drawn.push({ ...found, contrast: ratios.toSorted((a, b) => a - b)[Math.floor(ratios.length * EDGES)]! })
  }
}

/** The share of a text's box that may be something else. */
const EDGES = 0.05

/** From now on, only the first text of each rule is measured, if it has the colours of a cover, and the browser computes only
 * their styles. Returns how many. */
export const narrow = (page: Page): Promise<number> => page.evaluate('hideOthers()')

export const readPaintedTexts = (page: Page): Promise<PaintedText[]> => page.evaluate('describeTexts()')
