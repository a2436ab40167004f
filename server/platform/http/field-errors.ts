/** Turns invalid input into an error with our own message about the first fault.
 * The validator's messages are for programmers and are never shown. */
import { errorCodes, type ErrorCode } from '#contract/errors.ts'
import { type Language, PLAIN_LANGUAGE } from '#contract/languages.ts'
import type { TextKey } from '#locales/texts.ts'
import { AppError } from '#server/platform/errors.ts'
import { textIn } from '#server/platform/texts.ts'

/** The fields of a zod issue that are used here. */
type Issue = {
  message: string
  path: PropertyKey[]
  code?: string
  expected?: string
  format?: string
  origin?: string
  minimum?: number | bigint
  maximum?: number | bigint
  inclusive?: boolean
  values?: readonly unknown[]
  keys?: readonly string[]
  errors?: readonly (readonly Issue[])[]
}

type FieldFault = TextKey extends infer Key ? (Key extends `field.${infer Fault}` ? Fault : never) : never

const VALUES_SHOWN = 12
const FIELD_MAX_CHARACTERS = 100

/** `value` is the input; the message is in the language of the page that sent it. */
export function malformed(issues: readonly unknown[], value: unknown, language: Language | null): AppError {
  const issue = innermost(issues[0] as Issue)
  if (Object.hasOwn(errorCodes, issue.message)) {
    const code = issue.message as ErrorCode
    return new AppError(400, code)
  }
  return new AppError(400, 'bad-request', describeIssue(issue, value, language ?? PLAIN_LANGUAGE))
}

/** For a union: the fault in the closest variant, which is the one whose fault is nested deepest. */
function innermost(issue: Issue): Issue {
  if (issue.code !== 'invalid_union') return issue
  const firsts = (issue.errors ?? []).flatMap((branch) => {
    const first = branch[0]
    return first === undefined ? [] : [innermost({ ...first, path: [...issue.path, ...first.path] })]
  })
  const deepest = firsts.toSorted((one, other) => other.path.length - one.path.length)[0]
  if (deepest === undefined) return issue
  // Several variants of a single value, and none fits: none of them is closer than the others.
  const isAlike = firsts.every(({ path }) => path.length === deepest.path.length)
  return isAlike && firsts.length > 1 && deepest.path.length === issue.path.length
    ? { ...issue, code: 'other' }
    : deepest
}

function describeIssue(issue: Issue, value: unknown, language: Language): string {
  const { fault, limit, values, name } = readIssue(issue, value)
  const path = [...issue.path, ...(name === undefined ? [] : [name])].map(String).join('.')
  const field = path === '' ? textIn(language, 'fieldName.body') : path.slice(0, FIELD_MAX_CHARACTERS)
  return textIn(language, `field.${fault}`, { field, limit: String(limit), values: values ?? '' })
}

type Read = { fault: FieldFault; limit?: number | bigint | undefined; values?: string; name?: string | undefined }

function readIssue(issue: Issue, value: unknown): Read {
  if (isMissing(issue, value)) return { fault: 'missing' }
  switch (issue.code) {
    case 'invalid_type':
      return { fault: faultOfType[issue.expected ?? ''] ?? 'other' }
    case 'too_small':
      return { fault: faultOfSize(issue.origin, 'small'), limit: limitOf(issue.minimum, issue.inclusive, 1) }
    case 'too_big':
      return { fault: faultOfSize(issue.origin, 'big'), limit: limitOf(issue.maximum, issue.inclusive, -1) }
    case 'invalid_format':
      return { fault: faultOfFormat[issue.format ?? ''] ?? 'format' }
    case 'invalid_value':
      return { fault: 'choice', values: (issue.values ?? []).slice(0, VALUES_SHOWN).map(String).join(', ') }
    case 'unrecognized_keys':
      return { fault: 'unknown', name: issue.keys?.[0] }
    default:
      return { fault: 'other' }
  }
}

const faultOfType: Record<string, FieldFault> = {
  string: 'text',
  number: 'number',
  int: 'whole',
  boolean: 'flag',
  array: 'list',
  object: 'object',
  record: 'object',
  file: 'file',
  null: 'null',
}
const faultOfFormat: Record<string, FieldFault> = {
  email: 'email',
  uuid: 'id',
  guid: 'id',
  datetime: 'date',
}

function faultOfSize(origin: string | undefined, side: 'small' | 'big'): FieldFault {
  if (origin === 'string') return side === 'small' ? 'tooShort' : 'tooLong'
  if (origin === 'array' || origin === 'set') return side === 'small' ? 'tooFew' : 'tooMany'
  return side === 'small' ? 'tooSmall' : 'tooLarge'
}

const limitOf = (limit: number | bigint | undefined, inclusive: boolean | undefined, step: 1 | -1) =>
  inclusive === false && typeof limit === 'number' ? limit + step : limit

function isMissing({ path, code }: Issue, value: unknown): boolean {
  if (code !== 'invalid_type' && code !== 'invalid_value' && code !== 'other') return false
  let inner: unknown = value
  for (const key of path) {
    if (typeof inner !== 'object' || inner === null) return false
    inner = (inner as Record<PropertyKey, unknown>)[key]
  }
  return inner === undefined || (path.length === 0 && inner === null)
}
