/** Which texts of a page, or of what is open on it, cannot be read: two in the same place, and those cut by a box around them
 * without an ellipsis. What is wider than its container is in width-faults.ts. */
import type { Page } from 'playwright-core'

export async function textFaultsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    type Box = { left: number; right: number; top: number; bottom: number }
    type Text = { element: Element; layer: Element; boxes: Box[] }
    /** Texts may touch by this many pixels. */
    const TOUCHING = 1.5
    /** Side by side, texts of different blocks are at least this far apart. */
    const APART = 3
    /** Of the height of a line: above and below the small letters. */
    const EMPTY = 0.28
    /** Less of a text before its ellipsis says nothing. */
    const SHORTEST_EM = 2.5
    const faults = new Set<string>()
    const styles = new Map<Element, CSSStyleDeclaration>()
    const styleOf = (one: Element) => {
      const known = styles.get(one) ?? getComputedStyle(one)
      styles.set(one, known)
      return known
    }
    const name = (one: Element) => {
      const text = (one.textContent ?? '').trim().replaceAll(/\s+/g, ' ')
      return `<${one.localName}> "${text.slice(0, 40)}" .${(one.getAttribute('class') ?? '').slice(0, 60)}`
    }
    const isEmpty = ({ left, right, top, bottom }: Box) => right - left <= TOUCHING || bottom - top <= TOUCHING
    const meet = (one: Box, other: Box): Box => ({
      left: Math.max(one.left, other.left),
      right: Math.min(one.right, other.right),
      top: Math.max(one.top, other.top),
      bottom: Math.min(one.bottom, other.bottom),
    })
    /** What lies over the rest of the page, with its own texts. */
    function isLayer(one: Element): boolean {
      const { position, backgroundColor } = styleOf(one)
      const isOver = position === 'absolute' && isOpaque(backgroundColor) && hasText(one)
      return isOver || ['fixed', 'sticky'].includes(position) || one.matches('body, dialog, [role=dialog]')
    }
    const isOpaque = (colour: string) => !/, 0\)$|^transparent$/.test(colour)
    const hasText = (one: Element) => (one.textContent ?? '').trim() !== ''

    /** A button, a field, a card. */
    const hasEdges = ({ backgroundColor, borderLeftWidth, borderRightWidth }: CSSStyleDeclaration) =>
      (borderLeftWidth !== '0px' && borderRightWidth !== '0px') || isOpaque(backgroundColor)

    /** The part of the lines that is seen. */
    function look(element: Element, lines: Box[]): { layer: Element; boxes: Box[] } {
      let boxes = lines
      let one: Element = element
      let isFloating = false
      let isBoxed = false
      for (; !isLayer(one) && one.parentElement; one = one.parentElement) {
        const { overflowX, overflowY, position, textOverflow, webkitLineClamp, display } = styleOf(one)
        // Its box is that of the next ancestor with a position.
        const isOutside = isFloating && position === 'static'
        isFloating = isFloating ? position === 'static' : position === 'absolute'
        if (isOutside || display === 'inline' || display === 'contents') continue
        const isScroller = /auto|scroll/.test(overflowX + overflowY)
        isBoxed ||= isScroller
        if (!isBoxed && hasEdges(styleOf(one))) {
          isBoxed = true
          const { left, right, top, bottom } = one.getBoundingClientRect()
          if (
            boxes.some(
              (line) =>
                line.left < left - TOUCHING ||
                line.right > right + TOUCHING ||
                line.top < top - TOUCHING ||
                line.bottom > bottom + TOUCHING,
            )
          )
            faults.add(`text of ${name(element)} reaches beyond ${name(one)}`)
        }
        isBoxed ||= position === 'absolute'
        if (overflowX === 'visible' && overflowY === 'visible') continue
        const { left, right, top, bottom } = one.getBoundingClientRect()
        const box = {
          left: overflowX === 'visible' ? -Infinity : left,
          right: overflowX === 'visible' ? Infinity : right,
          top: overflowY === 'visible' ? -Infinity : top,
          bottom: overflowY === 'visible' ? Infinity : bottom,
        }
        const seen = boxes.map((line) => meet(line, box))
        const isShortened = textOverflow === 'ellipsis' || webkitLineClamp !== 'none'
        const isCut = (line: Box, part: Box) =>
          line.right - part.right > TOUCHING ||
          part.left - line.left > TOUCHING ||
          line.bottom - part.bottom > TOUCHING ||
          part.top - line.top > TOUCHING
        if (!isShortened && !isScroller && seen.some((part, at) => !isEmpty(part) && isCut(boxes[at]!, part)))
          faults.add(`text of ${name(element)} is cut by ${name(one)}`)
        if (textOverflow === 'ellipsis' && seen.some((part, at) => boxes[at]!.right - part.right > TOUCHING)) {
          const shown = right - left
          if (shown < SHORTEST_EM * Number.parseFloat(styleOf(element).fontSize))
            faults.add(`text of ${name(element)} has ${Math.round(shown)} px before its ellipsis`)
        }
        boxes = seen.filter((part) => !isEmpty(part))
        if (boxes.length === 0) break
      }
      while (!isLayer(one) && one.parentElement) one = one.parentElement
      return { layer: one, boxes }
    }

    function linesOf(node: Node): Box[] {
      const range = document.createRange()
      range.selectNodeContents(node)
      return [...range.getClientRects()]
        .filter(({ width, height }) => width > 1 && height > 1)
        .map(({ left, right, top, bottom, height }) => ({
          left,
          right,
          top: top + EMPTY * height,
          bottom: bottom - EMPTY * height,
        }))
    }

    const pen = document.createElement('canvas').getContext('2d')!
    function linesOfField(field: HTMLInputElement): Box[] {
      const { paddingLeft, paddingRight, fontSize, fontWeight, fontFamily } = styleOf(field)
      const { left, right, top, bottom } = field.getBoundingClientRect()
      const middle = (top + bottom) / 2
      const half = 0.25 * Number.parseFloat(fontSize)
      pen.font = `${fontWeight} ${fontSize} ${fontFamily}`
      const from = left + Number.parseFloat(paddingLeft)
      const width = pen.measureText(field.value || field.placeholder).width
      const to = Math.min(from + width, right - Number.parseFloat(paddingRight))
      return [{ left: from, right: to, top: middle - half, bottom: middle + half }]
    }

    const NO_TEXT = ['checkbox', 'radio', 'range', 'file']
    const texts: Text[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const field = node instanceof HTMLInputElement && !NO_TEXT.includes(node.type) ? node : null
      if (!field && (node.nodeType !== Node.TEXT_NODE || (node.textContent ?? '').trim() === '')) continue
      const element = field ?? node.parentElement!
      if (element.closest('svg, option, script, style, noscript')) continue
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
      const lines = field ? linesOfField(field) : linesOf(node)
      const found = { element, ...look(element, lines) }
      if (found.boxes.length > 0) texts.push(found)
    }

    function blockOf(one: Element): Element {
      return styleOf(one).display.startsWith('inline') && one.parentElement ? blockOf(one.parentElement) : one
    }

    // From top to bottom, so that only neighbours are compared.
    const boxes = texts.flatMap((text) => text.boxes.map((box) => ({ ...text, box })))
    boxes.sort((one, other) => one.box.top - other.box.top)
    for (const [at, one] of boxes.entries()) {
      for (let next = at + 1; next < boxes.length && boxes[next]!.box.top < one.box.bottom; next++) {
        const other = boxes[next]!
        if (one.layer !== other.layer || one.element === other.element) continue
        const gap = blockOf(one.element) === blockOf(other.element) ? 0 : APART
        if (isEmpty(meet({ ...one.box, left: one.box.left - gap, right: one.box.right + gap }, other.box))) continue
        faults.add(`text of ${name(one.element)} is in the place of ${name(other.element)}`)
      }
    }

    // What does not move with the page must be in the window.
    for (const { element, layer, boxes: seen } of texts) {
      if (styleOf(layer).position !== 'fixed' || layer.getBoundingClientRect().bottom <= 0) continue
      if (isInScroller(element, layer)) continue
      if (
        seen.some(
          ({ left, right, top, bottom }) => left < -2 || top < -2 || right > innerWidth + 2 || bottom > innerHeight + 2,
        )
      )
        faults.add(`text of ${name(element)} is outside of the window`)
    }
    function isInScroller(element: Element, layer: Element): boolean {
      for (let one: Element | null = element; one; one = one.parentElement) {
        if (/auto|scroll/.test(styleOf(one).overflowY + styleOf(one).overflowX)) return true
        if (one === layer) return false
      }
      return false
    }
    return [...faults]
  })
}
