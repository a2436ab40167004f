/** Finds links in untrusted text. Pure functions: everything
 * else stays plain text and is never interpreted as markup. */

export type TextPart = { text: string; href: string | null }

const ADDRESS = /https?:\/\/[^\s<>"'`]+/gi
const ADDRESS_MAX_CHARACTERS = 2_000

export function partText(text: string): TextPart[] {
  const parts: TextPart[] = []
  let from = 0
  const add = (until: number) => {
    if (until > from) parts.push({ text: text.slice(from, until), href: null })
  }
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const written = withoutTail(found)
    const href = readAddress(written)
    if (href === null) continue
    add(index)
    parts.push({ text: written, href })
    from = index + written.length
  }
  add(text.length)
  return parts
}

/** Punctuation after a URL is not part of it; a closing bracket is, if it was opened within the URL. */
function withoutTail(address: string): string {
  const tail = address.includes('(') ? /[.,;:!?…。、」』\]}]+$/u : /[.,;:!?…。、」』）)\]}]+$/u
  return address.replace(tail, '')
}

/** Null for an invalid URL, and for one with credentials, which could disguise its target. */
function readAddress(written: string): string | null {
  const url = written.length > ADDRESS_MAX_CHARACTERS ? null : URL.parse(written)
  return url === null || url.username !== '' || url.password !== '' ? null : url.href
}
