/** The digest as a mail in the user's language, with the headers by which mail programs offer to unsubscribe (RFC 2369,
 * RFC 8058). The texts are in digest-words.ts. */
import { addressIn, type Language } from '#contract/languages.ts'
import { formatSats } from '#contract/money.ts'
import type { Mail } from '#server/platform/mail.ts'
import type { Untold } from './digest-queries.ts'
import { digestWords } from './digest-words.ts'
import type { Kind } from './kinds.ts'

const TOP = 5

type Digest = {
  name: string
  language: Language
  emailDigest: 'daily' | 'weekly'
  untold: readonly Untold[]
  publicUrl: string
  brandName: string
  token: string
}

export function writeDigest(digest: Digest): Omit<Mail, 'to'> {
  const { name, language, emailDigest, untold, publicUrl, brandName, token } = digest
  const words = digestWords[language]
  const at = (path: string) => publicUrl + addressIn(path, language)
  const satsOf = (amountMsat: bigint) => formatSats(Number(amountMsat), language)
  const totalMsat = untold.reduce((sum, { amountMsat }) => sum + amountMsat, 0n)
  const { subject, subjectSats, why } = words[emailDigest]
  const kinds = [...Map.groupBy(untold, ({ kind }) => kind)]
  const contents = untold.filter(({ kind, contentTitle }) => kind === 'zap-received' && contentTitle !== null)
  const most = contents
    .slice(0, TOP)
    .map((one) => `- ${oneLine(one.contentTitle ?? '')}: ${satsOf(one.amountMsat)} sats`)
  const text = [
    fill(words.hello, { name: oneLine(name) }),
    '',
    words.lead,
    '',
    ...kinds.map(([kind, own]) => `- ${countOf(kind, own, language)}`),
    '',
    ...(most.length === 0 ? [] : [words.most, '', ...most, '']),
    at('/transactions?tab=notifications'),
    '',
    brandName,
    '',
    fill(why, { address: at('/settings') }),
    fill(words.end, { address: at(`/unsubscribe?token=${token}`) }),
  ].join('\n')
  const headers = {
    'List-Unsubscribe': `<${publicUrl}/v1/notifications/unsubscribe?token=${token}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
  const values = { brand: brandName, sats: satsOf(totalMsat) }
  return { subject: fill(totalMsat > 0n ? subjectSats : subject, values), text, headers }
}

function countOf(kind: Kind, own: readonly Untold[], language: Language): string {
  const count = own.reduce((sum, one) => sum + one.count, 0)
  const amountMsat = own.reduce((sum, one) => sum + one.amountMsat, 0n)
  const words = digestWords[language]
  const forms = (words[kind] ?? words.other).split(' | ')
  const isOne = new Intl.PluralRules(language).select(count) === 'one'
  const what = fill((isOne ? forms[0] : forms.at(-1)) ?? '', { count: new Intl.NumberFormat(language).format(count) })
  return amountMsat > 0n ? `${what}: ${formatSats(Number(amountMsat), language)} sats` : what
}

const fill = (words: string, values: Readonly<Record<string, string>>): string =>
  words.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)

/** User-written text must not look like a line of ours. */
function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').slice(0, 100)
}
