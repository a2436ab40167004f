/** What a release is: its kind, when it first appeared, who owns the rights, and what listeners may do with it. */
import * as z from 'zod/mini'
import { FormInstant, Instant, TITLE_MAX } from '#contract/fields.ts'
import { isPartialDate, isReleaseMoment, licences, plainRightsLine, releaseKinds } from './release-input.ts'

export const ReleaseKind = z.enum(releaseKinds)
export type ReleaseKind = (typeof releaseKinds)[number]

export const Licence = z.enum(licences)
export type Licence = (typeof licences)[number]

/** Null for all rights reserved: no public page has its terms. */
export function urlOfLicence(licence: Licence): string | null {
  if (licence === 'reserved') return null
  const path = licence === 'cc0' ? 'publicdomain/zero/1.0' : `licenses/${licence.slice('cc-'.length)}/4.0`
  return `https://creativecommons.org/${path}/`
}

/** 'CC BY-SA 4.0', the same in every language. */
export function nameOfLicence(licence: Exclude<Licence, 'reserved'>): string {
  return licence === 'cc0' ? 'CC0 1.0' : `${licence.toUpperCase().replace('-', ' ')} 4.0`
}

/** BCP 47; 'zxx' for music without words. */
const LANGUAGE = /^([a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3})?$/
export const NO_WORDS = 'zxx'

/** '' and null clear them, as all fields of the forms. */
export const FormReleaseKind = z.optional(z.nullable(z.enum(['', ...releaseKinds])))
export const FormLicence = z.optional(z.nullable(z.enum(['', ...licences])))
export const FormLanguage = z.optional(z.nullable(z.string().check(z.regex(LANGUAGE))))

/** When something is published here. */
export const ReleaseMoment = Instant.check(z.refine(isReleaseMoment, 'release-date-invalid'))
export const FormReleaseMoment = FormInstant.check(z.refine((at) => !at || isReleaseMoment(at), 'release-date-invalid'))

const rightsLine = z.optional(
  z.nullable(z.string().check(z.trim(), z.maxLength(TITLE_MAX), z.overwrite(plainRightsLine))),
)

export const releaseFormFields = {
  /** Without a kind, `isSingle` decides between single and album. */
  kind: FormReleaseKind,
  originalDate: z.optional(
    z.nullable(
      z.string().check(
        z.trim(),
        z.refine((typed) => typed === '' || isPartialDate(typed), 'original-date-invalid'),
      ),
    ),
  ),
  label: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(TITLE_MAX)))),
  phonogramLine: rightsLine,
  copyrightLine: rightsLine,
  licence: FormLicence,
  language: FormLanguage,
}

/** What lists of releases show of it. */
export const releaseFields = {
  kind: ReleaseKind,
  /** When it first appeared, here or elsewhere: 'YYYY', 'YYYY-MM' or 'YYYY-MM-DD'. */
  originalDate: z.nullable(z.string()),
}

/** What only its own page shows. */
export const releaseDetails = {
  label: z.nullable(z.string()),
  /** Who owns the recording, without the symbol ℗. */
  phonogramLine: z.nullable(z.string()),
  /** Who owns artwork and texts, without the symbol ©. */
  copyrightLine: z.nullable(z.string()),
  licence: z.nullable(Licence),
  language: z.nullable(z.string()),
}
