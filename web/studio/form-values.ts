/** Reading the studio's forms: texts are trimmed, empty optional ones left out, and what is wrong is said by field.
 * Not sending; that is create-form.tsx. */
import { LINK_MAX } from '#contract/fields.ts'
import { t } from '../words/words.ts'

export type FieldErrors = Partial<Record<string, string>>
/** What a field asks for. */
export type FieldRule = { max: number; isRequired?: true; isAddress?: true }

export const LINK_RULES = {
  website: { max: LINK_MAX, isAddress: true },
  instagram: { max: LINK_MAX },
  youtube: { max: LINK_MAX },
  twitter: { max: LINK_MAX },
  npub: { max: LINK_MAX },
} as const satisfies Record<string, FieldRule>

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

function errorOf(value: string, { max, isRequired }: FieldRule): string | null {
  if (value === '') return isRequired ? t('studio.required') : null
  // The server counts as strings do.
  return value.length > max ? t('studio.tooLong', { max, count: value.length }) : null
}

/** 'mara.example' → 'https://mara.example'; null for what cannot be an address. */
export function completeAddress(typed: string): string | null {
  if (typed === '') return ''
  const address = /^[a-z][a-z0-9+.-]*:/i.test(typed) ? typed : `https://${typed}`
  if (!URL.canParse(address)) return null
  const { protocol, hostname } = new URL(address)
  return (protocol === 'https:' || protocol === 'http:') && hostname.includes('.') ? address : null
}
