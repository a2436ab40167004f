/** The language somebody has chosen. Kept in this browser, where boot.ts leads to it before the first paint, and with the
 * account, so that the next browser knows it too. Which language a page is in is words/language.ts. */
import { updatePreferences } from '#contract/accounts.ts'
import { addressIn, isLanguage, type Language } from '#contract/languages.ts'
import type { Account } from './session/account.ts'
import type { Call } from './api.ts'
import { currentLanguage, splitLanguage } from './words/language.ts'

const STORED_AS = 'peal.language'
const LINE_STORED_AS = 'peal.languageLine'

function readChoice(): Language | null {
  try {
    const stored = localStorage.getItem(STORED_AS)
    return isLanguage(stored) ? stored : null
  } catch {
    return null
  }
}

function keepChoice(language: Language): void {
  try {
    localStorage.setItem(STORED_AS, language)
  } catch {
    return
  }
}

/** Keeps what is chosen and shows this very page in it. An account that cannot be told does not keep anybody from it. */
export async function chooseLanguage(language: Language, call: Call, isSignedIn: boolean): Promise<void> {
  keepChoice(language)
  if (isSignedIn) await call(updatePreferences, { body: { language } }).catch(() => undefined)
  const { path } = splitLanguage(location.pathname)
  location.assign(`${addressIn(path, language)}${location.search}${location.hash}`)
}

/** In a browser that has none of its own, the account's counts; an account without one learns what is chosen here. */
export function takeOverLanguage(account: Account | undefined, call: Call): void {
  if (!account) return
  const choice = readChoice()
  if (account.language !== null && account.language !== choice) keepChoice(account.language)
  if (account.language !== null || choice === null) return
  call(updatePreferences, { body: { language: choice } }).catch(() => undefined)
}

/** The quiet line is asked for once. */
export function hideLanguageLine(): void {
  delete document.documentElement.dataset['suggest']
  try {
    localStorage.setItem(LINE_STORED_AS, currentLanguage())
  } catch {
    return
  }
}
