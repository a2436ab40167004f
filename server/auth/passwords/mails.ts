/** The mails about an account, in its owner's language. Sending
 * them is server/platform/mail.ts. */
import { addressIn, type Language } from '#contract/languages.ts'
import type { Mail } from '#server/platform/mail.ts'
import { mailIn, type MailName } from '#server/platform/texts.ts'

export type Site = { brandName: string; publicUrl: string }
type About = Site & { to: string; language: Language }
type WithCode = About & { code: string }

export const verificationMail = (mail: WithCode): Mail =>
  writeMail('verification', mail, { link: linkOf(mail, `/verify-email?oobCode=${encodeURIComponent(mail.code)}`) })

export const passwordResetMail = (mail: WithCode): Mail =>
  writeMail('passwordReset', mail, { link: linkOf(mail, `/reset-password?oobCode=${encodeURIComponent(mail.code)}`) })

export const emailChangeMail = (mail: WithCode): Mail =>
  writeMail('emailChange', mail, { link: linkOf(mail, `/verify-email?oobCode=${encodeURIComponent(mail.code)}`) })

/** To an address that somebody tried to change to although it already belongs to an account. */
export const emailInUseMail = (mail: About): Mail => writeMail('emailInUse', mail, { link: linkOf(mail, '/login') })

export const emailChangedMail = (mail: About & { email: string }): Mail =>
  writeMail('emailChanged', mail, { email: mail.email })

/** To the address entered at a login whose provider reports none. */
export const loginCodeMail = (mail: WithCode): Mail => writeMail('loginCode', mail, { code: mail.code })

/** To the address of an account for which many wrong passwords were tried. */
export const neededCodeMail = (mail: WithCode): Mail =>
  writeMail('neededCode', mail, { code: mail.code, link: linkOf(mail, '/forgot-password') })

export const passwordChangedMail = (mail: About): Mail =>
  writeMail('passwordChanged', mail, { link: linkOf(mail, '/forgot-password') })

const linkOf = ({ publicUrl, language }: About, path: string): string => publicUrl + addressIn(path, language)

/** The values are those besides `brand` and `home`. */
const writeMail = (
  name: MailName,
  { to, brandName, publicUrl, language }: About,
  own: Readonly<Record<string, string>>,
): Mail => ({
  to,
  ...mailIn(language, name, { brand: brandName, home: publicUrl, ...own }),
})
