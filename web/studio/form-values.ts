/** Reading the studio's forms: texts are trimmed, empty optional ones left out, and what is wrong is said by field.
 * Not sending; that is content-form.tsx. */
import { LINK_MAX } from '#contract/fields.ts'
import { t } from '../words/words.ts'

export type FieldErrors = Partial<Record<string, string>>
/** What a field asks for. */
export type FieldRule = {
  max: number
  isRequired?: true
  isAddress?: true
  /** What is wrong with a value that is there, in words; null when nothing is. */
  check?: (value: string) => string | null
  /** Errors of the server that are about this field. */
  codes?: readonly string[]
}

export const LINK_RULES = {
  website: { max: LINK_MAX, isAddress: true },
  instagram: { max: LINK_MAX },
  youtube: { max: LINK_MAX },
  twitter: { max: LINK_MAX },
  npub: { max: LINK_MAX },
} as const satisfies Record<string, FieldRule>

/** 'true' or 'false', as FormSwitch has it. */
export const SWITCH_RULE = { max: 5 } as const satisfies FieldRule

/** The values that are there, by field, and what is wrong with the others. */
export function readFields<Name extends string>(
  values: FormData,
  rules: Record<Name, FieldRule>,
): { filled: Partial<Record<Name, string>>; errors: FieldErrors } {
  const filled: Partial<Record<Name, string>> = {}
  const errors: FieldErrors = {}
  for (const [name, rule] of Object.entries(rules) as [Name, FieldRule][]) {
    const raw = values.get(name)
    const typed = typeof raw === 'string' ? raw.trim() : ''
    const value = rule.isAddress ? completeAddress(typed) : typed
    const error = value === null ? t('studio.linkInvalid') : errorOf(value, rule)
    if (error !== null) errors[name] = error
    else if (value) filled[name] = value
  }
  return { filled, errors }
}

/** What differs from what stands there: new values, and '' for what was emptied. */
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

const PICTURE_CODES = ['picture-invalid', 'payload-too-large']

/** Where an error of the server belongs: at the field it is about, at the artwork, or below the whole form. */
export function fieldOfCode(code: string, rules: Record<string, FieldRule>): string {
  if (PICTURE_CODES.includes(code)) return 'artwork'
  return Object.entries(rules).find(([, { codes }]) => codes?.includes(code))?.[0] ?? 'form'
}

function errorOf(value: string, { max, isRequired, check }: FieldRule): string | null {
  if (value === '') return isRequired ? t('studio.required') : null
  // The server counts as strings do.
  if (value.length > max) return t('studio.tooLong', { max, count: value.length })
  return check?.(value) ?? null
}

/** 'mara.example' → 'https://mara.example'; null for what cannot be an address. */
export function completeAddress(typed: string): string | null {
  if (typed === '') return ''
  const address = /^[a-z][a-z0-9+.-]*:/i.test(typed) ? typed : `https://${typed}`
  if (!URL.canParse(address)) return null
  const { protocol, hostname } = new URL(address)
  return (protocol === 'https:' || protocol === 'http:') && hostname.includes('.') ? address : null
}
