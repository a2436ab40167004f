/** The weekly letter in the language of its reader, with the headers by which mail programs offer to unsubscribe (RFC 2369,
 * RFC 8058). */
import { addressIn, dateLocales, type Language } from '#contract/languages.ts'
import { formatSats } from '#contract/money.ts'
import type { Mail } from '#server/platform/mail.ts'
import { oneLine, textIn } from '#server/platform/texts.ts'
import type { describeAudience } from '#server/stats/audience.ts'

export type Letter = {
  name: string
  language: Language
  audience: Awaited<ReturnType<typeof describeAudience>>
  earnedMsat: bigint
  range: { from: string; to: string }
  token: string
}

const TITLES_MAX = 3

export function writeLetter(
  { publicUrl, brandName }: { publicUrl: string; brandName: string },
  { name, language, audience, earnedMsat, range, token }: Letter,
): Omit<Mail, 'to'> {
  const urlOf = (path: string) => publicUrl + addressIn(path, language)
  const { playTotal, playsBefore, listeners, growth, parts } = audience
  const gained = growth.find(({ kind }) => kind === 'follower')?.gained ?? 0
  const titles = parts.filter(({ kind }) => kind === 'content').slice(0, TITLES_MAX)
  const text = [
    textIn(language, 'digest.hello', { name: oneLine(name) }),
    '',
    textIn(language, 'letter.lead', { from: dayIn(language, range.from), to: dayIn(language, range.to) }),
    '',
    `- ${textIn(language, 'letter.plays', { count: playTotal, before: playsBefore })}`,
    ...(listeners === null ? [] : [`- ${textIn(language, 'letter.listeners', { count: listeners.total })}`]),
    ...(gained === 0 ? [] : [`- ${textIn(language, 'letter.followers', { count: gained })}`]),
    ...(earnedMsat === 0n
      ? []
      : [`- ${textIn(language, 'letter.earned', { amount: formatSats(Number(earnedMsat), language) })}`]),
    '',
    ...(titles.length === 0 ? [] : [textIn(language, 'letter.titles'), '']),
    ...titles.map(
      ({ title, playTotal: count, playsBefore: before }) =>
        `- ${oneLine(title)}: ${textIn(language, 'letter.plays', { count, before })}`,
    ),
    ...(titles.length === 0 ? [] : ['']),
    urlOf('/studio/analytics?days=7'),
    '',
    brandName,
    '',
    textIn(language, 'letter.why', { address: urlOf('/studio/analytics') }),
    textIn(language, 'digest.end', { address: urlOf(`/unsubscribe?letter=${token}`) }),
  ].join('\n')
  const headers = {
    'List-Unsubscribe': `<${publicUrl}/v1/stats/music/letter/unsubscribe?token=${token}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
  return { subject: textIn(language, 'letter.subject', { count: playTotal, brand: brandName }), text, headers }
}

const dayIn = (language: Language, day: string): string =>
  new Intl.DateTimeFormat(dateLocales[language], { day: 'numeric', month: 'long', timeZone: 'UTC' }).format(
    new Date(day),
  )
