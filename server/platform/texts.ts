/** Texts in the language of a user, for mails, push messages and errors. The texts are in locales/. */
import { type Language, languages } from '#contract/languages.ts'
import { singularSat } from '#contract/money.ts'
import { fillText, type TextValues } from '#locales/fill-text.ts'
import { readTexts, type TextKey, type Texts } from '#locales/texts.ts'

const catalogues = Object.fromEntries(languages.map((language) => [language, readTexts(language)])) as Record<
  Language,
  Texts
>

export function textIn(language: Language, key: TextKey, values: TextValues = {}): string {
  const formatNumber = (value: number) => new Intl.NumberFormat(language).format(value)
  return singularSat(fillText(catalogues[language][key], values, language, formatNumber))
}

export type MailName = TextKey extends infer Key ? (Key extends `mail.${infer Name}.subject` ? Name : never) : never

/** Subject and text of a mail. */
export function mailIn(language: Language, name: MailName, values: TextValues): { subject: string; text: string } {
  return {
    subject: textIn(language, `mail.${name}.subject`, values),
    text: textIn(language, `mail.${name}.text`, values),
  }
}

/** User-written text must not look like a line of ours. */
export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').slice(0, 100)
}
