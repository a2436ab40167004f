/** What does not fit on a page at the current width: titles squeezed below 8 em, texts of many lines below 7, fields
 * below 9, cut placeholders and selected options, icons that are small beside large text, and anything beyond its container.
 * Intended horizontal scrollers and floating elements are left out. */
import type { Page } from 'playwright-core'

export async function widthFaultsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const TITLE_EM = 8
    const TEXT_EM = 7
    const TEXT_LINES = 4
    const FIELD_EM = 9
    const ICON_EM = 0.65
    const KINDS = ['track', 'album', 'episode', 'artist', 'podcast', 'playlist']
    // Names of chat rooms and languages are not titles.
    const TITLES = KINDS.map((kind) => `a[href^="/${kind}/"]:not([href$="/room"], [hreflang])`)
    const isTextNormal = getComputedStyle(document.documentElement).fontSize === '16px'
    const faults = new Set<string>()
    const name = (one: Element) => {
      const text = (one.textContent ?? '').trim().replaceAll(/\s+/g, ' ')
      return `<${one.localName}> "${text.slice(0, 40)}" .${(one.getAttribute('class') ?? '').slice(0, 60)}`
    }
    const isApart = (one: Element) => {
      const { overflowX, position } = getComputedStyle(one)
      return overflowX !== 'visible' || position === 'fixed'
    }
    /** What reaches furthest to the right. */
    function widest(parent: Element = document.body): Element {
      const children = [...parent.children].filter((one) => !isApart(one)).map((one) => widest(one))
      const right = (one: Element) => one.getBoundingClientRect().right
      return children.reduce((one, other) => (right(other) >= right(one) ? other : one), parent)
    }
    const { scrollWidth } = document.documentElement
    if (scrollWidth > window.innerWidth) faults.add(`the page is ${scrollWidth} px wide, because of ${name(widest())}`)

    // On desktop every tab is visible.
    for (const row of document.querySelectorAll('.more-beside')) {
      if (matchMedia('(width >= 64rem)').matches && row.scrollWidth > row.clientWidth)
        faults.add(`tabs of ${name(row)} are cut`)
    }

    const isScroller = (style: CSSStyleDeclaration) => style.overflowX === 'auto' || style.overflowX === 'scroll'
    const isCut = (style: CSSStyleDeclaration) => style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none'
    const hasText = (one: Element) =>
      [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && (node.textContent ?? '').trim() !== '')

    function judgeTitle(one: HTMLElement, style: CSSStyleDeclaration): void {
      // Headings are fitted to their column, not squeezed by neighbours.
      if (one.closest('h1, h2')) return
      let box = one
      while (getComputedStyle(box).display.startsWith('inline') && box.parentElement) box = box.parentElement
      const { width } = box.getBoundingClientRect()
      const fontSize = Number.parseFloat(style.fontSize)
      const isClipped = one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight + 2
      const isBroken = one.getBoundingClientRect().height > fontSize * 2.2
      // With large text, a phone has only its column.
      const needed = Math.min(TITLE_EM * fontSize, 0.6 * window.innerWidth)
      if (width < needed - 1 && (isCut(style) ? isClipped || isBroken : isBroken)) {
        faults.add(`title ${name(one)} has ${Math.round(width)} px, ${(width / fontSize).toFixed(1)} em`)
      }
    }

    function judgeText(one: HTMLElement, style: CSSStyleDeclaration): void {
      if (isCut(style) || isScroller(style)) return
      let box: HTMLElement = one
      while (getComputedStyle(box).display === 'inline' && box.parentElement) box = box.parentElement
      if (isCut(getComputedStyle(box))) return
      const outer = box.getBoundingClientRect()
      const range = document.createRange()
      for (const node of one.childNodes) {
        if (node.nodeType !== Node.TEXT_NODE || (node.textContent ?? '').trim() === '') continue
        range.selectNodeContents(node)
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
        if (isTextNormal && lines > TEXT_LINES && outer.width < TEXT_EM * Number.parseFloat(style.fontSize))
          faults.add(`text of ${name(one)} has ${lines} lines of ${Math.round(outer.width)} px`)
        const inner = range.getBoundingClientRect()
        if (inner.right > outer.right + 1.5 || inner.left < outer.left - 1.5)
          faults.add(`text of ${name(one)} is ${Math.round(inner.right - outer.right)} px beyond its box`)
      }
    }

    /** A placeholder must be readable to its end; large text may cut it. */
    function judgePlaceholder(one: HTMLInputElement, style: CSSStyleDeclaration): void {
      const pen = document.createElement('canvas').getContext('2d')!
      pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`
      const needed = pen.measureText(one.placeholder).width
      if (!isTextNormal) return
      const room = one.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight)
      if (needed > room + 1)
        faults.add(`"${one.placeholder}" needs ${Math.round(needed)} px and has ${Math.round(room)}`)
    }

    /** A selected option must be readable to its end, and typed text needs space. Numbers and times are short. */
    function judgeField(
      one: HTMLSelectElement | HTMLTextAreaElement | HTMLInputElement,
      style: CSSStyleDeclaration,
    ): void {
      const fontSize = Number.parseFloat(style.fontSize)
      const room = one.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight)
      if (one instanceof HTMLSelectElement) {
        const pen = document.createElement('canvas').getContext('2d')!
        pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`
        const needed = pen.measureText(one.selectedOptions[0]?.label ?? '').width
        if (needed > room + 1 && room < 0.5 * window.innerWidth)
          faults.add(`the option ${name(one)} needs ${Math.round(needed)} px and has ${Math.round(room)}`)
        return
      }
      const isNumber = /^[\d:.,]+$/.test(one.value) || one.inputMode !== ''
      const isText = one instanceof HTMLTextAreaElement || (one.type === 'text' && !isNumber)
      if (isText && one.clientWidth < Math.min(FIELD_EM * fontSize, 0.4 * window.innerWidth))
        faults.add(`the field ${one.name} ${name(one)} has ${one.clientWidth} px`)
    }

    function judge(one: Element, isHeld: boolean): void {
      if (!(one instanceof HTMLElement) || one.ariaHidden === 'true') return
      if (!one.checkVisibility({ visibilityProperty: true })) return
      const style = getComputedStyle(one)
      const rect = one.getBoundingClientRect()
      // For screen readers only.
      if (rect.width <= 1 && rect.height <= 1) return
      const isFloating = style.position === 'absolute' || style.position === 'fixed'
      const parent = one.parentElement
      if (isHeld && !isFloating && parent && style.display !== 'inline') {
        const outer = parent.getBoundingClientRect()
        const over = rect.right - outer.right + Math.min(0, Number.parseFloat(style.marginRight))
        const under = outer.left - rect.left + Math.min(0, Number.parseFloat(style.marginLeft))
        const parentStyle = getComputedStyle(parent)
        if (Math.max(over, under) > 1.5 && parentStyle.display !== 'inline' && !isCut(parentStyle))
          faults.add(`${name(one)} is ${Math.round(Math.max(over, under))} px beyond ${name(parent)}`)
      }
      if (isHeld && one instanceof HTMLImageElement && (rect.left < -1 || rect.right > window.innerWidth + 1))
        faults.add(`the picture in ${name(parent ?? one)} is cut by the edge of the window`)
      if (one instanceof HTMLInputElement && one.placeholder !== '') judgePlaceholder(one, style)
      if (one instanceof HTMLSelectElement || one instanceof HTMLTextAreaElement || one instanceof HTMLInputElement)
        judgeField(one, style)
      if (hasText(one)) {
        if (TITLES.some((titles) => one.closest(titles)) || one.closest('[data-title]')) judgeTitle(one, style)
        if (isHeld) judgeText(one, style)
      }
      for (const child of one.children) judge(child, isHeld && !isScroller(style))
    }
    for (const child of document.body.children) judge(child, true)

    // Icons grow with the text beside them.
    for (const icon of isTextNormal ? [] : document.querySelectorAll('main svg[viewBox="0 0 24 24"]')) {
      const beside = icon.parentElement
      if (!beside || (beside.textContent ?? '').trim() === '' || !icon.checkVisibility({ visibilityProperty: true }))
        continue
      const { height } = icon.getBoundingClientRect()
      const fontSize = Number.parseFloat(getComputedStyle(beside).fontSize)
      if (height < ICON_EM * fontSize)
        faults.add(`the icon in ${name(beside)} has ${Math.round(height)} px beside ${fontSize} px`)
    }
    return [...faults]
  })
}

/** The size of text that a user chooses in the settings of the browser, 16 px by default. Unlike a size set on the page, it
 * changes the units of media queries. */
export async function setBrowserText(page: Page, sizePx: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Page.setFontSizes', { fontSizes: { standard: sizePx } })
}

/** Waits until the page has the current width of the window. */
export async function resizeTo(page: Page, width: number, height = 900): Promise<void> {
  await page.setViewportSize({ width, height })
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
}
