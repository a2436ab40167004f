/** What time it is. A port, so that tests step it instead of waiting. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }
