/** Works off rows that are due, several at the same time: one that takes long delays only its own lane. A lane claims its next
 * row when it is free, so that the lease of a row begins with its work. A further lane begins only when a row was found, so that
 * a round with nothing to do makes one claim. */
import type { Clock } from '#server/platform/clock.ts'

export type Lanes<Row> = {
  /** So many at the same time. */
  laneCount: number
  /** So many in one call; the rest is for the next round. */
  max: number
  /** Undefined when nothing is due. */
  claim: () => Promise<Row | undefined>
  /** Must not throw because of one row. */
  work: (row: Row) => Promise<unknown>
  /** Nothing more is claimed. */
  stopping?: AbortSignal | undefined
}

/** Returns how many were worked on. */
export async function workInLanes<Row>({ laneCount, max, claim, work, stopping }: Lanes<Row>): Promise<number> {
  let claimed = 0
  let done = 0
  const lanes: Promise<void>[] = []
  const failures: unknown[] = []
  const open = () => {
    if (lanes.length < laneCount) lanes.push(runLane().catch((error: unknown) => void failures.push(error)))
  }
  const runLane = async () => {
    while (claimed < max && stopping?.aborted !== true) {
      claimed++
      const row = await claim()
      if (row === undefined) return
      open()
      await work(row)
      done++
    }
  }
  open()
  // Those that are opened meanwhile are at its end. Also when one fails, the others end first.
  for (const lane of lanes) await lane
  if (failures.length > 0) throw failures[0]
  return done
}

type LeasedLanes<Row> = Omit<Lanes<Row>, 'claim' | 'work'> & {
  clock: Clock
  leaseMs: number
  /** Leases the next row until then; undefined when nothing is due. */
  claim: (now: Date, until: Date) => Promise<Row | undefined>
  work: (row: Row) => Promise<unknown>
  /** Gets what `work` threw. The row becomes due again when its lease ends. */
  onError: (row: Row, error: unknown) => void
}

/** The same for rows that are leased in a table. */
export function workUnderLeases<Row>({ clock, leaseMs, claim, work, onError, ...lanes }: LeasedLanes<Row>) {
  return workInLanes<Row>({
    ...lanes,
    claim: () => {
      const now = clock.now()
      return claim(now, new Date(now.getTime() + leaseMs))
    },
    work: (row) => work(row).catch((error: unknown) => onError(row, error)),
  })
}
