/** Light, dark, or as the system says. Kept in this browser, where boot.ts applies it before the first paint, and with the
 * account, so that the next browser knows it too. */
import type { Account } from './session/account.ts'

const STORED_AS = 'peal.theme'

/** null: as the system says. */
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

/** In a browser that has none of its own, the account's counts. */
export function takeOverTheme(theme: Theme): void {
  try {
    if (theme !== null && localStorage.getItem(STORED_AS) === null) applyTheme(theme)
  } catch {
    return
  }
}
