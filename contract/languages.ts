/** The languages of the interface, as two-letter codes. English pages have no prefix in their path; others are below
 * /de, /es, /pt and /ja. */
export const languages = ['en', 'de', 'es', 'pt', 'ja'] as const
export type Language = (typeof languages)[number]

export const PLAIN_LANGUAGE: Language = 'en'

export const isLanguage = (text: unknown): text is Language => languages.some((language) => language === text)

export const prefixOf = (language: Language): string => (language === PLAIN_LANGUAGE ? '' : `/${language}`)

/** The path of a page, given in English, in a language. */
export function addressIn(path: string, language: Language): string {
  return path === '/' && language !== PLAIN_LANGUAGE ? prefixOf(language) : `${prefixOf(language)}${path}`
}
