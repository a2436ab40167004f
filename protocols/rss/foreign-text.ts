/** Texts, addresses and lists in parsed XML of other servers. */

export type Node = Readonly<Record<string, unknown>>

export const nodeOf = (value: unknown): Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Node) : {}

export const list = (value: unknown): readonly unknown[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value]

/** Of an element with or without attributes; of several, the first. */
export function textOf(value: unknown): string {
  const one = Array.isArray(value) ? (value[0] as unknown) : value
  const text = typeof one === 'object' ? nodeOf(one)['#text'] : one
  return typeof text === 'string' ? text.trim() : ''
}

/** Plain text without HTML and without invisible characters, cut at this many. Null for an empty one. */
export function cleanText(value: unknown, max: number): string | null {
  const plain = textOf(value)
    .slice(0, 20 * max)
    .replaceAll(/<(br|\/p|\/li)[^>]*>/gi, '\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(nbsp|#160);/g, ' ')
    .replaceAll('&amp;', '&')
    .replaceAll(/[^\P{C}\n]/gu, '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
  return plain === '' ? null : [...plain].slice(0, max).join('')
}

const ADDRESS_MAX = 2_000

/** A relative address is one on the server of the feed. Null for other schemes than http(s). */
export function webAddress(value: unknown, base: string): string | null {
  const text = textOf(value)
  const url = text === '' || text.length > ADDRESS_MAX ? null : URL.parse(text, base)
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return null
  return url.href
}
