/** Segments that never overlap: moving their edges, moving them as a whole, finding room for a new one.
 * What they contain (time splits, artwork) and how they are drawn (lane.tsx) is elsewhere. */
import { roundTo } from './time.ts'

/** `startSeconds` is inclusive, `endSeconds` exclusive. */
export type Segment = { key: string; startSeconds: number; endSeconds: number }
export type Edge = 'start' | 'end'
export type Scale = { durationSeconds: number; stepSeconds: number }

/** The last moment a segment may reach: the end of the audio, rounded up to a whole step. */
export function lastMoment({ durationSeconds, stepSeconds }: Scale): number {
  return roundTo(Math.ceil(durationSeconds / stepSeconds - 1e-6) * stepSeconds, 0.001)
}

export function sortSegments<S extends Segment>(segments: readonly S[]): S[] {
  return segments.toSorted((one, other) => one.startSeconds - other.startSeconds || one.endSeconds - other.endSeconds)
}

/** The range of one edge, limited by its opposite edge, a neighbour, or the end of the audio. */
export function rangeOfEdge(
  segments: readonly Segment[],
  segment: Segment,
  edge: Edge,
  scale: Scale,
): { min: number; max: number } {
  const { startSeconds, endSeconds } = segment
  const { before, after } = roomAround(segments, segment, scale)
  return edge === 'start'
    ? { min: before, max: roundTo(endSeconds - scale.stepSeconds, 0.001) }
    : { min: roundTo(startSeconds + scale.stepSeconds, 0.001), max: after }
}

/** Moves one edge as close to `toSeconds` as the neighbours allow. */
export function moveEdge<S extends Segment>(
  segments: readonly Segment[],
  segment: S,
  edge: Edge,
  toSeconds: number,
  scale: Scale,
): S {
  const { min, max } = rangeOfEdge(segments, segment, edge, scale)
  const moved = clamp(roundTo(toSeconds, scale.stepSeconds), min, max)
  return edge === 'start' ? { ...segment, startSeconds: moved } : { ...segment, endSeconds: moved }
}

/** Moves the whole segment, keeping its length, as close to `toSeconds` as the neighbours allow. */
export function moveWhole<S extends Segment>(
  segments: readonly Segment[],
  segment: S,
  toSeconds: number,
  scale: Scale,
): S {
  const length = segment.endSeconds - segment.startSeconds
  const { before, after } = roomAround(segments, segment, scale)
  const startSeconds = clamp(roundTo(toSeconds, scale.stepSeconds), before, roundTo(after - length, 0.001))
  return { ...segment, startSeconds, endSeconds: roundTo(startSeconds + length, 0.001) }
}

/** Finds room for a segment of up to `lengthSeconds`: at `atSeconds`
 * if that is free, otherwise in the next gap, otherwise anywhere. */
export function findRoom(
  segments: readonly Segment[],
  atSeconds: number,
  lengthSeconds: number,
  scale: Scale,
): { startSeconds: number; endSeconds: number } | null {
  const sorted = sortSegments(segments)
  const edges = [0, ...sorted.flatMap((one) => [one.startSeconds, one.endSeconds]), lastMoment(scale)]
  const gaps: { from: number; to: number }[] = []
  for (let index = 0; index < edges.length; index += 2) {
    const [from, to] = [edges[index] ?? 0, edges[index + 1] ?? 0]
    if (to - from >= scale.stepSeconds) gaps.push({ from, to })
  }
  const at = roundTo(Math.floor(atSeconds / scale.stepSeconds) * scale.stepSeconds, 0.001)
  const gap = gaps.find(({ from, to }) => from <= at && at < to) ?? gaps.find(({ from }) => from >= at) ?? gaps.at(-1)
  if (!gap) return null
  const startSeconds = at >= gap.from && at < gap.to ? at : gap.from
  return { startSeconds, endSeconds: roundTo(Math.min(gap.to, startSeconds + lengthSeconds), 0.001) }
}

export type SegmentFault = 'order' | 'beyond' | 'overlap'

/** The errors of typed times, by key. If two segments overlap, the later one gets the error. */
export function faultsOf(segments: readonly Segment[], scale: Scale): Map<string, SegmentFault> {
  const faults = new Map<string, SegmentFault>()
  let reached = 0
  for (const { key, startSeconds, endSeconds } of sortSegments(segments)) {
    if (endSeconds <= startSeconds) faults.set(key, 'order')
    else if (endSeconds > lastMoment(scale)) faults.set(key, 'beyond')
    else if (startSeconds < reached) faults.set(key, 'overlap')
    reached = Math.max(reached, endSeconds)
  }
  return faults
}

/** The segment that contains a moment. */
export function segmentAt<S extends Segment>(segments: readonly S[], seconds: number): S | undefined {
  return segments.find(({ startSeconds, endSeconds }) => startSeconds <= seconds && seconds < endSeconds)
}

function roomAround(segments: readonly Segment[], segment: Segment, scale: Scale): { before: number; after: number } {
  const others = segments.filter(({ key }) => key !== segment.key)
  const before = others.filter(({ endSeconds }) => endSeconds <= segment.startSeconds)
  const after = others.filter(({ startSeconds }) => startSeconds >= segment.endSeconds)
  return {
    before: Math.max(0, ...before.map(({ endSeconds }) => endSeconds)),
    after: Math.min(lastMoment(scale), ...after.map(({ startSeconds }) => startSeconds)),
  }
}

const clamp = (value: number, min: number, max: number) => Math.max(min, Math.min(value, Math.max(min, max)))
