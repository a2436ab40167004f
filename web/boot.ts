/** A small blocking script that runs after the style sheet has loaded and before the first paint. It applies the chosen theme,
 * the language and the mark of a signed-in user. It imports nothing, so that it stays one
 * plain script; the storage keys are those of session, theme and language-choice.
 * After the first paint it inserts the modules of the page (shell/document.ts). Buttons that are pressed before the code of the
 * page, or of their part of it, has arrived are pressed again when it has. Links and forms work without modules. */
;(() => {
  const UNPAINTED_MS = 2_000
  const root = document.documentElement
  // Nothing is shown in another font than the display font, which is in the style sheet (scripts/lean-fonts.ts).
  root.style.visibility = 'hidden'
  void document.fonts.load('800 1em Bricolage Grotesque Variable').finally(() => {
    root.style.visibility = ''
  })
  // After a reload nothing is open (ui/overlays/back-entries.ts).
  if (history.state?.overlays) history.go(-history.state.overlays)
  addEventListener('DOMContentLoaded', () => {
    const insert = () => document.body.append(document.querySelector<HTMLTemplateElement>('#modules')!.content)
    // A page in the background is not painted, and some browsers do not report it.
    setTimeout(insert, UNPAINTED_MS)
    new PerformanceObserver((list) => {
      if (list.getEntriesByName('first-contentful-paint').length > 0) insert()
    }).observe({ type: 'paint', buffered: true })
  })
  try {
    const theme = localStorage.getItem('peal.theme')
    if (theme === 'light' || theme === 'dark') root.dataset['theme'] = theme
    const session = JSON.parse(localStorage.getItem('peal.session') ?? 'null')
    if (session && Date.parse(session.expiresAt) > Date.now()) root.dataset['signedIn'] = ''
    const codes = ['en', 'de', 'es', 'pt', 'ja']
    const selected = localStorage.getItem('peal.language') ?? ''
    const isSelected = codes.includes(selected)
    if (isSelected && selected !== root.lang && root.dataset['own'] !== undefined) {
      const path = root.lang === 'en' ? location.pathname : location.pathname.slice(3)
      location.replace((selected === 'en' ? path || '/' : `/${selected}${path}`) + location.search + location.hash)
      return
    }
    const read = navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase()).find((code) => codes.includes(code))
    const wished = isSelected ? selected : read
    // Suggested only until the user dismisses it on pages in this language.
    if (wished && wished !== root.lang && localStorage.getItem('peal.languageLine') !== root.lang) {
      root.dataset['suggest'] = wished
    }
  } catch {
    // Storage is disabled: the system's theme, and signed out.
  }
})()

;(() => {
  const AGAIN_MS = 50
  // Each only once, even if its user lost patience.
  const pressed = new Set<HTMLElement>()
  // React marks each element that it has hydrated, and drops clicks on others.
  const responds = (button: HTMLElement) => Object.keys(button).join().includes('__reactP')
  let timer: ReturnType<typeof setTimeout>
  /** `isHydrating`: a click makes React hydrate an element immediately if its code has loaded. */
  const pressAgain = (isHydrating = false) => {
    clearTimeout(timer)
    for (const button of pressed) {
      if (button.matches(':disabled')) continue
      if (isHydrating || responds(button)) button.click()
      if (button.isConnected && !responds(button)) continue
      pressed.delete(button)
      delete button.dataset['pressed']
    }
    if (pressed.size > 0) timer = setTimeout(() => pressAgain(), AGAIN_MS)
  }
  const press = ({ target, isTrusted }: Event) => {
    const one = (target as Element).closest<HTMLElement>('button[type=button], a[data-chooses]')
    if (one instanceof HTMLAnchorElement) choose(one)
    else if (one && isTrusted && !responds(one)) {
      setTimeout(() => {
        if (responds(one)) return
        one.dataset['pressed'] = ''
        pressed.add(one)
        pressAgain()
      })
    }
  }
  // Here and not in React, so that an early press counts, too.
  const choose = (link: HTMLAnchorElement) => {
    link.hash = location.hash
    try {
      localStorage.setItem('peal.language', link.lang)
      if (document.documentElement.dataset['signedIn'] !== undefined) localStorage.setItem('peal.languageUnsaved', '')
    } catch {
      // Storage is disabled: the language is that of the page.
    }
  }
  // The button of a form that only works with modules is disabled until they have arrived, and then so is Enter.
  const enter = ({ key, target }: KeyboardEvent) => {
    const button = (target as HTMLInputElement).form?.querySelector<HTMLElement>('[method=post] :disabled')
    if (key !== 'Enter' || !button || responds(button)) return
    pressed.add(button)
    pressAgain()
  }
  addEventListener('click', press, true)
  addEventListener('keydown', enter, true)
  Object.assign(window, { pressAgain })
})()
