/** Chooses which words of a recovery phrase are asked for, to check that it was written down. */

/** Three different indices below `count`, sorted; random, so that they cannot be predicted. */
export function chooseThree(count: number): number[] {
  const places = new Set<number>()
  while (places.size < Math.min(3, count)) {
    const [random = 0] = crypto.getRandomValues(new Uint8Array(1))
    places.add(random % count)
  }
  return [...places].sort((one, other) => one - other)
}
