/** Runs in the page, with paint-in-page.ts: finds the texts and what lies behind each. */
import { type Found, parseColour, type Shared } from './colours-in-page.ts'

declare const shared: Shared

/** Elements with the colours of a cover: web/ui/flood.ts, and the root of an embed. */
export const COLOURED = '[style*="--flood"]'

/** The same for rows of a list, of which two are enough: the first, and one that differs. */
export function signatureOf(element: Element): string {
  const names: string[] = []
  for (let one: Element | null = element; one && !one.hasAttribute('data-part'); one = one.parentElement) {
    const isFlood = one.getAttribute('style')?.includes('--flood') === true
    names.push(`${one.localName}.${one.getAttribute('class') ?? ''}${isFlood ? '!' : ''}`)
  }
  return names.join(' ')
}

/** The first of its kind of all elements with text. */
export function listTexts(): Map<string, { element: Element; range: Range; text: string }> {
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
export function listPseudoTexts(): { element: Element; pseudo: Found['pseudo']; text: string }[] {
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
export function layersAt(element: Element, rects: Iterable<DOMRect>): Element[] | null {
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
export function isOnDrawing([own, ...others]: readonly Element[]): boolean {
  for (const layer of others) {
    const isPicture = layer.matches('canvas, video, img:not(picture > img), svg *')
    const { backgroundColor, backgroundImage } = getComputedStyle(layer)
    if (isPicture || backgroundImage !== 'none') return !(own instanceof SVGElement)
    if (parseColour(backgroundColor)[3] === 1) return false
  }
  return false
}

/** Disabled controls may be faint (WCAG 2.2, 1.4.3). Returns how many it found. */
export function findTexts(): number {
  const { found } = shared
  found.length = 0
  const add = (element: Element, pseudo: Found['pseudo'], text: string, rects: () => Iterable<DOMRect>) => {
    if (element.closest(':disabled, [aria-disabled="true"]')) return
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
export function hideOthers(): number {
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

export function placeOf(element: Element): string {
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
