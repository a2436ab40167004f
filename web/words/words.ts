/** `t(key, values)`: the words of a key in the language of the page, with its values filled in. Keys and values are
 * checked by the compiler. Not the words themselves.
 *
 * To add words: put the key into the `en-<room>.ts` of your room, and its translations into `de-`, `es-`, `pt-` and
 * `ja-<room>.ts` (docs/languages.md has the names of things). `{name}` stands for a value. Where a number decides the
 * form, name it `{count}` and hand in the number itself (or `{sats}`, an amount as it is shown), and write the forms with
 * ` | ` between: '1 song | {count} songs'
 * (one, other; Japanese has a single form).
 *
 * Keys stand in the source as plain strings, never put together: the build writes the words in their place, so that a
 * page brings the words of its own modules in its own language and no others (inline-words.ts). */
import { singularSat } from '#contract/money.ts'
import type { en } from './en.ts'
import { formatNumber } from './format.ts'
import { currentLanguage } from './language.ts'
import { pickForm } from './plural.ts'
import { wordsOf } from './source.ts'

type Catalogue = typeof en
export type WordKey = keyof Catalogue

type Names<Words extends string> = Words extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never
type Values<Key extends WordKey> = Record<Names<Catalogue[Key]>, string | number>

/** Keys whose words hold no values: what tables of links may name. */
export type PlainWordKey = { [Key in WordKey]: [Names<Catalogue[Key]>] extends [never] ? Key : never }[WordKey]

export function t<Key extends WordKey>(
  key: Key,
  ...values: [Names<Catalogue[Key]>] extends [never] ? [] : [Values<Key>]
): string {
  const language = currentLanguage()
  const given: Record<string, string | number> = values[0] ?? {}
  // An amount is a text by now, of which `1` alone is one.
  const counted = given['count'] ?? (given['sats'] === '1' ? 1 : undefined)
  const said = pickForm(wordsOf(language, key), counted, language).replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const value = given[name] ?? whole
    return typeof value === 'number' ? formatNumber(value) : value
  })
  return singularSat(said)
}
