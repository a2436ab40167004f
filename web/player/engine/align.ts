/** Locates a short recording within a known signal by similarity (normalised cross-correlation).
 * First at a coarse resolution, then to the exact sample. */

export type Found = {
  index: number
  /** 1: identical; around 0: unrelated. */
  score: number
}

const COARSE = 8
/** Repetitive music matches in many places; then the match nearest to the expected position wins. */
const FAR_COSTS = 0.02

export function findAudio(heard: Float32Array, known: Float32Array, expected: number, radius: number): Found {
  const coarse = searchAround(
    thin(heard),
    thin(known),
    Math.round(expected / COARSE),
    Math.ceil(radius / COARSE),
    FAR_COSTS,
  )
  return searchAround(heard, known, coarse.index * COARSE, 2 * COARSE, 0)
}

function thin(samples: Float32Array): Float32Array {
  const result = new Float32Array(Math.floor(samples.length / COARSE))
  for (let at = 0; at < result.length; at++) {
    let sum = 0
    for (let part = 0; part < COARSE; part++) sum += samples[at * COARSE + part] ?? 0
    result[at] = sum / COARSE
  }
  return result
}

function searchAround(
  heard: Float32Array,
  known: Float32Array,
  expected: number,
  radius: number,
  farCosts: number,
): Found {
  const from = Math.max(0, expected - radius)
  const to = Math.min(known.length - heard.length, expected + radius)
  let heardPower = 0
  for (const sample of heard) heardPower += sample * sample
  let best: Found & { worth: number } = { index: expected, score: 0, worth: Number.NEGATIVE_INFINITY }
  for (let index = from; index <= to; index++) {
    let product = 0
    let knownPower = 0
    for (let at = 0; at < heard.length; at++) {
      const sample = known[index + at] as number
      product += sample * (heard[at] as number)
      knownPower += sample * sample
    }
    const score = product / Math.sqrt(heardPower * knownPower + 1e-12)
    const worth = score - (farCosts * Math.abs(index - expected)) / radius
    if (worth > best.worth) best = { index, score, worth }
  }
  return { index: best.index, score: best.score }
}
