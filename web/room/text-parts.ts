/** The links in a text of strangers. Pure: everything else stays text, and nothing of it is ever markup. */

export type TextPart = { text: string; href: string | null }

const ADDRESS = /https?:\/\/[^\s<>"'`]+/gi
const ADDRESS_MAX_LETTERS = 2_000

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

/** What ends the sentence around an address is none of it; a bracket is, where it was opened in it. */
function withoutTail(address: string): string {
  const tail = address.includes('(') ? /[.,;:!?…。、」』\]}]+$/u : /[.,;:!?…。、」』）)\]}]+$/u
  return address.replace(tail, '')
}

/** Null for what is no address, and for one that would seem to lead elsewhere than it does. */
function readAddress(written: string): string | null {
  const url = written.length > ADDRESS_MAX_LETTERS ? null : URL.parse(written)
  return url === null || url.username !== '' || url.password !== '' ? null : url.href
}
