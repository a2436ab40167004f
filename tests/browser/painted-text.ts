/** Measures the contrast of every text of a page as it is painted: the computed colour with its opacity against the layers
 * behind it, which the browser names by position. The functions in the page know nothing of this module; they are sent
 * there as source. What lies on pictures is measured in
 * screenshots. */
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { contrast } from '#server/media/pictures/color-space.ts'

/** The lowest contrast of one text over all palettes. */
export type PaintedText = {
  part: string
  /** A section of the page, as `main h2`. */
  place: string
  text: string
  contrast: number
  palette: string
  ink: string
  ground: string
  isLarge: boolean
}

type Rgba = [red: number, green: number, blue: number, alpha: number]
type Found = {
  element: Element
  pseudo: '' | '::before' | '::after' | '::placeholder'
  text: string
  /** The element and what is behind it, the nearest first. */
  layers: Element[]
  /** The element and its ancestors, the innermost first. */
  groups: Element[]
  /** Something of it has the colours of a cover. */
  isColoured: boolean
  /** What it was painted with in the samples: texts with the same key have the same rule. */
  key: string
  isFirst: boolean
  worst: number
  palette: string
  ink: string
  ground: string
}
type OnDrawing = Pick<Found, 'element' | 'text'>
type Shared = {
  onDrawings: OnDrawing[]
  found: Found[]
  colours: Map<string, Rgba>
  context: CanvasRenderingContext2D | null
}
type Styles = Map<Element, { color: Rgba; ground: Rgba; opacity: number }>

declare const shared: Shared

/** Elements with the colours of a cover: web/ui/flood.ts, and the root of an embed. */
const COLOURED = '[style*="--flood"]'

const PARTS = [
  parseColour,
  over,
  luminanceOf,
  contrastOf,
  toText,
  signatureOf,
  listTexts,
  listPseudoTexts,
  layersAt,
  isOnDrawing,
  findTexts,
  styleOf,
  paintText,
  measureTexts,
  measureAll,
  hideOthers,
  describeTexts,
  placeOf,
  preparePage,
  pointAt,
]

/** Must be called before the other functions, on each document. Transitions and animations end. */
export async function preparePaint(page: Page): Promise<void> {
  const source = PARTS.map(String).join('\n')
  const given =
    'Object.assign(globalThis, { findTexts, measurePalettes: measureAll, hideOthers, describeTexts, pointAt })'
  await page.evaluate(`(() => {
    globalThis.shared = { onDrawings: [], found: [], colours: new Map(), context: null }
    const COLOURED = ${JSON.stringify(COLOURED)}
    ${source}
    ${given}
    preparePage()
  })()`)
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

export type DrawnText = {
  text: string
  place: string
  ink: [red: number, green: number, blue: number]
  box: { x: number; y: number; width: number; height: number }
}

/** The texts among them that lie on pictures and drawings, with what a screenshot shows behind them. */
export async function readDrawnTexts(page: Page): Promise<(DrawnText & { contrast: number })[]> {
  await page.addStyleTag({ content: '* { -webkit-text-fill-color: transparent !important }' })
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

/** Custom properties of the document. Samples have any colours that differ: they tell which texts have the same rule. */
export type NamedPalette = { name: string; properties: Record<string, string>; isSample?: boolean }

export const readPaintedTexts = (page: Page): Promise<PaintedText[]> => page.evaluate('describeTexts()')

// --- In the page ----------------------------------------------------------------------------------------------------

function preparePage(): void {
  const still = document.createElement('style')
  // Only what receives the pointer is found by position.
  still.textContent = `*, ::before, ::after { transition: none !important; animation: none !important }
    * { pointer-events: auto !important }`
  document.head.append(still)
  for (const one of document.querySelectorAll('[inert]')) one.removeAttribute('inert')
  for (const one of document.querySelectorAll('details')) one.open = true
  const forceHover = (rules: CSSRuleList) => {
    for (const rule of rules) {
      if (rule instanceof CSSStyleRule && rule.selectorText.includes(':hover')) {
        rule.selectorText = rule.selectorText.replaceAll(':hover', ':is(:hover, [data-hovered] *)')
      }
      if ('cssRules' in rule) forceHover(rule.cssRules as CSSRuleList)
    }
  }
  for (const sheet of document.styleSheets) forceHover(sheet.cssRules)
}

function parseColour(text: string): Rgba {
  const known = shared.colours.get(text)
  if (known) return known
  if (!shared.context) {
    const canvas = document.createElement('canvas')
    canvas.width = canvas.height = 1
    shared.context = canvas.getContext('2d', { willReadFrequently: true })!
  }
  const { context } = shared
  context.clearRect(0, 0, 1, 1)
  context.fillStyle = text
  context.fillRect(0, 0, 1, 1)
  const { data } = context.getImageData(0, 0, 1, 1)
  const colour: Rgba = [data[0]!, data[1]!, data[2]!, data[3]! / 255]
  shared.colours.set(text, colour)
  return colour
}

/** `top` over `below`. */
function over(top: Rgba, below: Rgba): Rgba {
  const alpha = top[3] + below[3] * (1 - top[3])
  if (alpha === 0) return [0, 0, 0, 0]
  const mixed = [0, 1, 2].map((at) => (top[at]! * top[3] + below[at]! * below[3] * (1 - top[3])) / alpha)
  return [mixed[0]!, mixed[1]!, mixed[2]!, alpha]
}

function luminanceOf([red, green, blue]: Rgba): number {
  const linear = (value: number) => (value <= 10.31475 ? value / 3294.6 : ((value / 255 + 0.055) / 1.055) ** 2.4)
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

function contrastOf(one: Rgba, other: Rgba): number {
  const [a, b] = [luminanceOf(one), luminanceOf(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

function toText([red, green, blue]: Rgba): string {
  return `#${[red, green, blue].map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`
}

/** The same for rows of a list, of which two are enough: the first, and one that differs. */
function signatureOf(element: Element): string {
  const names: string[] = []
  for (let one: Element | null = element; one && !one.hasAttribute('data-part'); one = one.parentElement) {
    const isFlood = one.getAttribute('style')?.includes('--flood') === true
    names.push(`${one.localName}.${one.getAttribute('class') ?? ''}${isFlood ? '!' : ''}`)
  }
  return names.join(' ')
}

/** The first of its kind of all elements with text. */
function listTexts(): Map<string, { element: Element; range: Range; text: string }> {
  const found = new Map<string, { element: Element; range: Range; text: string }>()
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const { parentElement: element, textContent: text } = node
    if (!element || !text?.trim() || element.closest('script, style, noscript, template')) continue
    const signature = signatureOf(element)
    if (found.has(signature) || !element.checkVisibility({ visibilityProperty: true })) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    found.set(signature, { element, range, text: text.trim().slice(0, 40) })
  }
  return found
}

/** Text of style sheets, and of empty fields. */
function listPseudoTexts(): { element: Element; pseudo: Found['pseudo']; text: string }[] {
  const found: { element: Element; pseudo: Found['pseudo']; text: string }[] = []
  const seen = new Set<string>()
  for (const element of document.body.querySelectorAll('*')) {
    const signature = signatureOf(element)
    if (seen.has(signature) || !element.checkVisibility({ visibilityProperty: true })) continue
    seen.add(signature)
    for (const pseudo of ['::before', '::after'] as const) {
      const { content } = getComputedStyle(element, pseudo)
      const text = /^"(.*[\p{L}\p{N}].*)"/u.exec(content)?.[1]
      if (text) found.push({ element, pseudo, text })
    }
    if (element instanceof HTMLInputElement && element.placeholder)
      found.push({ element, pseudo: '::placeholder', text: element.placeholder })
  }
  return found
}

/** Null when something clips the text, as it clips text for screen readers. */
function layersAt(element: Element, rects: Iterable<DOMRect>): Element[] | null {
  for (const { left, top, width, height } of [...rects].slice(0, 3)) {
    if (width < 2 || height < 2) continue
    for (const [x, y] of [
      [left + Math.min(width / 2, 6), top + height / 2],
      [left + width / 2, top + height / 2],
      [left + width - 3, top + height / 2],
    ] as const) {
      const stack = document.elementsFromPoint(x, y)
      const at = stack.indexOf(element)
      if (at !== -1) return stack.slice(at)
    }
  }
  return null
}

/** Nothing in the page says which colour a drawing has behind the text. */
function isOnDrawing([own, ...others]: readonly Element[]): boolean {
  for (const layer of others) {
    const isPicture = layer.matches('canvas, video, img:not(picture > img), svg *')
    const { backgroundColor, backgroundImage } = getComputedStyle(layer)
    if (isPicture || backgroundImage !== 'none') return !(own instanceof SVGElement)
    if (parseColour(backgroundColor)[3] === 1) return false
  }
  return false
}

/** Disabled controls and drawings for the eye alone are no text (WCAG 2.2, 1.4.3). */
function findTexts(): number {
  const { found } = shared
  found.length = 0
  const add = (element: Element, pseudo: Found['pseudo'], text: string, rects: () => Iterable<DOMRect>) => {
    if (element.closest(':disabled, [aria-disabled="true"], [data-decoration]')) return
    element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
    const layers = layersAt(element, rects())
    if (!layers) return
    const groups: Element[] = []
    for (let one: Element | null = element; one; one = one.parentElement) groups.push(one)
    const isColoured = [element, ...layers].some((one) => one.closest(COLOURED) !== null)
    if (isOnDrawing(layers)) return void shared.onDrawings.push({ element, text })
    found.push({
      element,
      pseudo,
      text,
      layers,
      groups,
      isColoured,
      key: '',
      isFirst: true,
      worst: 99,
      palette: '',
      ink: '',
      ground: '',
    })
  }
  for (const { element, range, text } of listTexts().values()) add(element, '', text, () => range.getClientRects())
  for (const { element, pseudo, text } of listPseudoTexts()) add(element, pseudo, text, () => element.getClientRects())
  return found.length
}

/** All but the first text of each rule that has a part in the colours of a cover. */
function hideOthers(): number {
  const keys = new Set<string>()
  for (const found of shared.found) {
    found.isFirst = found.isColoured && !keys.has(found.key)
    keys.add(found.key)
  }
  const needed = new Set<Element>()
  for (const { element, layers, isFirst } of shared.found) {
    for (const one of isFirst ? [element, ...layers] : []) {
      for (let at: Element | null = one; at && !needed.has(at); at = at.parentElement) needed.add(at)
    }
  }
  for (const one of document.body.querySelectorAll<HTMLElement>('*')) {
    if (!needed.has(one) && needed.has(one.parentElement!)) one.style.setProperty('display', 'none', 'important')
  }
  return shared.found.filter(({ isFirst }) => isFirst).length
}

function styleOf(element: Element, styles: Styles): { color: Rgba; ground: Rgba; opacity: number } {
  const known = styles.get(element)
  if (known) return known
  const { color, fill, backgroundColor, opacity } = getComputedStyle(element)
  const isDrawn = element instanceof SVGElement
  // A photograph in two inks counts as its lightest point.
  const isPrint = element.localName === 'img' && element.closest('picture') !== null
  const ground = isPrint
    ? getComputedStyle(document.documentElement).getPropertyValue('--cover-print')
    : backgroundColor
  const style = {
    color: parseColour(isDrawn ? fill : color),
    ground: isDrawn ? parseColour('transparent') : parseColour(ground || 'transparent'),
    opacity: Number(opacity),
  }
  styles.set(element, style)
  return style
}

/** What is seen of the text and right behind it. The layers of each translucent ancestor are put together before it lies
 * on those behind. */
function paintText({ element, pseudo, layers, groups }: Found, styles: Styles): { ink: Rgba; ground: Rgba } {
  const own = pseudo === '' ? null : getComputedStyle(element, pseudo)
  let ink: Rgba = own ? parseColour(own.color) : styleOf(element, styles).color
  if (own) ink = [ink[0], ink[1], ink[2], ink[3] * Number(own.opacity)]
  let ground: Rgba = own && pseudo !== '::placeholder' ? parseColour(own.backgroundColor) : [0, 0, 0, 0]
  ink = over(ink, ground)
  let next = 0
  const translucent = groups.filter((group) => styleOf(group, styles).opacity < 1)
  for (const group of [...translucent, null]) {
    for (; next < layers.length && (group === null || group.contains(layers[next]!)); next++) {
      const layer = layers[next]!
      const { ground: colour } = styleOf(layer, styles)
      let opacity = 1
      for (let one: Element | null = layer; one && !groups.includes(one); one = one.parentElement)
        opacity *= styleOf(one, styles).opacity
      const below: Rgba = [colour[0], colour[1], colour[2], colour[3] * opacity]
      ground = over(ground, below)
      ink = over(ink, below)
    }
    if (group === null) break
    const { opacity } = styleOf(group, styles)
    ground = [ground[0], ground[1], ground[2], ground[3] * opacity]
    ink = [ink[0], ink[1], ink[2], ink[3] * opacity]
  }
  // The root's own layer is the canvas of the page.
  const canvas = parseColour(getComputedStyle(document.body).backgroundColor)
  return { ink: over(over(ink, canvas), [255, 255, 255, 1]), ground: over(over(ground, canvas), [255, 255, 255, 1]) }
}

function measureTexts({ name, properties, isSample }: NamedPalette): void {
  for (const [property, value] of Object.entries(properties))
    document.documentElement.style.setProperty(property, value)
  const styles: Styles = new Map()
  for (const found of shared.found) {
    if (!found.isFirst) continue
    // What appears under the pointer only.
    if (found.groups.some((one) => styleOf(one, styles).opacity === 0)) {
      found.key += 'hidden '
      continue
    }
    const { ink, ground } = paintText(found, styles)
    const contrast = contrastOf(ink, ground)
    if (isSample) found.key += `${toText(ink)} ${toText(ground)} `
    if (contrast >= found.worst || (isSample && found.isColoured)) continue
    Object.assign(found, { worst: contrast, palette: name, ink: toText(ink), ground: toText(ground) })
  }
}

function measureAll(palettes: readonly NamedPalette[]): void {
  for (const palette of palettes) measureTexts(palette)
}

function placeOf(element: Element): string {
  const names: string[] = []
  for (
    let one: Element | null = element;
    one && !one.hasAttribute('data-part') && names.length < 4;
    one = one.parentElement
  ) {
    const [first = '', second = ''] = (one.getAttribute('class') ?? '').split(/\s+/)
    names.push([one.localName, first, second].filter(Boolean).join('.'))
  }
  return names.toReversed().join(' > ')
}

/** The nth text on a drawing: where it is on the screen, and its ink. Null after the last. */
function pointAt(index: number): DrawnText | null {
  const found = shared.onDrawings[index]
  if (!found) return null
  const { element, text } = found
  element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
  const range = document.createRange()
  range.selectNodeContents(element)
  const { left, top, width, height } = range.getBoundingClientRect()
  const style = getComputedStyle(element)
  const [red, green, blue] = parseColour(style.color)
  return { text, place: placeOf(element), ink: [red, green, blue], box: { x: left, y: top, width, height } }
}

function describeTexts(): PaintedText[] {
  const firsts = new Map<string, Found>()
  for (const found of shared.found) if (found.isFirst) firsts.set(found.key, found)
  const shown = shared.found.filter(
    ({ key, isColoured, palette }) => palette !== '' || (isColoured && firsts.get(key)?.palette),
  )
  return shown.map((found) => {
    const { element, pseudo, text, key, isColoured } = found
    const { worst, palette, ink, ground } = isColoured ? (firsts.get(key) ?? found) : found
    const { fontSize, fontWeight } = getComputedStyle(element)
    const sizePx = Number.parseFloat(fontSize)
    return {
      part: element.closest('[data-part]')?.getAttribute('data-part') ?? '',
      place: placeOf(element) + pseudo,
      text,
      contrast: Math.floor(worst * 100) / 100,
      palette,
      ink,
      ground,
      isLarge: sizePx >= 24 || (sizePx >= 18.66 && Number(fontWeight) >= 700),
    }
  })
}
