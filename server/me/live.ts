/** Live updates of a signed-in page, in one event stream: balance and payments, and the notification dot. Each part
 * sends its current state first. */
import type { FastifyInstance } from 'fastify'
import { watchAccount } from '#contract/payments/payments.ts'
import { watchFlag } from '#server/notifications/flag.ts'
import type { NotificationDeps } from '#server/notifications/deps.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import { watchOwnAccount } from '#server/payments/incoming/watch.ts'
import { onEvents } from '#server/platform/http/event-stream.ts'

export function liveRoutes(app: FastifyInstance, payments: PaymentDeps, notifications: NotificationDeps): void {
  onEvents(app, watchAccount, (_input, { caller, signal }) =>
    mergeStreams([watchOwnAccount(payments, caller, signal), watchFlag(notifications, caller, signal)]),
  )
}

/** Yields the next event of any stream; ends when one of them ends. */
async function* mergeStreams<Event>(streams: readonly AsyncGenerator<Event>[]): AsyncGenerator<Event> {
  const take = async (stream: AsyncGenerator<Event>) => ({ stream, result: await stream.next() })
  const next = new Map(streams.map((stream) => [stream, take(stream)]))
  try {
    while (true) {
      const { stream, result } = await Promise.race(next.values())
      if (result.done === true) return
      yield result.value
      next.set(stream, take(stream))
    }
  } finally {
    // Pending reads of the other streams end with the signal; their results are ignored.
    for (const [stream, taking] of next) {
      void taking.catch(() => undefined)
      void stream.return(undefined).catch(() => undefined)
    }
  }
}
