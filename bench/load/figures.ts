/** What a run of load has measured: times by kind of step, failures, the text of both, and the verdict by stated limits. */
import { stripVTControlCharacters } from 'node:util'

/** `page`: HTML. `call`: JSON of a page, log-in, balance. `audio`: a range of a recording. `play`: a report of what was heard. */
export const KINDS = ['page', 'call', 'audio', 'play', 'zap'] as const
export type Kind = (typeof KINDS)[number]

/** Within which 95 of 100 steps must be complete. */
const P95_MS: Record<Kind, number> = { page: 500, call: 500, audio: 500, play: 500, zap: 1_000 }
/** The share of steps that may fail. */
const FAILED_SHARE = 0.001
const REASONS_SHOWN = 5

export type Figures = {
  startedAt: number
  times: Record<Kind, number[]>
  failed: Record<Kind, number>
  /** How often each failure happened. */
  reasons: Map<string, number>
  bytes: number
}

export function createFigures(): Figures {
  const each = <Value>(make: () => Value) =>
    Object.fromEntries(KINDS.map((kind) => [kind, make()])) as Record<Kind, Value>
  const times = each<number[]>(() => [])
  return { startedAt: performance.now(), times, failed: each(() => 0), reasons: new Map(), bytes: 0 }
}

export function noteFailure(figures: Figures, kind: Kind, reason: string): void {
  figures.failed[kind]++
  figures.reasons.set(reason, (figures.reasons.get(reason) ?? 0) + 1)
}

function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.ceil(sorted.length * share) - 1] ?? 0
}

/** What does not meet the limits; empty when the run passed. */
export function findBreaches({ times, failed }: Figures): string[] {
  const total = KINDS.reduce((sum, kind) => sum + times[kind].length + failed[kind], 0)
  const failures = KINDS.reduce((sum, kind) => sum + failed[kind], 0)
  const slow = KINDS.flatMap((kind) => {
    const p95 = percentile(
      times[kind].toSorted((one, other) => one - other),
      0.95,
    )
    return p95 > P95_MS[kind]
      ? [`95 of 100 steps "${kind}" took up to ${Math.round(p95)} ms, limit ${P95_MS[kind]}`]
      : []
  })
  if (total === 0) return ['No step was made']
  if (failures / total <= FAILED_SHARE) return slow
  return [...slow, `${failures} of ${total} steps failed, limit ${FAILED_SHARE * 100} %`]
}

/** One line for each kind of step, and the most frequent failures. */
export function toTable({ startedAt, times, failed, reasons, bytes }: Figures): string[] {
  const seconds = (performance.now() - startedAt) / 1_000
  const row = (...cells: (string | number)[]) =>
    cells.map((cell, index) => (index === 0 ? String(cell).padEnd(6) : String(cell).padStart(8))).join('')
  const rows = KINDS.map((kind) => {
    const sorted = times[kind].toSorted((one, other) => one - other)
    const shares = [0.5, 0.95, 0.99, 1].map((share) => Math.round(percentile(sorted, share)))
    return row(kind, sorted.length, (sorted.length / seconds).toFixed(1), ...shares, P95_MS[kind], failed[kind])
  })
  const most = [...reasons].toSorted(([, one], [, other]) => other - one).slice(0, REASONS_SHOWN)
  return [
    row('step', 'done', 'per s', 'p50 ms', 'p95', 'p99', 'max', 'limit', 'failed'),
    ...rows,
    `${(bytes / 1e6).toFixed(1)} MB received`,
    ...most.map(([reason, count]) => `${count} × ${reason}`),
  ]
}

/** Prints the block over the one before it in a terminal, and its first line elsewhere. */
export function createPicture(write: (text: string) => void, isTerminal: boolean): (block: readonly string[]) => void {
  let lines = 0
  return (block) => {
    if (!isTerminal) return write(`${block[0]}\n`)
    // From answers of the server; without control characters that would move the cursor.
    const text = block.map((line) => stripVTControlCharacters(line)).join('\n')
    write(`${lines === 0 ? '' : `\u001b[${lines}A\u001b[J`}${text}\n`)
    lines = block.length
  }
}
