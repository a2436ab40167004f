/** A message to a follower as an e-mail in the user's language, with the headers by which mail programs offer to unsubscribe
 * (RFC 2369, RFC 8058). */
import { addressIn, type Language } from '#contract/languages.ts'
import type { Mail } from '#server/platform/mail.ts'
import { oneLine, textIn } from '#server/platform/texts.ts'
import type { FanDeps } from './deps.ts'
import type { Maker } from './maker.ts'
import type { MessageRow } from './message-queries.ts'
import { makeStopToken } from './unsubscribe.ts'

type FanMail = {
  maker: Pick<Maker, 'id' | 'title'>
  message: MessageRow
  recipient: { userId: string; name: string; language: Language }
}

export function writeFanMail(
  { secret, publicUrl, brandName }: Pick<FanDeps, 'secret' | 'publicUrl' | 'brandName'>,
  { maker, message, recipient }: FanMail,
): Omit<Mail, 'to'> {
  const { userId, name, language } = recipient
  const at = (path: string) => publicUrl + addressIn(path, language)
  const who = oneLine(maker.title)
  const token = makeStopToken(secret, userId, maker.id)
  const text = [
    textIn(language, 'digest.hello', { name: oneLine(name) }),
    '',
    textIn(language, 'fanMail.wrote', { who }),
    '',
    // Quoted, so that no line of it looks like one of ours.
    ...message.body.split(/\r?\n/).map((line) => `> ${line}`),
    '',
    at(`/${message.subject_type}/${message.subject_id}`),
    '',
    brandName,
    '',
    textIn(language, 'fanMail.why', { who }),
    textIn(language, 'digest.end', { address: at(`/unsubscribe?fan=${token}`) }),
  ].join('\n')
  const headers = {
    'List-Unsubscribe': `<${publicUrl}/v1/fans/unsubscribe?token=${token}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
  const what = oneLine(message.subject_title)
  return { subject: textIn(language, `fanMail.subject.${message.kind}`, { who, what }), text, headers }
}
