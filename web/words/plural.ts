/** Which of an entry's forms a number wants, by the language's own rules.
 * Not how the number is written; that is format.ts. */
import type { Language } from '#contract/languages.ts'

const BETWEEN_FORMS = ' | '
const rules = new Map<Language, Intl.PluralRules>()

/** Entries with one form are everybody's. Of two, the first is for one. */
export function pickForm(words: string, count: string | number | undefined, language: Language): string {
  if (!words.includes(BETWEEN_FORMS)) return words
  const forms = words.split(BETWEEN_FORMS)
  const category = typeof count === 'number' ? rulesOf(language).select(count) : 'other'
  return (category === 'one' ? forms[0] : forms.at(-1)) ?? words
}

function rulesOf(language: Language): Intl.PluralRules {
  const known = rules.get(language) ?? new Intl.PluralRules(language)
  rules.set(language, known)
  return known
}
