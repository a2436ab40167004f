/** The weekly letter: an e-mail on Monday mornings with what the caller's content did in the week before. Off by default. */
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { TimeZone } from './audience.ts'

const State = z.object({ isOn: z.boolean() })

export const getLetter = {
  method: 'GET',
  path: '/stats/music/letter',
  access: 'user',
  summary: 'Whether the caller gets the weekly letter',
  data: State,
} as const satisfies Endpoint

export const setLetter = {
  method: 'PUT',
  path: '/stats/music/letter',
  access: 'user',
  summary: 'Turns the weekly letter on or off',
  /** Weeks are those of the time zone. */
  body: z.strictObject({ isOn: z.boolean(), timeZone: TimeZone }),
  data: State,
} as const satisfies Endpoint

/** As unsubscribeFan: users open the page /unsubscribe?letter=…, which asks before it posts. */
export const unsubscribeLetter = {
  method: 'POST',
  path: '/stats/music/letter/unsubscribe',
  access: 'public',
  summary: 'Ends the weekly letter to the user to whom the token was mailed',
  query: z.object({ token: z.string().check(z.minLength(1), z.maxLength(300)) }),
  data: z.null(),
  errors: ['action-code-invalid'],
} as const satisfies Endpoint
