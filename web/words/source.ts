/** Every word of every language, for the server, for tests and for development.
 * The built pages do not have this file: there each module carries its own words (inline-words.ts). */
import type { Language } from '#contract/languages.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { ja } from './ja.ts'
import { pt } from './pt.ts'

export const catalogues: Readonly<Record<Language, Readonly<Record<string, string>>>> = { en, de, es, pt, ja }

/** What is not translated yet is said in English; a test finds it. */
export function wordsOf(language: Language, key: string): string {
  return catalogues[language][key] ?? catalogues.en[key] ?? key
}
