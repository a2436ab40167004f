/** Parses profile events (kind 0, NIP-01 and NIP-24), cut to what can be shown safely. All of it is untrusted text.
 * Fetching such events is elsewhere. */
import type { NostrEvent } from './event.ts'

export type Profile = {
  name: string | null
  displayName: string | null
  about: string | null
  picture: string | null
  banner: string | null
  website: string | null
  nip05: string | null
  lud16: string | null
}

const NAME_MAX_CHARACTERS = 255
const ABOUT_MAX_CHARACTERS = 4_000
const ADDRESS_MAX_CHARACTERS = 2_000
/** Characters that are invisible or change the writing direction. The second pattern allows line breaks. */
const UNPRINTABLE = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu
export const UNPRINTABLE_BUT_BREAKS = /(?!\n)[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu

/** Null when the content is not a JSON object. Missing or unusable fields are null. */
export function parseProfile(event: Pick<NostrEvent, 'content'>): Profile | null {
  const input = parseObject(event.content)
  if (input === null) return null
  return {
    name: readText(input['name'], NAME_MAX_CHARACTERS),
    displayName:
      readText(input['display_name'], NAME_MAX_CHARACTERS) ?? readText(input['displayName'], NAME_MAX_CHARACTERS),
    about: readLines(input['about'], ABOUT_MAX_CHARACTERS),
    picture: parseWebUrl(input['picture']),
    banner: parseWebUrl(input['banner']),
    website: parseWebUrl(input['website']),
    nip05: readText(input['nip05'], NAME_MAX_CHARACTERS),
    lud16: readText(input['lud16'], NAME_MAX_CHARACTERS),
  }
}

export function parseObject(content: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(content)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null
  } catch {
    return null
  }
}

/** Untrusted text that may have several lines. Null when it is not text. */
export function readLines(input: unknown, maxCharacters: number): string | null {
  return readText(input, maxCharacters, UNPRINTABLE_BUT_BREAKS)
}

/** The same in one line. */
export function readText(input: unknown, maxCharacters: number, unprintable = UNPRINTABLE): string | null {
  if (typeof input !== 'string') return null
  const text = input.toWellFormed().replaceAll(unprintable, '').trim()
  return text === '' ? null : [...text].slice(0, maxCharacters).join('')
}

export function parseWebUrl(input: unknown): string | null {
  if (typeof input !== 'string' || input.length > ADDRESS_MAX_CHARACTERS) return null
  const url = URL.parse(input.trim())
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return null
  return url.href.length > ADDRESS_MAX_CHARACTERS ? null : url.href
}
