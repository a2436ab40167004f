/** Reads the studio's forms: text is trimmed, empty optional fields are left out, and errors are returned by field.
 * Sending is content/form.tsx. */
import { LINK_MAX } from '#contract/fields.ts'
import { t } from '#web/words/words.ts'

/** By the name of the field; '' or absent for an empty field. */
export type FieldValues = Partial<Record<string, string>>
export type FieldErrors = Partial<Record<string, string>>
/** The validation rule of a field. */
export type FieldRule = {
  max: number
  isRequired?: true
  isAddress?: true
  /** Empty lines at the beginning have a meaning. */
  hasLines?: true
  /** Validates a value that is present: an error message, or null. */
  check?: (value: string) => string | null
  /** Server errors that belong to this field. */
  codes?: readonly string[]
  /** What the request contains; default: the text. */
  parse?: (value: string) => unknown
}

export const LINK_RULES = {
  website: { max: LINK_MAX, isAddress: true },
  instagram: { max: LINK_MAX },
  youtube: { max: LINK_MAX },
  twitter: { max: LINK_MAX },
  npub: { max: LINK_MAX },
} as const satisfies Record<string, FieldRule>

/** The valid values by field, and the errors of the others. */
export function readFields<Name extends string>(
  values: FormData,
  rules: Record<Name, FieldRule>,
): { filled: Partial<Record<Name, string>>; errors: FieldErrors } {
  const filled: Partial<Record<Name, string>> = {}
  const errors: FieldErrors = {}
  for (const [name, rule] of Object.entries(rules) as [Name, FieldRule][]) {
    const raw = values.get(name)
    const typed = typeof raw === 'string' ? (rule.hasLines ? raw.trimEnd() : raw.trim()) : ''
    const value = rule.isAddress ? completeAddress(typed) : typed
    const error = value === null ? t('studio.linkInvalid') : errorOf(value, rule)
    if (error !== null) errors[name] = error
    else if (value) filled[name] = value
  }
  return { filled, errors }
}

/** The fields that differ from their initial value, with '' for cleared ones. */
export function changesOf<Name extends string>(
  filled: Partial<Record<Name, string>>,
  initial: Partial<Record<Name, string>>,
  rules: Record<Name, FieldRule>,
): Partial<Record<Name, string>> {
  const changes: Partial<Record<Name, string>> = {}
  for (const name of Object.keys(rules) as Name[]) {
    const value = filled[name] ?? ''
    if (value !== (initial[name] ?? '')) changes[name] = value
  }
  return changes
}

/** The values as the request contains them. */
export function parseFields(values: FieldValues, rules: Readonly<Record<string, FieldRule>>): Record<string, unknown> {
  const parsed = Object.entries(values).map(([name, value = '']) => {
    const parse = rules[name]?.parse
    return [name, parse ? parse(value) : value] as const
  })
  return Object.fromEntries(parsed)
}

/** The fields of existing content as a form shows them: text, '' for null. */
export function valuesOf(content: object, rules: Readonly<Record<string, FieldRule>>): FieldValues {
  const current = new Map<string, unknown>(Object.entries(content))
  return Object.fromEntries(Object.keys(rules).map((name) => [name, textOf(current.get(name) ?? '')]))
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

const PICTURE_CODES = ['picture-invalid', 'payload-too-large']

/** Where a server error is shown: at its field, at the artwork, or below the form. */
export function fieldOfCode(code: string, rules: Record<string, FieldRule>): string {
  if (PICTURE_CODES.includes(code)) return 'artwork'
  return Object.entries(rules).find(([, { codes }]) => codes?.includes(code))?.[0] ?? 'form'
}

function errorOf(value: string, { max, isRequired, check }: FieldRule): string | null {
  if (value === '') return isRequired ? t('studio.required') : null
  // The server counts UTF-16 code units too.
  if (value.length > max) return t('studio.tooLong', { max, count: value.length })
  return check?.(value) ?? null
}

/** 'mara.example' → 'https://mara.example'; null for an invalid URL. */
export function completeAddress(typed: string): string | null {
  if (typed === '') return ''
  const address = /^[a-z][a-z0-9+.-]*:/i.test(typed) ? typed : `https://${typed}`
  if (!URL.canParse(address)) return null
  const { protocol, hostname } = new URL(address)
  return (protocol === 'https:' || protocol === 'http:') && hostname.includes('.') ? address : null
}
