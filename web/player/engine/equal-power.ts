/** The curves of a crossfade. At every moment the powers of both add up to one, so that two different songs together are as
 * loud as each alone. */

const POINTS = 129

export function equalPowerCurves(): { out: Float32Array<ArrayBuffer>; in: Float32Array<ArrayBuffer> } {
  const angle = (index: number) => (index / (POINTS - 1)) * (Math.PI / 2)
  return {
    out: Float32Array.from({ length: POINTS }, (_, index) => Math.cos(angle(index))),
    in: Float32Array.from({ length: POINTS }, (_, index) => Math.sin(angle(index))),
  }
}
