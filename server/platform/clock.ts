/** The current time, as a port, so that tests can set it instead of waiting. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }

/** The day of a moment in UTC: 2026-02-01. */
export const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10)
