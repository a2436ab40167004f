/** Error messages in the language of the client. Programs use the code, which is never translated. The English messages
 * are in contract/errors.ts, the others in error-words/. */
import { type ErrorCode, errorCodes } from '#contract/errors.ts'
import type { Language } from '#contract/languages.ts'
import { de } from './error-words/de.ts'
import { es } from './error-words/es.ts'
import { ja } from './error-words/ja.ts'
import { pt } from './error-words/pt.ts'

type Words = Readonly<Partial<Record<ErrorCode, string>>>
type Catalogues = Record<Exclude<Language, 'en'>, Words>
const catalogues = new Map<string | undefined, Words>(Object.entries({ de, es, pt, ja } satisfies Catalogues))

/** General codes: a more specific message is shown instead, even in English. */
const GENERAL: readonly ErrorCode[] = ['bad-request', 'forbidden', 'conflict', 'rule-broken']

/** Messages that end with the operator's own text, which is not translated. */
const REASONED: readonly ErrorCode[] = ['outgoing-stopped']

/** `accepted` is the Accept-Language header. Only the single code that our pages send is used (page-language.ts). */
export function wordError(code: ErrorCode, message: string, accepted: string | undefined): string {
  const words = catalogues.get(accepted)
  if (words === undefined || (GENERAL.includes(code) && message !== errorCodes[code])) return message
  const said = words[code]
  if (said === undefined || !REASONED.includes(code)) return said ?? message
  return said + message.slice(errorCodes[code].length)
}
