/** Runs before the first paint, as a small blocking script: the chosen theme, and whether somebody is signed in.
 * It imports nothing, so that it stays one plain script; the names of the stored values are those of session and theme. */
;(() => {
  const root = document.documentElement
  try {
    const theme = localStorage.getItem('peal.theme')
    if (theme === 'light' || theme === 'dark') root.dataset['theme'] = theme
    const session = JSON.parse(localStorage.getItem('peal.session') ?? 'null')
    if (session && Date.parse(session.expiresAt) > Date.now()) root.dataset['signedIn'] = ''
  } catch {
    // Storage is switched off: the system's theme, and nobody signed in.
  }
})()
