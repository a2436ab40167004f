/** The words of the mails about an account. Not sending them; that is server/platform/mail.ts. */
import type { Mail } from '#server/platform/mail.ts'

export type MailWorld = { brandName: string; publicUrl: string }
type WithCode = MailWorld & { to: string; code: string }

export function verificationMail({ to, code, brandName, publicUrl }: WithCode): Mail {
  return {
    to,
    subject: `Confirm your e-mail address for ${brandName}`,
    text: [
      `Welcome to ${brandName}.`,
      '',
      'Please confirm that this is your e-mail address. The link works once, within 24 hours:',
      '',
      `${publicUrl}/verify-email?oobCode=${encodeURIComponent(code)}`,
      '',
      'Until then you can listen, upload and zap, but not withdraw.',
      '',
      `If you did not make an account at ${publicUrl}, please ignore this mail.`,
      '',
    ].join('\n'),
  }
}

export function passwordResetMail({ to, code, brandName, publicUrl }: WithCode): Mail {
  return {
    to,
    subject: `Choose a new password for ${brandName}`,
    text: [
      `Somebody, hopefully you, asked for a new password for your account at ${brandName}.`,
      '',
      'Choose one here. The link works once, within an hour:',
      '',
      `${publicUrl}/reset-password?oobCode=${encodeURIComponent(code)}`,
      '',
      'If it was not you, ignore this mail: your password stays as it is.',
      '',
    ].join('\n'),
  }
}

export function emailChangeMail({ to, code, brandName, publicUrl }: WithCode): Mail {
  return {
    to,
    subject: `Confirm your new e-mail address for ${brandName}`,
    text: [
      `This address is to become that of an account at ${brandName}.`,
      '',
      'Please confirm it. The link works once, within 24 hours:',
      '',
      `${publicUrl}/verify-email?oobCode=${encodeURIComponent(code)}`,
      '',
      'If this was not you, please ignore this mail: nothing changes.',
      '',
    ].join('\n'),
  }
}

/** To an address that somebody wanted to take over although it is an account's. */
export function emailInUseMail({ to, brandName, publicUrl }: MailWorld & { to: string }): Mail {
  return {
    to,
    subject: `Your e-mail address at ${brandName}`,
    text: [
      `Somebody asked to use this e-mail address for another account at ${brandName}.`,
      'It belongs to your account already, so nothing has changed.',
      '',
      `If it was you: log in with this address at ${publicUrl}/login`,
      '',
    ].join('\n'),
  }
}

export function emailChangedMail({ to, email, brandName, publicUrl }: MailWorld & { to: string; email: string }): Mail {
  return {
    to,
    subject: `Your e-mail address at ${brandName} has changed`,
    text: [
      `The e-mail address of your account at ${brandName} is now ${email}.`,
      'This mail goes to the former one, so that you know.',
      '',
      `If it was not you, please write to the people who run ${publicUrl} at once.`,
      '',
    ].join('\n'),
  }
}

export function passwordChangedMail({ to, brandName, publicUrl }: MailWorld & { to: string }): Mail {
  return {
    to,
    subject: `Your password at ${brandName} has changed`,
    text: [
      `The password of your account at ${brandName} was changed, and you were logged out everywhere else.`,
      '',
      `If it was not you, choose another one at once: ${publicUrl}/forgot-password`,
      '',
    ].join('\n'),
  }
}
