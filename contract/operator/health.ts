/** The figures of the operators' page about the state of the server. For Prometheus they are metrics: docs/operating.md. */
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { Instant } from '#contract/fields.ts'

/** In the order of the page. The unit is what `value` counts. */
export const healthUnits = {
  databaseUp: 'flag',
  databaseSeconds: 'seconds',
  connectionsWaiting: 'count',
  clockOffset: 'seconds',
  replicationLag: 'seconds',
  nodeUp: 'flag',
  nodeSynced: 'flag',
  nodeSeconds: 'seconds',
  payoutsUnfinished: 'count',
  payoutsQueued: 'count',
  payoutOldest: 'seconds',
  auditAge: 'seconds',
  eventsWaiting: 'count',
  eventOldest: 'seconds',
  mailsWaiting: 'count',
  mailOldest: 'seconds',
  uploadsQueued: 'count',
  uploadsRunning: 'count',
  uploadOldest: 'seconds',
  jobsFailing: 'count',
  journalWaiting: 'count',
  diskFree: 'bytes',
  memory: 'bytes',
  streams: 'count',
  relayConnections: 'count',
} as const

export type HealthFigureName = keyof typeof healthUnits

export const getHealth = {
  method: 'GET',
  path: '/admin/health',
  access: ['support', 'treasurer'],
  summary: 'The state of the server in figures; memory, connections and streams are of the process that responds',
  data: z.object({
    version: z.string(),
    startedAt: Instant,
    figures: z.array(
      z.object({
        name: z.enum(Object.keys(healthUnits) as [HealthFigureName, ...HealthFigureName[]]),
        /** A flag is 1 or 0. Null: not known. */
        value: z.nullable(z.number()),
        /** It should be looked at: see docs/runbook.md. */
        isBad: z.boolean(),
      }),
    ),
  }),
} as const satisfies Endpoint
