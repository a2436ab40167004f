/** What a signed-in page is told by itself, in one stream: the balance and payments, and the red dot.
 * Each part tells its present state first. */
import type { FastifyInstance } from 'fastify'
import { watchAccount } from '#contract/payments.ts'
import { watchFlag } from '#server/notifications/flag.ts'
import type { NotificationDeps } from '#server/notifications/deps.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import { watchOwnAccount } from '#server/payments/watch.ts'
import { onEvents } from '#server/platform/event-stream.ts'

export function liveRoutes(app: FastifyInstance, payments: PaymentDeps, notifications: NotificationDeps): void {
  onEvents(app, watchAccount, (_input, { who, signal }) =>
    mergeStreams([watchOwnAccount(payments, who, signal), watchFlag(notifications, who, signal)]),
  )
}

/** Whichever has something next; over when one of them is. */
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
    // What the others still wait for ends with the signal; nobody is there to hear of it.
    for (const [stream, taking] of next) {
      void taking.catch(() => undefined)
      void stream.return(undefined).catch(() => undefined)
    }
  }
}
