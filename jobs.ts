/** x */
export function startMediaJobs(..._a: unknown[]) { return { stop: async () => undefined } }
