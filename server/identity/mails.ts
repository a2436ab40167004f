/** The words of the mails about an account. Not sending them; that is server/platform/mail.ts. */
import type { Mail } from '#server/platform/mail.ts'

export function verificationMail(input: { to: string; code: string; brandName: string; publicUrl: string }): Mail {
  const { to, code, brandName, publicUrl } = input
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
