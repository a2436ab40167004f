/** Names in addresses: readable in every script, and candidates until one is free.
 * Not usernames; those address money and belong to the accounts. */
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
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, '-')
  const slug = [...plain]
    .slice(0, SLUG_MAX)
    .join('')
    .replace(/^-+|-+$/g, '')
  return slug === '' ? 'untitled' : slug
}

/** What to try in turn: the plain name, then numbered, then with letters nobody else draws. */
export function slugCandidates(name: string): string[] {
  const slug = slugOf(name)
  const numbered = Array.from({ length: NUMBERED - 1 }, (_, index) => `${slug}-${index + 2}`)
  const random = Array.from({ length: RANDOM }, () => `${slug}-${randomBytes(5).toString('hex')}`)
  return [slug, ...numbered, ...random]
}

/** How a name in an address is looked up, however it was typed. */
export function sameSlug(typed: string): string {
  return typed.normalize('NFKC').toLowerCase().replaceAll('\0', '')
}
