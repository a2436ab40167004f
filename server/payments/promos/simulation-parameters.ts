/** The parameters of the simulation in simulation.test.ts: honest listeners and a farm that share one day of promos. They were
 * committed before the limits were tuned against them. */
export const SIMULATION = {
  /** Of the random numbers, so that every run is the same. */
  seed: 20_261_126,
  promoCount: 100,
  payoutMsat: 1_000n,
  budgetMsat: 2_000_000n,
  /** From one to five minutes, so that nobody can stay with one track. */
  trackSeconds: { min: 60, max: 300 },
  honest: {
    count: 10_000,
    /** Each starts at a random minute of the day and listens this long, track after track. */
    minutes: { min: 1, max: 30 },
    /** Percent of them that share a network with others; everybody else has one of their own. */
    sharedPercent: 30,
    sharedNetworkCount: 200,
    /** Percent in their first seven days of earning. */
    newPercent: 20,
  },
  /** Plays all day from the first second, on every promo that still pays. All of its accounts are new. */
  farm: { accountCount: 1_000, networkCount: 50, hours: 24 },
  /** What the farm may keep of all that was paid, and the share of honest minutes within budget that may be refused. */
  farmKeepsPercentMax: 5,
  honestRefusedPercentMax: 1,
} as const
