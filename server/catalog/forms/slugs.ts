/** Slugs: readable in every script, with candidates until one is free.
 * Usernames also identify payees and belong to the accounts module. */
import { randomBytes } from 'node:crypto'

const SLUG_MAX = 80
const NUMBERED = 9
const RANDOM = 5

/** "Björk & Friends" → "bjork-friends", "美空ひばり" → "美空ひばり", "!!!" → "untitled". */
export function slugOf(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/(\p{Script=Latin})\p{M}+/gu, '$1')
    .normalize('NFKC')
    .toLowerCase()
    // Marks that are not on a letter, of emoji: they would be an address that nobody sees.
    .replace(/[\u{fe00}-\u{fe0f}\u{20e3}]|(?<![\p{L}\p{N}\p{M}])\p{M}+/gu, '')
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, '-')
  const slug = [...plain]
    .slice(0, SLUG_MAX)
    .join('')
    .replace(/^-+|-+$/g, '')
  return slug === '' ? 'untitled' : slug
}

/** Candidates in order: the plain slug, then numbered ones, then ones with a random suffix. */
export function slugCandidates(name: string): string[] {
  const slug = slugOf(name)
  const numbered = Array.from({ length: NUMBERED - 1 }, (_, index) => `${slug}-${index + 2}`)
  const random = Array.from({ length: RANDOM }, () => `${slug}-${randomBytes(5).toString('hex')}`)
  return [slug, ...numbered, ...random]
}

/** Normalizes a typed slug for lookup. */
export function normalizeSlug(typed: string): string {
  return typed.normalize('NFKC').toLowerCase().replaceAll('\0', '')
}
