/** The current time, as a port, so that tests can set it instead of waiting. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }
