/** The words of an error in the language its asker reads. The code stays what programs go by.
 * The English words stand in contract/errors.ts, the others in error-words/. */
import { type ErrorCode, errorCodes } from '#contract/errors.ts'
import type { Language } from '#contract/languages.ts'
import { de } from './error-words/de.ts'
import { es } from './error-words/es.ts'
import { ja } from './error-words/ja.ts'
import { pt } from './error-words/pt.ts'

type Words = Readonly<Partial<Record<ErrorCode, string>>>
type Catalogues = Record<Exclude<Language, 'en'>, Words>
const catalogues = new Map<string | undefined, Words>(Object.entries({ de, es, pt, ja } satisfies Catalogues))

/** These say little; where more was said, more is shown, be it in English. */
const GENERAL: readonly ErrorCode[] = ['bad-request', 'forbidden', 'conflict', 'rule-broken']

/** Their message goes on with an operator's own words, which stay as they are. */
const REASONED: readonly ErrorCode[] = ['outgoing-stopped']

/** `accepted` is the header accept-language; of it only the bare code counts that our pages send (page-language.ts). */
export function wordError(code: ErrorCode, message: string, accepted: string | undefined): string {
  const words = catalogues.get(accepted)
  if (words === undefined || (GENERAL.includes(code) && message !== errorCodes[code])) return message
  const said = words[code]
  if (said === undefined || !REASONED.includes(code)) return said ?? message
  return said + message.slice(errorCodes[code].length)
}
