/** The language of this page, and language prefixes of URLs. The texts are in locales/, and `t` is in words.ts. */
import { isLanguage, type Language, PLAIN_LANGUAGE } from '#contract/languages.ts'

/** The name of each language in that language, so that its readers recognize it. */
export const languageNames: Readonly<Record<Language, string>> = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  pt: 'Português',
  ja: '日本語',
}

/** Shown on pages in other languages to readers who seem to prefer this one. */
export const alsoIn: Readonly<Record<Language, string>> = {
  en: 'Also in English',
  de: 'Auch auf Deutsch',
  es: 'También en español',
  pt: 'Também em português',
  ja: '日本語でも読めます',
}

/** In the browser the language of a page never changes. The server renders several languages concurrently, so it sets a
 * function that returns the language of the current render (entry-server.tsx) instead of a module variable. */
let readLanguage: () => Language = () => {
  const lang = typeof document === 'undefined' ? PLAIN_LANGUAGE : document.documentElement.lang
  return isLanguage(lang) ? lang : PLAIN_LANGUAGE
}

export function readLanguageWith(read: () => Language): void {
  readLanguage = read
}

/** For synchronous rendering only, because no other render may run meanwhile. */
export function writeIn<Written>(language: Language, write: () => Written): Written {
  const before = readLanguage
  readLanguage = () => language
  try {
    return write()
  } finally {
    readLanguage = before
  }
}

export const currentLanguage = (): Language => readLanguage()

/** '/de/album/1?x' is '/album/1?x' in German. The router handles only addresses without a language. */
export function splitLanguage(address: string): { language: Language; path: string } {
  const [, first = '', rest = ''] = /^\/([a-z]{2})(?=[/?#]|$)(.*)$/s.exec(address) ?? []
  if (!isLanguage(first) || first === PLAIN_LANGUAGE) return { language: PLAIN_LANGUAGE, path: address }
  return { language: first, path: rest.startsWith('/') ? rest : `/${rest}` }
}
