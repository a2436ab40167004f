/** Normalizes input that callers may omit or spell in two ways to the form that the tables store. The shape of a
 * request is defined by the contract. */
import type { Pagination } from '#contract/fields.ts'
import type { output } from 'zod/mini'
import { AppError } from '#server/platform/errors.ts'

const INTEGER_MAX = 2_147_483_647
const PAGE_MAX = 10_000
const PAGE_SIZE_MAX = 100
const PAGE_SIZE = 50
const OWN_PAGE_SIZE = 100
const OWN_PAGE_SIZE_MAX = 500

const malformed = (message: string) => new AppError(400, 'bad-request', message)

/** Trimmed; null when nothing is left. PostgreSQL cannot store NUL characters. */
export function textOrNull(value: string | null | undefined): string | null {
  if (value === undefined || value === null) return null
  if (value.includes('\0')) throw malformed('A text must not contain the character NUL.')
  const trimmed = value.trim()
  return trimmed === '' ? null : trimmed
}

export function requiredText(value: string): string {
  const text = textOrNull(value)
  if (text === null) throw malformed('A text is empty.')
  return text
}

/** Ids of genres and categories: a number too large for the column is a client error. */
export function numberOrNull(value: number | null | undefined): number | null {
  if (value === undefined || value === null) return null
  if (value > INTEGER_MAX) throw malformed(`${value} is too large.`)
  return value
}

/** Clients send `explicit` or `isExplicit`. */
export function isExplicit(body: { explicit?: boolean | undefined; isExplicit?: boolean | undefined }): boolean {
  return body.isExplicit ?? body.explicit ?? false
}

/** The links of an artist or a podcast. Clients send `nostr` or `npub`. */
export type Links = Record<'twitter' | 'npub' | 'instagram' | 'youtube' | 'website', string | null>
type SentLinks = { [Name in keyof Links | 'nostr']?: string | null | undefined }

export function linksOf(body: SentLinks): Links {
  return {
    twitter: textOrNull(body.twitter),
    npub: textOrNull(body.npub) ?? textOrNull(body.nostr),
    instagram: textOrNull(body.instagram),
    youtube: textOrNull(body.youtube),
    website: textOrNull(body.website),
  }
}

export type Page = { number: number; limit: number; offset: number }

/** `whole` is the maximum size of a list that clients may request without paging. */
export function pageOf(query: { page?: number | undefined; limit?: number | undefined }, whole?: number): Page {
  const number = Math.min(Math.max(query.page ?? 1, 1), PAGE_MAX)
  const limit =
    whole === undefined ? limitOf(query.limit, PAGE_SIZE) : Math.min(Math.max(query.limit ?? whole, 1), whole)
  return { number, limit, offset: (number - 1) * limit }
}

/** A page of everything that a user has, which clients may also request whole. */
export function ownPageOf(query: { page?: number | undefined; limit?: number | undefined }): Page {
  return pageOf({ ...query, limit: query.limit ?? OWN_PAGE_SIZE }, OWN_PAGE_SIZE_MAX)
}

/** The requested page size, limited to the maximum. */
export function limitOf(wanted: number | undefined, otherwise: number): number {
  return Math.min(Math.max(wanted ?? otherwise, 1), PAGE_SIZE_MAX)
}

export function paginationOf(page: Page, total: number): output<typeof Pagination> {
  return { currentPage: page.number, perPage: page.limit, total, totalPages: Math.ceil(total / page.limit) }
}
