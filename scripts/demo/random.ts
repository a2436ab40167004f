/** A small seeded random generator, so that the demo catalogue is the same on every machine.
 * Not suitable for secrets. */

export type Random = {
  next: () => number
  between: (low: number, high: number) => number
  pick: <Item>(items: readonly Item[]) => Item
}

export function createRandom(seed: number): Random {
  let state = (Math.imul(seed, 0x9e3779b1) ^ 0x5bd1e995) >>> 0
  // mulberry32: one word of state is plenty for timing and noise
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let word = Math.imul(state ^ (state >>> 15), 1 | state)
    word = (word + Math.imul(word ^ (word >>> 7), 61 | word)) ^ word
    return ((word ^ (word >>> 14)) >>> 0) / 4_294_967_296
  }
  const between = (low: number, high: number) => low + (high - low) * next()
  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[Math.floor(next() * items.length)]
    if (item === undefined) throw new RangeError('nothing to pick from')
    return item
  }
  return { next, between, pick }
}
