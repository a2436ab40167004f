/** Typing errors: how many a word may have, the deletion variants by which similar words are found, and the edit
 * distance. Pure functions; the words themselves are in the database. */

/** Variants are made from the beginning of a long word only, so that no word has more than 37. */
const SPREAD_LETTERS = 8

/** Words of this length or less have no variants. */
export const SHORT = 3

/** How many typing errors a word may have: in short words an error quickly makes a different word. */
export function typosOf(word: string): number {
  const { length } = word
  if (length <= SHORT) return 0
  return length < 8 ? 1 : 2
}

/** The beginning of the word, and that with up to as many letters deleted as errors are allowed. Two words that are one
 * error apart share a variant, whether a letter was missed, added, changed or swapped with the next. */
export function shapesOf(word: string): string[] {
  const depth = typosOf(word)
  if (depth === 0) return []
  const shapes = new Set([word.slice(0, SPREAD_LETTERS)])
  let last = [...shapes]
  for (let round = 0; round < depth; round++) {
    last = last.flatMap((shape) =>
      Array.from({ length: shape.length }, (_, index) => shape.slice(0, index) + shape.slice(index + 1)),
    )
    for (const shape of last) shapes.add(shape)
  }
  return [...shapes]
}

/** The edit distance between two words: letters missed, added, changed or swapped; with `isBegun`, the distance to the
 * closest prefix of the other word. Distances above `most` are returned as `most + 1`. */
export function distance(typed: string, word: string, most: number, isBegun = false): number {
  if (typed.length - word.length > most || (!isBegun && word.length - typed.length > most)) return most + 1
  let before: number[] = []
  let above = Array.from({ length: word.length + 1 }, (_, column) => column)
  for (let row = 1; row <= typed.length; row++) {
    const current = [row]
    for (let column = 1; column <= word.length; column++) {
      const isSame = typed[row - 1] === word[column - 1]
      let least = Math.min(above[column]! + 1, current[column - 1]! + 1, above[column - 1]! + (isSame ? 0 : 1))
      const isSwapped =
        row > 1 && column > 1 && typed[row - 1] === word[column - 2] && typed[row - 2] === word[column - 1]
      if (isSwapped) least = Math.min(least, before[column - 2]! + 1)
      current.push(least)
    }
    before = above
    above = current
  }
  return Math.min(most + 1, isBegun ? Math.min(...above) : above[word.length]!)
}
