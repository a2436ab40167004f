/** The language a user has chosen. Stored in this browser, where boot.ts applies it before the first paint, and then with
 * the account, so that other browsers use it too. The language of the current page is in words/language.ts. */
import { updatePreferences } from '#contract/accounts/account.ts'
import { isLanguage, type Language } from '#contract/languages.ts'
import type { Account } from '#web/session/account.ts'
import type { Call } from '#web/data/api.ts'
import { currentLanguage } from '#web/words/language.ts'

const STORED_AS = 'peal.language'
/** A signed-in user has chosen, and the account does not have the choice yet. */
const UNSAVED_AS = 'peal.languageUnsaved'
const LINE_STORED_AS = 'peal.languageLine'

/** The choice of a signed-in user. */
export function saveLanguage(language: Language): void {
  try {
    localStorage.setItem(STORED_AS, language)
    localStorage.setItem(UNSAVED_AS, '')
  } catch {
    return
  }
}

/** The account's language overrides this browser's choice, unless that is newer and not saved yet, or the account has none. */
export function takeOverLanguage(account: Account | undefined, call: Call): void {
  if (!account) return
  try {
    const stored = localStorage.getItem(STORED_AS)
    const choice = isLanguage(stored) ? stored : null
    if (choice === account.language) localStorage.removeItem(UNSAVED_AS)
    else if (choice !== null && (account.language === null || localStorage.getItem(UNSAVED_AS) !== null))
      call(updatePreferences, { body: { language: choice } }).catch(() => undefined)
    else if (account.language !== null) localStorage.setItem(STORED_AS, account.language)
  } catch {
    return
  }
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
