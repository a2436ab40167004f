/** A small seeded random generator, good enough to choose faults and payments. Not for keys. */

export type Random = {
  /** From 0 to below 1. */
  next(): number
  /** A whole number, both ends included. */
  between(min: number, max: number): number
  pick<Choice>(choices: readonly Choice[]): Choice
  /** By weight: `{ cut: 1, pay: 9 }` returns pay nine times out of ten. */
  weigh<Choice extends string>(weights: Readonly<Record<Choice, number>>): Choice
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    next,
    between: (min, max) => min + Math.floor(next() * (max - min + 1)),
    pick: (choices) => choices[Math.floor(next() * choices.length)]!,
    weigh(weights) {
      const entries = Object.entries(weights) as [keyof typeof weights, number][]
      let left = next() * entries.reduce((sum, [, weight]) => sum + weight, 0)
      return (entries.find(([, weight]) => (left -= weight) < 0) ?? entries[0]!)[0]
    },
  }
}

/** LAB_SEED repeats a run. */
export function readSeed(): number {
  return Number(process.env['LAB_SEED'] ?? Date.now() % 1_000_000)
}
