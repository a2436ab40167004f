/** The language a user has chosen. Stored in this browser, where boot.ts applies it before the first paint, and with
 * the account, so that other browsers use it too. The language of the current page is in words/language.ts. */
import { updatePreferences } from '#contract/accounts/account.ts'
import { addressIn, isLanguage, type Language } from '#contract/languages.ts'
import type { Account } from '#web/session/account.ts'
import type { Call } from '#web/data/api.ts'
import { currentLanguage, splitLanguage } from '#web/words/language.ts'

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

/** Saves the choice and reloads this page in that language, even if saving it with the account fails. */
export async function chooseLanguage(language: Language, call: Call, isSignedIn: boolean): Promise<void> {
  keepChoice(language)
  if (isSignedIn) await call(updatePreferences, { body: { language } }).catch(() => undefined)
  const { path } = splitLanguage(location.pathname)
  location.assign(`${addressIn(path, language)}${location.search}${location.hash}`)
}

/** The account's language wins over this browser's choice. An account without one takes over the browser's choice. */
export function takeOverLanguage(account: Account | undefined, call: Call): void {
  if (!account) return
  const choice = readChoice()
  if (account.language !== null && account.language !== choice) keepChoice(account.language)
  if (account.language !== null || choice === null) return
  call(updatePreferences, { body: { language: choice } }).catch(() => undefined)
}

/** The language suggestion is shown until it is dismissed. */
export function hideLanguageLine(): void {
  delete document.documentElement.dataset['suggest']
  try {
    localStorage.setItem(LINE_STORED_AS, currentLanguage())
  } catch {
    return
  }
}
