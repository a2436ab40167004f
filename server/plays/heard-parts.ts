/** Which hundredths of a recording were heard, of the ranges that a player reports. Pure. */

export const PARTS = 100

/** `seconds`: pairs of start and end. A part counts as heard when its middle was heard. */
export function partsOf(seconds: readonly number[], durationSeconds: number): number[] {
  const middle = (part: number) => ((part + 0.5) / PARTS) * durationSeconds
  return Array.from({ length: PARTS }, (_, part) => part).filter((part) =>
    seconds.some(
      (from, index) => index % 2 === 0 && from <= middle(part) && middle(part) <= (seconds[index + 1] ?? from),
    ),
  )
}
