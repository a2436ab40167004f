/** Cleans untrusted texts, numbers and ids that arrive with a payment. Nothing here throws; unusable values become
 * null. */

/** Characters that are invisible or change the writing direction. Either can be used to fake a name. */
const UNSEEN = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu

export function cleanText(value: unknown, maxCharacters: number): string | null {
  if (typeof value !== 'string') return null
  const seen = value
    .toWellFormed()
    .replace(/\r\n?|\n/g, ' ')
    .replace(UNSEEN, '')
    .trim()
  return [...seen].slice(0, maxCharacters).join('').trim() || null
}

/** Some apps send numbers as strings. */
export function parseInteger(value: unknown): number | null {
  const number = typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : value
  if (typeof number !== 'number' || !(number >= 0)) return null
  const whole = Math.floor(number)
  return Number.isSafeInteger(whole) ? whole : null
}

export function parseObject(text: string | null): object | null {
  if (text === null) return null
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null
  } catch {
    return null
  }
}

/** Ignores inherited properties. */
export function ownValue(input: object, name: string): unknown {
  return Object.getOwnPropertyDescriptor(input, name)?.value
}
