/** Works off rows that are due, several at the same time: one that takes long delays only its own lane. A lane claims its next
 * row when it is free, so that the lease of a row begins with its work. */

export type Lanes<Row> = {
  /** So many at the same time. */
  laneCount: number
  /** So many in one call; the rest is for the next round. */
  max: number
  /** Undefined when nothing is due. */
  claim: () => Promise<Row | undefined>
  /** Must not throw because of one row. */
  work: (row: Row) => Promise<void>
  /** Nothing more is claimed. */
  stopping?: AbortSignal | undefined
}

/** Returns how many were worked on. */
export async function workInLanes<Row>({ laneCount, max, claim, work, stopping }: Lanes<Row>): Promise<number> {
  let claimed = 0
  let done = 0
  const runLane = async () => {
    while (claimed < max && stopping?.aborted !== true) {
      claimed++
      const row = await claim()
      if (row === undefined) return
      await work(row)
      done++
    }
  }
  // Also when one lane fails, the others end first.
  const lanes = await Promise.allSettled(Array.from({ length: laneCount }, runLane))
  for (const lane of lanes) if (lane.status === 'rejected') throw lane.reason
  return done
}
