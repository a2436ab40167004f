/** Runs in the page, sent there as source: computes the colours that are seen of each text and behind it. Functions of these
 * three files may use only each other. */
import {
  contrastOf,
  type Found,
  luminanceOf,
  over,
  parseColour,
  type Rgba,
  type Shared,
  toText,
} from './colours-in-page.ts'
import {
  COLOURED,
  findTexts,
  hideOthers,
  isOnDrawing,
  layersAt,
  listPseudoTexts,
  listTexts,
  placeOf,
  signatureOf,
} from './texts-in-page.ts'

declare const shared: Shared

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
}

export type DrawnText = {
  text: string
  place: string
  ink: [red: number, green: number, blue: number]
  box: { x: number; y: number; width: number; height: number }
}

/** Custom properties of the document. Samples have any colours that differ: they show which texts have the same rule. */
export type NamedPalette = { name: string; properties: Record<string, string>; isSample?: boolean }

type Styles = Map<Element, { color: Rgba; ground: Rgba; opacity: number }>

/** What a page needs. */
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

/** Defines them in a page, and prepares it. */
export const PAGE_SOURCE = `(() => {
  globalThis.shared = { onDrawings: [], found: [], colours: new Map(), context: null }
  const COLOURED = ${JSON.stringify(COLOURED)}
  ${PARTS.map(String).join('\n')}
  Object.assign(globalThis, { findTexts, measurePalettes: measureAll, hideOthers, describeTexts, pointAt })
  preparePage()
})()`

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
    return {
      part: element.closest('[data-part]')?.getAttribute('data-part') ?? '',
      place: placeOf(element) + pseudo,
      text,
      contrast: Math.floor(worst * 100) / 100,
      palette,
      ink,
      ground,
    }
  })
}
