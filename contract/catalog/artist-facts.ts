/** What is known of an artist besides the biography: where it comes from, its genres, its members. */
import * as z from 'zod/mini'
import { formList, optionalText, text, TITLE_MAX } from '#contract/fields.ts'

export const MEMBERS_MAX = 50
export const ARTIST_GENRES_MAX = 3
const YEAR_MIN = 1800
const YEAR_MAX = 2200

const year = z.nullable(z.int().check(z.minimum(YEAR_MIN), z.maximum(YEAR_MAX)))

export const Member = z.object({
  name: z.string(),
  /** The years in which they joined and left; null when unknown, or when they still belong to it. */
  from: z.nullable(z.int()),
  until: z.nullable(z.int()),
})
export type Member = z.infer<typeof Member>

const NewMember = z
  .strictObject({ name: text(TITLE_MAX), from: z.optional(year), until: z.optional(year) })
  .check(z.refine(({ from, until }) => !from || !until || from <= until, 'the years are in the wrong order'))

/** '' and null clear them. */
export const artistFactFields = {
  location: optionalText(TITLE_MAX),
  genreIds: formList(
    z.array(z.int().check(z.minimum(1), z.maximum(2_147_483_647))).check(z.maxLength(ARTIST_GENRES_MAX)),
  ),
  members: formList(z.array(NewMember).check(z.maxLength(MEMBERS_MAX))),
}

/** Lines as in a form: 'Ada Berg', 'Ada Berg, 2001–2009', 'Ada Berg, 2001–' or 'Ada Berg, –2009'. */
const LINE = /^(.+?)\s*(?:[,(]\s*(\d{4})?\s*[-–—]\s*(\d{4})?\s*\)?)?$/u

export function parseMembers(lines: string): Member[] {
  return lines.split('\n').flatMap((line) => {
    const [, name = '', from, until] = LINE.exec(line.trim()) ?? []
    return name === '' ? [] : [{ name, from: yearOf(from), until: yearOf(until) }]
  })
}

const yearOf = (digits: string | undefined): number | null => (digits === undefined ? null : Number(digits))

/** '2001–2009'; '' without years. */
export const formatYears = ({ from, until }: Member): string =>
  from === null && until === null ? '' : `${from ?? ''}–${until ?? ''}`

export const writeMembers = (members: readonly Member[]): string =>
  members.map((member) => [member.name, formatYears(member)].filter(Boolean).join(', ')).join('\n')

/** The number of the first invalid line; null when all are valid. */
export function wrongMember(lines: string): number | null {
  const index = parseMembers(lines).findIndex(
    ({ name, from, until }) =>
      name.length > TITLE_MAX ||
      [from, until].some((one) => one !== null && (one < YEAR_MIN || one > YEAR_MAX)) ||
      (from !== null && until !== null && from > until),
  )
  return index === -1 ? null : index + 1
}
