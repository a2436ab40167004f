/** A file that is refused: the upload succeeded, the file is the problem. These are not errors of an API call. */
import { refusals, type RefusalCode } from '#contract/audio-refusals.ts'

export function isRefusalCode(value: unknown): value is RefusalCode {
  return typeof value === 'string' && Object.hasOwn(refusals, value)
}

export class Refusal extends Error {
  override name = 'Refusal'
  readonly code: RefusalCode

  constructor(code: RefusalCode) {
    super(refusals[code])
    this.code = code
  }
}
