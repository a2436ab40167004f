/** Asks the server that started this process to make payments with a time in the past (server/demo-payments.ts). A seed that
 * was started by hand has no such server: then the payments have the present time. */

export type PastRequest =
  | { kind: 'pay'; bolt11: string }
  | {
      kind: 'zap'
      key: string
      username: string
      contentId: string
      msatAmount: number
      comment: string | null
      contentTime: number | null
    }

const DAY_MS = 86_400_000
const waiting = new Map<number, (error: string | null) => void>()
let lastId = 0

export const canDate = process.send !== undefined

if (canDate) {
  process.on('message', ({ id, error }: { id: number; error: string | null }) => waiting.get(id)?.(error))
  // The server ended: a server started later at the same address has its own process.
  process.on('disconnect', endOrphan)
}

function endOrphan(): never {
  process.exit(1)
}

/** Resolves when it is booked, or when the external wallet has paid. */
export async function requestPast(request: PastRequest, daysAgo: number): Promise<void> {
  const id = ++lastId
  const settledAt = new Date(Date.now() - daysAgo * DAY_MS).toISOString()
  const { promise, resolve } = Promise.withResolvers<string | null>()
  waiting.set(id, resolve)
  process.send!({ ...request, id, settledAt })
  const error = await promise
  waiting.delete(id)
  if (error !== null) throw new Error(`A demo payment failed: ${error}`)
}

/** Otherwise the channel would keep this process alive. */
export function endPast(): void {
  if (!canDate) return
  process.off('disconnect', endOrphan)
  process.disconnect()
}
