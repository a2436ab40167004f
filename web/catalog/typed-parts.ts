/** Which part of a name was typed: each typed word once, without regard to case and accents.
 * How it looks is search-suggestions.tsx. */

type Part = { text: string; isTyped: boolean }

const fold = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** The name in pieces, in order; together they are the name. */
export function partsOf(name: string, typed: string): Part[] {
  const characters = [...name.normalize('NFC')]
  const folded = characters.map(fold)
  const text = folded.join('')
  // A character may fold to none or to several.
  const origins = folded.flatMap((one, index) => Array.from(one, () => index))
  const marked = new Set<number>()
  for (const word of fold(typed).split(/\s+/)) {
    const at = word === '' ? -1 : placeOf(word, text)
    if (at >= 0) for (const index of origins.slice(at, at + word.length)) marked.add(index)
  }
  const parts: Part[] = []
  for (const [index, character] of characters.entries()) {
    const last = parts.at(-1)
    if (last?.isTyped === marked.has(index)) last.text += character
    else parts.push({ text: character, isTyped: marked.has(index) })
  }
  return parts
}

/** At the beginning of a word if there is one that begins so, else anywhere; -1 when it is not there. */
function placeOf(word: string, text: string): number {
  const begins = ` ${text}`.indexOf(` ${word}`)
  return begins >= 0 ? begins : text.indexOf(word)
}
