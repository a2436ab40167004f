/** Which hundredths of a recording were heard, of the ranges that a player reports. Pure. */

export const PARTS = 100

/** A part was heard when its middle was. */
export function partsOf(ranges: readonly (readonly [from: number, to: number])[], durationSeconds: number): number[] {
  const middle = (part: number) => ((part + 0.5) / PARTS) * durationSeconds
  return Array.from({ length: PARTS }, (_, part) => part).filter((part) =>
    ranges.some(([from, to]) => from <= middle(part) && middle(part) <= to),
  )
}
