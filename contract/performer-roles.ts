/** The roles of performers. How performers are read and entered is in contract/catalog/performers.ts. */
import * as z from 'zod/mini'

export const PERFORMERS_MAX = 50

export const performerRoles = ['main', 'featured', 'with', 'remixer', 'producer'] as const
export const PerformerRole = z.enum(performerRoles)
export type PerformerRole = (typeof performerRoles)[number]
