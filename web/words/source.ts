/** The texts of every language, for the server, tests and development.
 * The browser build does not contain them: its modules carry their own texts (inline-words.ts). */
import { type Language, languages } from '#contract/languages.ts'
import { readTexts, type TextKey, type Texts } from '#locales/texts.ts'

export const catalogues = Object.fromEntries(languages.map((language) => [language, readTexts(language)])) as Readonly<
  Record<Language, Texts>
>

/** In English until it is translated; a test finds missing translations. */
export function textOf(language: Language, key: TextKey): string {
  return catalogues[language][key] ?? catalogues.en[key]
}
