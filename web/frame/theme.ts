/** The theme: light, dark, or the system's. Stored in this browser, where boot.ts applies it before the first paint,
 * and with the account, so that other browsers use it too. */
import type { Account } from '#web/session/account.ts'

const STORED_AS = 'peal.theme'

/** null: follow the system. */
export type Theme = Account['theme']

export function readTheme(): Theme {
  const theme = document.documentElement.dataset['theme']
  return theme === 'light' || theme === 'dark' ? theme : null
}

export function applyTheme(theme: Theme): void {
  const { dataset } = document.documentElement
  if (theme === null) delete dataset['theme']
  else dataset['theme'] = theme
  try {
    if (theme === null) localStorage.removeItem(STORED_AS)
    else localStorage.setItem(STORED_AS, theme)
  } catch {
    return
  }
}

/** The account's theme applies in a browser that has none stored. */
export function takeOverTheme(theme: Theme): void {
  try {
    if (theme !== null && localStorage.getItem(STORED_AS) === null) applyTheme(theme)
  } catch {
    return
  }
}
