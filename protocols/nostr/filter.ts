/** Filters of subscriptions (NIP-01, NIP-50): parsed from untrusted input, and matched against events. Querying
 * stored events is up to the relay. */
import type { NostrEvent } from './event.ts'
import { HEX_32 } from '#protocols/hex.ts'

export type Filter = {
  ids?: string[]
  authors?: string[]
  kinds?: number[]
  /** Values by tag letter. An event must match one value of each letter. */
  tags: ReadonlyMap<string, string[]>
  since?: number
  until?: number
  limit?: number
  search?: string
}

/** The filter is invalid. The message explains why and may be shown to users. */
export class InvalidFilter extends Error {
  override name = 'InvalidFilter'
}

const VALUES_MAX = 1_000
const VALUE_MAX_CHARACTERS = 500
const SEARCH_MAX_CHARACTERS = 200

/** Throws InvalidFilter. */
export function parseFilter(value: unknown): Filter {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) fail('a filter is not an object')
  const tags = new Map<string, string[]>()
  const filter: Filter = { tags }
  for (const [name, input] of Object.entries(value as Record<string, unknown>)) {
    if (name === 'ids' || name === 'authors') filter[name] = readTexts(name, input, HEX_32)
    else if (name === 'kinds') filter.kinds = readKinds(input)
    else if (name === 'since' || name === 'until' || name === 'limit') filter[name] = parseInteger(name, input)
    else if (name === 'search') filter.search = readSearch(input)
    else if (/^#[a-zA-Z]$/.test(name)) tags.set(name.slice(1), readTexts(name, input))
    else fail(`unknown field ${name.slice(0, 30)}`)
  }
  return filter
}

/** Whether the event matches the filter. `search` is ignored here. */
export function matchesFilter(filter: Filter, event: NostrEvent): boolean {
  const { ids, authors, kinds, since, until, tags } = filter
  if (ids !== undefined && !ids.includes(event.id)) return false
  if (kinds !== undefined && !kinds.includes(event.kind)) return false
  if (authors !== undefined && !authors.includes(event.pubkey)) return false
  if (since !== undefined && event.created_at < since) return false
  if (until !== undefined && event.created_at > until) return false
  for (const [character, values] of tags) {
    if (!event.tags.some(([name, value]) => name === character && value !== undefined && values.includes(value)))
      return false
  }
  return true
}

function readTexts(name: string, input: unknown, form?: RegExp): string[] {
  if (!Array.isArray(input) || input.length > VALUES_MAX) fail(`${name} is not a list of up to ${VALUES_MAX}`)
  for (const one of input) {
    const isText =
      typeof one === 'string' && one.length <= VALUE_MAX_CHARACTERS && !one.includes('\0') && one.isWellFormed()
    if (!isText) fail(`${name} contains a value that is not a string`)
    if (form !== undefined && !form.test(one))
      fail(`${name} must be 64 lower-case hexadecimal digits; prefixes find nothing`)
  }
  return input as string[]
}

function readKinds(input: unknown): number[] {
  const isKinds =
    Array.isArray(input) &&
    input.length <= VALUES_MAX &&
    input.every((kind: unknown) => Number.isSafeInteger(kind) && (kind as number) >= 0 && (kind as number) <= 65_535)
  return isKinds ? (input as number[]) : fail('kinds is not a list of numbers from 0 to 65535')
}

function parseInteger(name: string, input: unknown): number {
  return Number.isSafeInteger(input) && (input as number) >= 0
    ? (input as number)
    : fail(`${name} is not a whole number`)
}

function readSearch(input: unknown): string {
  const isText =
    typeof input === 'string' && input.length <= SEARCH_MAX_CHARACTERS && !input.includes('\0') && input.isWellFormed()
  return isText ? input : fail(`search is not a string of up to ${SEARCH_MAX_CHARACTERS} characters`)
}

function fail(why: string): never {
  throw new InvalidFilter(why)
}
