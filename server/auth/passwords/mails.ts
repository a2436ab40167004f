/** The mails about an account, in its owner's language. Their texts are in mail-words.ts; sending
 * them is server/platform/mail.ts. */
import { addressIn, type Language } from '#contract/languages.ts'
import type { Mail } from '#server/platform/mail.ts'
import { loginCodeWords, neededCodeWords } from './login-code-words.ts'
import { type MailName, mailWords } from './mail-words.ts'

export type MailWorld = { brandName: string; publicUrl: string }
type About = MailWorld & { to: string; language: Language }
type WithCode = About & { code: string }

export const verificationMail = (mail: WithCode): Mail =>
  write('verification', mail, { link: linkOf(mail, `/verify-email?oobCode=${encodeURIComponent(mail.code)}`) })

export const passwordResetMail = (mail: WithCode): Mail =>
  write('passwordReset', mail, { link: linkOf(mail, `/reset-password?oobCode=${encodeURIComponent(mail.code)}`) })

export const emailChangeMail = (mail: WithCode): Mail =>
  write('emailChange', mail, { link: linkOf(mail, `/verify-email?oobCode=${encodeURIComponent(mail.code)}`) })

/** To an address that somebody tried to change to although it already belongs to an account. */
export const emailInUseMail = (mail: About): Mail => write('emailInUse', mail, { link: linkOf(mail, '/login') })

export const emailChangedMail = (mail: About & { email: string }): Mail =>
  write('emailChanged', mail, { email: mail.email })

/** To the address entered at a login whose provider reports none. */
export const loginCodeMail = (mail: WithCode): Mail => fill(loginCodeWords[mail.language], mail, { code: mail.code })

/** To the address of an account for which many wrong passwords were tried. */
export const neededCodeMail = (mail: WithCode): Mail =>
  fill(neededCodeWords[mail.language], mail, { code: mail.code, link: linkOf(mail, '/forgot-password') })

export const passwordChangedMail = (mail: About): Mail =>
  write('passwordChanged', mail, { link: linkOf(mail, '/forgot-password') })

const linkOf = ({ publicUrl, language }: About, path: string): string => publicUrl + addressIn(path, language)

const write = (name: MailName, mail: About, own: Record<string, string>): Mail =>
  fill(mailWords[mail.language][name], mail, own)

function fill(
  { subject, text }: { subject: string; text: readonly string[] },
  { to, brandName, publicUrl }: About,
  own: Record<string, string>,
): Mail {
  const values: Readonly<Record<string, string>> = { brand: brandName, home: publicUrl, ...own }
  const put = (words: string) => words.replaceAll(/\{(\w+)\}/g, (whole, value: string) => values[value] ?? whole)
  return { to, subject: put(subject), text: `${text.map(put).join('\n\n')}\n` }
}
