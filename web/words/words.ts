/** `t(key, values)`: the words of a key with its values filled in. Keys and values are checked by the compiler.
 * One language a page load: each has addresses of its own, so nothing here changes while a page is open. */
import { en } from './en.ts'

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
  const given: Record<string, string | number> = values[0] ?? {}
  return en[key].replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(given[name] ?? whole))
}
