/** The door of an event: the list of its tickets, which also works offline, and what was scanned. Of two scans of a ticket,
 * the earlier one admits. */
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { Id, Instant, text } from '#contract/fields.ts'

export const SCANS_MAX = 200
export const DOOR_NAME_MAX = 40

const DoorTicket = z.object({
  id: Id,
  code: z.string(),
  /** What follows the id in the token: a forged token has something else there. */
  check: z.string(),
  tierName: z.nullable(z.string()),
  guestName: z.nullable(z.string()),
  isRefunded: z.boolean(),
  usedAt: z.nullable(Instant),
  usedDoor: z.nullable(z.string()),
})

const ById = z.object({ concertId: Id })

export const getDoor = {
  method: 'GET',
  path: '/concerts/:concertId/door',
  access: 'user',
  summary: 'All tickets of an event, for its door. For its owner and helpers',
  params: ById,
  data: z.object({
    name: z.string(),
    place: z.string(),
    timeZone: z.string(),
    tickets: z.array(DoorTicket),
  }),
  errors: ['forbidden'],
} as const satisfies Endpoint

export const sendScans = {
  method: 'POST',
  path: '/concerts/:concertId/scans',
  access: 'user',
  isUnseen: true,
  summary: 'Records scans, also of some time ago, and returns for each whether it admits',
  params: ById,
  body: z.strictObject({
    door: text(DOOR_NAME_MAX),
    scans: z
      .array(z.strictObject({ id: Id, ticketId: Id, scannedAt: Instant }))
      .check(z.minLength(1), z.maxLength(SCANS_MAX)),
  }),
  data: z.array(
    z.object({
      id: Id,
      /** `unknown`: not a ticket of this event. */
      outcome: z.enum(['admitted', 'already', 'refunded', 'unknown']),
      /** The scan that admitted. */
      usedAt: z.nullable(Instant),
      usedDoor: z.nullable(z.string()),
    }),
  ),
  errors: ['forbidden'],
} as const satisfies Endpoint
