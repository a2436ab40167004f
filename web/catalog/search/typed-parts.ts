/** Finds which parts of a name match the typed words, ignoring case and accents.
 * How they are highlighted is in suggestions.tsx. */

type Part = { text: string; isTyped: boolean }

const fold = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** Splits the name into pieces, in order. Joined, they are the name again. */
export function partsOf(name: string, typed: string): Part[] {
  const characters = [...name.normalize('NFC')]
  const folded = characters.map(fold)
  const text = folded.join('')
  // A character may fold to none or to several.
  const origins = folded.flatMap((one, index) => Array.from(one, () => index))
  const marked = new Set<number>()
  for (const label of fold(typed).split(/\s+/)) {
    const at = label === '' ? -1 : placeOf(label, text)
    if (at >= 0) for (const index of origins.slice(at, at + label.length)) marked.add(index)
  }
  const parts: Part[] = []
  for (const [index, character] of characters.entries()) {
    const last = parts.at(-1)
    if (last?.isTyped === marked.has(index)) last.text += character
    else parts.push({ text: character, isTyped: marked.has(index) })
  }
  return parts
}

/** The position at the start of a word if there is one, otherwise anywhere; -1 when the word does not occur. */
function placeOf(label: string, text: string): number {
  const begins = ` ${text}`.indexOf(` ${label}`)
  return begins >= 0 ? begins : text.indexOf(label)
}
