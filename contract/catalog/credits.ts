/** Credits: people and their roles, on albums, tracks and episodes. Payments to them are in splits.ts. */
import * as z from 'zod/mini'
import { formList, text } from '#contract/fields.ts'

export const CREDITS_MAX = 100
export const CREDIT_NAME_MAX = 255
export const CREDIT_ROLE_MAX = 100

/** Suggested roles; any other may be entered. */
export const creditRoles = [
  'artist',
  'featured artist',
  'songwriter',
  'composer',
  'lyricist',
  'producer',
  'co-producer',
  'executive producer',
  'arranger',
  'vocals',
  'backing vocals',
  'guitar',
  'bass',
  'drums',
  'percussion',
  'keyboards',
  'piano',
  'strings',
  'brass',
  'woodwind',
  'programming',
  'remixer',
  'recording engineer',
  'mixing engineer',
  'mastering engineer',
  'artwork',
  'photography',
  'host',
  'co-host',
  'guest',
  'editor',
  'writer',
  'researcher',
  'sound design',
  'narrator',
  'publisher',
  'label',
] as const

const NewCredit = z.strictObject({
  name: text(CREDIT_NAME_MAX),
  role: text(CREDIT_ROLE_MAX),
  /** The username of a user here; '' and null for none. */
  username: z.optional(z.nullable(z.string().check(z.trim(), z.toLowerCase(), z.maxLength(64)))),
})
const list = z.array(NewCredit).check(z.maxLength(CREDITS_MAX))

/** Credits in a JSON request: all of them, in order. Null and an empty list clear them. */
export const NewCredits = z.optional(z.nullable(list))
/** Credits in a form: the same as JSON text. '' and null clear them. */
export const FormCredits = formList(list)

/** Credits in a response. `username` is present only if that user still has an account. */
export const Credit = z.object({ name: z.string(), role: z.string(), username: z.optional(z.string()) })
