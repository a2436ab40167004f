/** The format of a text: `{name}` is a placeholder; where a number decides the form, the forms are separated by ` | `,
 * as in '1 song | {count} songs'. The number is `{count}`, or `{sats}`, an amount as it is shown. */

export type TextValues = Readonly<Record<string, string | number>>

const BETWEEN_FORMS = ' | '
const rules = new Map<string, Intl.PluralRules>()

export function fillText(
  text: string,
  values: TextValues,
  language: string,
  formatNumber: (value: number) => string,
): string {
  // An amount is already formatted: only `1` is singular.
  const count = values['count'] ?? (values['sats'] === '1' ? 1 : undefined)
  return pickForm(text, count, language).replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name] ?? whole
    return typeof value === 'number' ? formatNumber(value) : value
  })
}

/** The first form is the singular, the last one the plural. A text with one form has it for every number. */
function pickForm(text: string, count: string | number | undefined, language: string): string {
  if (!text.includes(BETWEEN_FORMS)) return text
  const forms = text.split(BETWEEN_FORMS)
  const category = typeof count === 'number' ? rulesOf(language).select(count) : 'other'
  return (category === 'one' ? forms[0] : forms.at(-1)) ?? text
}

function rulesOf(language: string): Intl.PluralRules {
  const known = rules.get(language) ?? new Intl.PluralRules(language)
  rules.set(language, known)
  return known
}
