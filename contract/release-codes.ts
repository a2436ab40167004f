/** Codes of the trade: ISRC names a recording, UPC or EAN a release. Their shape and check digit, as pure functions.
 * Not whether anybody has registered them. */
import * as z from 'zod/mini'

/** Without the hyphens and in capitals: two letters of a country, three of a registrant, two of a year, five digits. */
const ISRC = /^[A-Z]{2}[A-Z0-9]{3}\d{7}$/
const UPC = /^\d{12,13}$/

/** As it is stored, however it was typed. */
export function plainCode(typed: string): string {
  return typed.replaceAll(/[\s\-‐‑–]/g, '').toUpperCase()
}

export function isIsrc(typed: string): boolean {
  return ISRC.test(plainCode(typed))
}

/** UPC-A of 12 digits or EAN of 13, the last of which proves the others. */
export function isUpc(typed: string): boolean {
  const code = plainCode(typed)
  return UPC.test(code) && checkDigitOf(code.slice(0, -1)) === code.at(-1)
}

/** From the right: every other digit counts three times, and the sum is filled up to a full ten. */
export function checkDigitOf(digits: string): string {
  const sum = [...digits]
    .reverse()
    .reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 3 : 1), 0)
  return String((10 - (sum % 10)) % 10)
}

const code = (isRight: (typed: string) => boolean, otherwise: string) =>
  z.optional(
    z.nullable(
      z.string().check(
        z.trim(),
        z.maxLength(40),
        z.overwrite(plainCode),
        z.refine((typed) => typed === '' || isRight(typed), otherwise),
      ),
    ),
  )

/** '' and null clear them. */
export const Isrc = code(isIsrc, 'isrc-invalid')
export const Upc = code(isUpc, 'upc-invalid')
