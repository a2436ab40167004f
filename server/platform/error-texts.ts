/** Error messages in the language of the client. Programs use the code, which is never translated. The messages are in
 * locales/<language>/errors.json. */
import { type ErrorCode, errorCodes } from '#contract/errors.ts'
import { isLanguage, PLAIN_LANGUAGE } from '#contract/languages.ts'
import type { TextValues } from '#locales/fill-text.ts'
import type { TextKey } from '#locales/texts.ts'
import { AppError, RuleBroken } from './errors.ts'
import { textIn } from './texts.ts'

/** General codes: a more specific message is shown instead, even in English. */
const GENERAL: readonly ErrorCode[] = ['bad-request', 'forbidden', 'conflict', 'rule-broken']

type RuleKey = Extract<TextKey, `rule.${string}`>

/** For rules that people can break in the interface: its English text is that of the API. */
export const brokenRule = (key: RuleKey, values: TextValues = {}): RuleBroken =>
  new RuleBroken((language) => textIn(language, key, values))

/** Messages that end with the operator's own text, or an address, which is not translated. */
const REASONED: readonly ErrorCode[] = ['outgoing-stopped', 'feed-on-page']

/** `accepted` is the Accept-Language header. Only the single code that our pages send is used (page-language.ts). */
export function translateError(code: ErrorCode, message: string, accepted: string | undefined): string {
  if (!isLanguage(accepted) || accepted === PLAIN_LANGUAGE) return message
  if (GENERAL.includes(code) && message !== errorCodes[code]) return message
  const translatedText = textIn(accepted, `error.${code}`)
  return REASONED.includes(code) ? translatedText + message.slice(errorCodes[code].length) : translatedText
}

/** Of an unexpected error: how to find it in the log. */
export function translateReference(requestId: string, accepted: string | undefined): string {
  return textIn(isLanguage(accepted) ? accepted : PLAIN_LANGUAGE, 'fault.reference', { requestId })
}

/** The error in the language of the client, with what finds it in the log if nobody expected it. */
export function translateFault(fault: AppError, requestId: string, accepted: string | undefined): AppError {
  const words =
    fault instanceof RuleBroken && isLanguage(accepted)
      ? fault.textFor(accepted)
      : translateError(fault.code, fault.message, accepted)
  const message = fault.code === 'internal-error' ? `${words} ${translateReference(requestId, accepted)}` : words
  return message === fault.message ? fault : new AppError(fault.status, fault.code, message, undefined, fault.details)
}
