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

const NAME_MAX_LETTERS = 255
const ABOUT_MAX_LETTERS = 4_000
const ADDRESS_MAX_LETTERS = 2_000
/** Characters that are invisible or change the writing direction. The second pattern allows line breaks. */
const UNPRINTABLE = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu
export const UNPRINTABLE_BUT_BREAKS = /(?!\n)[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu

/** Null when the content is not a JSON object. Missing or unusable fields are null. */
export function readProfile(event: Pick<NostrEvent, 'content'>): Profile | null {
  const said = parseObject(event.content)
  if (said === null) return null
  return {
    name: readText(said['name'], NAME_MAX_LETTERS),
    displayName: readText(said['display_name'], NAME_MAX_LETTERS) ?? readText(said['displayName'], NAME_MAX_LETTERS),
    about: readLines(said['about'], ABOUT_MAX_LETTERS),
    picture: readWebAddress(said['picture']),
    banner: readWebAddress(said['banner']),
    website: readWebAddress(said['website']),
    nip05: readText(said['nip05'], NAME_MAX_LETTERS),
    lud16: readText(said['lud16'], NAME_MAX_LETTERS),
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
export function readLines(said: unknown, maxLetters: number): string | null {
  return readText(said, maxLetters, UNPRINTABLE_BUT_BREAKS)
}

/** The same in one line. */
export function readText(said: unknown, maxLetters: number, unprintable = UNPRINTABLE): string | null {
  if (typeof said !== 'string') return null
  const text = said.toWellFormed().replaceAll(unprintable, '').trim()
  return text === '' ? null : [...text].slice(0, maxLetters).join('')
}

export function readWebAddress(said: unknown): string | null {
  if (typeof said !== 'string' || said.length > ADDRESS_MAX_LETTERS) return null
  const url = URL.parse(said.trim())
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return null
  return url.href.length > ADDRESS_MAX_LETTERS ? null : url.href
}
