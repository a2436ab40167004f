/** A process that zaps from several balances concurrently and is killed meanwhile; started by hot-artist.test.ts. */
import { createBalanceSends } from '#server/payments/zaps/send.ts'
import { systemClock } from '#server/platform/clock.ts'
import { connectDatabase } from '#server/platform/database/connect.ts'
import { createSignals } from '#server/platform/signals.ts'
import { createFailpoints } from '#server/platform/failpoints.ts'
import { silentLog } from '#server/platform/log.ts'
import type { AuthenticatedUser } from '#server/platform/http/caller.ts'
import { testConfig } from '#tests/world.ts'

export type SendTask = {
  databaseUrl: string
  crashAt: string
  contentId: string
  sends: { userId: string; operationId: string; msatAmount: number }[]
}

const { databaseUrl, crashAt, contentId, sends } = JSON.parse(process.argv[2] ?? '') as SendTask
const send = createBalanceSends({
  database: connectDatabase({ url: databaseUrl, maxConnections: 4 }),
  clock: systemClock,
  signals: createSignals(),
  limits: testConfig('unused', databaseUrl),
  failpoint: createFailpoints(crashAt, silentLog),
})
await Promise.all(
  sends.map(({ userId, operationId, msatAmount }) =>
    send({ kind: 'user', userId, role: null, ip: '127.0.0.1' } as AuthenticatedUser, operationId, {
      contentId,
      msatAmount: BigInt(msatAmount),
    }),
  ),
)
