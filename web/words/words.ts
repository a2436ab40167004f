/** `t(key, values)`: the text of a key in the language of the page, with its values filled in. The compiler checks the keys,
 * tests/text-uses.test.ts the values. The texts are in locales/; docs/languages.md says how to add one.
 *
 * Keys are complete string literals in the source: the build replaces them by the texts, so that a page loads only the
 * texts of its own modules in its own language (inline-words.ts). A key that is not an argument of `t` has a text
 * without placeholders. */
import { singularSat } from '#contract/money.ts'
import { fillText, type TextValues } from '#locales/fill-text.ts'
import type { TextKey } from '#locales/texts.ts'
import { formatNumber } from './format.ts'
import { currentLanguage } from './language.ts'
import { textOf } from './source.ts'

export type TranslationKey = TextKey

export function t(key: TranslationKey, values: TextValues = {}): string {
  const language = currentLanguage()
  return singularSat(fillText(textOf(language, key), values, language, formatNumber))
}
