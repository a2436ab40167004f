/** Industry codes: an ISRC identifies a recording, an ISWC the work that is performed, a UPC or EAN a release. Validates
 * their format and check digit, as pure functions. Whether a code is registered is not checked. */
import * as z from 'zod/mini'

/** Without hyphens, in upper case: two letters of the country, three of the registrant, two digits of the year, five
 * digits. */
const ISRC = /^[A-Z]{2}[A-Z0-9]{3}\d{7}$/
/** Without dots: nine digits, and a check digit. */
const ISWC = /^T\d{10}$/
const UPC = /^\d{12,13}$/

/** In the stored format, from any notation. */
export function plainCode(typed: string): string {
  return typed.replaceAll(/[\s\-‐‑–.]/g, '').toUpperCase()
}

export function isIsrc(typed: string): boolean {
  return ISRC.test(plainCode(typed))
}

/** The first digit counts once, the second twice and so on, the T one. The check digit makes the sum a multiple of ten. */
export function isIswc(typed: string): boolean {
  const code = plainCode(typed)
  if (!ISWC.test(code)) return false
  const sum = [...code.slice(1, -1)].reduce((total, digit, index) => total + Number(digit) * (index + 1), 1)
  return (sum + Number(code.at(-1))) % 10 === 0
}

/** 'T0345246801' → 'T-034.524.680-1'. */
export const formatIswc = (code: string): string => code.replace(/^T(\d{3})(\d{3})(\d{3})(\d)$/, 'T-$1.$2.$3-$4')

/** UPC-A of 12 digits or EAN of 13 digits; the last one is a check digit. */
export function isUpc(typed: string): boolean {
  const code = plainCode(typed)
  return UPC.test(code) && checkDigitOf(code.slice(0, -1)) === code.at(-1)
}

/** From the right, every other digit counts three times. The check digit makes the sum a multiple of ten. */
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
export const Iswc = code(isIswc, 'iswc-invalid')
export const Upc = code(isUpc, 'upc-invalid')
