/** The digest as a mail in the user's language, with the headers by which mail programs offer to unsubscribe (RFC 2369,
 * RFC 8058). */
import { addressIn, type Language } from '#contract/languages.ts'
import { formatSats } from '#contract/money.ts'
import type { Mail } from '#server/platform/mail.ts'
import { oneLine, textIn } from '#server/platform/texts.ts'
import type { UnsentNotification } from './digest-queries.ts'
import { isDigestKind, type Kind } from './kinds.ts'

const TOP = 5

type Digest = {
  name: string
  language: Language
  emailDigest: 'daily' | 'weekly'
  unsent: readonly UnsentNotification[]
  publicUrl: string
  brandName: string
  token: string
}

export function writeDigest(digest: Digest): Omit<Mail, 'to'> {
  const { name, language, emailDigest, unsent, publicUrl, brandName, token } = digest
  const at = (path: string) => publicUrl + addressIn(path, language)
  const satsOf = (amountMsat: bigint) => formatSats(Number(amountMsat), language)
  // Tickets are paid out after their event.
  const totalMsat = unsent.reduce((sum, { kind, amountMsat }) => (kind === 'ticket-sold' ? sum : sum + amountMsat), 0n)
  const kinds = [...Map.groupBy(unsent, ({ kind }) => kind)]
  const contents = unsent.filter(({ kind, contentTitle }) => kind === 'zap-received' && contentTitle !== null)
  const most = contents
    .slice(0, TOP)
    .map((one) => `- ${oneLine(one.contentTitle ?? '')}: ${satsOf(one.amountMsat)} sats`)
  const text = [
    textIn(language, 'digest.hello', { name: oneLine(name) }),
    '',
    textIn(language, 'digest.lead'),
    '',
    ...kinds.map(([kind, own]) => `- ${countOf(kind, own, language)}`),
    '',
    ...(most.length === 0 ? [] : [textIn(language, 'digest.most'), '', ...most, '']),
    at('/transactions?tab=notifications'),
    '',
    brandName,
    '',
    textIn(language, `digest.${emailDigest}.why`, { address: at('/settings') }),
    textIn(language, 'digest.end', { address: at(`/unsubscribe?token=${token}`) }),
  ].join('\n')
  const headers = {
    'List-Unsubscribe': `<${publicUrl}/v1/notifications/unsubscribe?token=${token}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
  const subject =
    totalMsat > 0n
      ? textIn(language, `digest.${emailDigest}.subjectSats`, { brand: brandName, sats: satsOf(totalMsat) })
      : textIn(language, `digest.${emailDigest}.subject`, { brand: brandName })
  return { subject, text, headers }
}

function countOf(kind: Kind, own: readonly UnsentNotification[], language: Language): string {
  const count = own.reduce((sum, one) => sum + one.count, 0)
  const amountMsat = own.reduce((sum, one) => sum + one.amountMsat, 0n)
  const what = textIn(language, `digest.count.${isDigestKind(kind) ? kind : 'other'}`, { count })
  return amountMsat > 0n ? `${what}: ${formatSats(Number(amountMsat), language)} sats` : what
}
