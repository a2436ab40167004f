/** Runs before the first paint, as a small blocking script: the chosen theme, the language, and whether somebody is signed
 * in. It imports nothing, so that it stays one plain script; the names of the stored values are those of session, theme
 * and language-choice. */
;(() => {
  const root = document.documentElement
  try {
    const theme = localStorage.getItem('peal.theme')
    if (theme === 'light' || theme === 'dark') root.dataset['theme'] = theme
    const session = JSON.parse(localStorage.getItem('peal.session') ?? 'null')
    if (session && Date.parse(session.expiresAt) > Date.now()) root.dataset['signedIn'] = ''
    const codes = ['en', 'de', 'es', 'pt', 'ja']
    const chosen = localStorage.getItem('peal.language') ?? ''
    const isChosen = codes.includes(chosen)
    if (isChosen && chosen !== root.lang && root.dataset['own'] !== undefined) {
      const path = root.lang === 'en' ? location.pathname : location.pathname.slice(3)
      location.replace((chosen === 'en' ? path || '/' : `/${chosen}${path}`) + location.search + location.hash)
      return
    }
    const read = navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase()).find((code) => codes.includes(code))
    const wished = isChosen ? chosen : read
    // Only said, and only until it is put away on pages in this language.
    if (wished && wished !== root.lang && localStorage.getItem('peal.languageLine') !== root.lang) {
      root.dataset['suggest'] = wished
    }
  } catch {
    // Storage is switched off: the system's theme, and nobody signed in.
  }
})()
