/** The languages of the interface, as two-letter codes. English pages have no prefix in their path; others are below
 * /de, /es, /pt and /ja. */
export const languages = ['en', 'de', 'es', 'pt', 'ja'] as const
export type Language = (typeof languages)[number]

export const PLAIN_LANGUAGE: Language = 'en'

export const isLanguage = (text: unknown): text is Language => languages.some((language) => language === text)

/** The locales for Intl: Portuguese is Brazilian, and English dates begin with the day. */
export const dateLocales: Readonly<Record<Language, string>> = {
  en: 'en-GB',
  de: 'de-DE',
  es: 'es-ES',
  pt: 'pt-BR',
  ja: 'ja-JP',
}

export const prefixOf = (language: Language): string => (language === PLAIN_LANGUAGE ? '' : `/${language}`)

/** The path of a page, given in English, in a language. */
export function addressIn(path: string, language: Language): string {
  return path === '/' && language !== PLAIN_LANGUAGE ? prefixOf(language) : `${prefixOf(language)}${path}`
}
