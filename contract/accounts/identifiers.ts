/** What users are known by: usernames and email addresses. */
import * as z from 'zod/mini'

export const EMAIL_MAX = 254
const ASCII = /^[\x21-\x7e]*$/
/** What `z.email()` accepts, in lower case. */
const ADDRESS = /^[\w'+-]+(\.[\w'+-]+)*(?<!')@([a-z\d][a-z\d-]*\.)+[a-z]{2,}$/
/** ASCII only, checked before lower-casing: characters that look like others or fold to others are not allowed. */
export const Email = z.string().check(z.trim(), z.regex(ASCII), z.toLowerCase(), z.maxLength(EMAIL_MAX), z.email())
const USERNAME = /^[a-z0-9_-]{3,30}$/
/** A username: also part of the profile's URL and of the Lightning address. */
export const Username = z.string().check(z.trim(), z.toLowerCase(), z.regex(USERNAME))
/** The input as an email address, or null. The same as `Email`, without loading a schema in a page. */
export function parseEmail(typed: string): string | null {
  const address = typed.trim()
  const isRight = ASCII.test(address) && address.length <= EMAIL_MAX && ADDRESS.test(address.toLowerCase())
  return isRight ? address.toLowerCase() : null
}

/** The input as a username, or null. The same as `Username`, without loading a schema. */
export function parseUsername(typed: string): string | null {
  const name = typed.trim().toLowerCase()
  return USERNAME.test(name) ? name : null
}
