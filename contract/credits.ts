/** Who made it: people and what they did, on albums, tracks and episodes.
 * Not who is paid; that is splits.ts. */
import * as z from 'zod/mini'
import { text } from './fields.ts'

export const CREDITS_MAX = 100
export const CREDIT_NAME_MAX = 255
export const CREDIT_ROLE_MAX = 100

/** Roles that are offered; any other may be written. */
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
  /** Of somebody here; '' and null name nobody. */
  username: z.optional(z.nullable(z.string().check(z.trim(), z.toLowerCase(), z.maxLength(64)))),
})
const list = z.array(NewCredit).check(z.maxLength(CREDITS_MAX))

/** As they are sent in JSON: all of them, in order; null and an empty list clear them. */
export const NewCredits = z.optional(z.nullable(list))
/** As a form sends them: the same as JSON text; '' and null clear them. */
export const FormCredits = z.optional(
  z.nullable(
    z.codec(z.string(), list, {
      decode: (wire, context) => {
        try {
          return wire.trim() === '' ? [] : (JSON.parse(wire) as z.input<typeof list>)
        } catch {
          context.issues.push({ code: 'custom', message: 'not a list in JSON', input: wire })
          return z.NEVER
        }
      },
      encode: (credits) => JSON.stringify(credits),
    }),
  ),
)

/** As they are answered. `username` stands only where that person is still here. */
export const Credit = z.object({ name: z.string(), role: z.string(), username: z.optional(z.string()) })
