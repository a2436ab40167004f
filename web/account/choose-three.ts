/** Which words of a phrase are asked for, to see that it was written down. */

/** Three different places below `count`, in order; by chance, so that nobody writes down just those. */
export function chooseThree(count: number): number[] {
  const places = new Set<number>()
  while (places.size < Math.min(3, count)) {
    const [random = 0] = crypto.getRandomValues(new Uint8Array(1))
    places.add(random % count)
  }
  return [...places].sort((one, other) => one - other)
}
