/** What a check of a neighbour (the database, the node, the bucket …) reports: one line for the operator. */

export type Line = {
  /** `failed`: the server would not start, or could not do its work. */
  state: 'ok' | 'warning' | 'failed'
  /** The neighbour, as the operator calls it. */
  subject: string
  /** What was seen; unless it is ok, also what to do. */
  text: string
}

const TIMEOUT_MS = 10_000

export const ok = (subject: string, text: string): Line => ({ state: 'ok', subject, text })
export const warning = (subject: string, text: string): Line => ({ state: 'warning', subject, text })
export const failed = (subject: string, text: string): Line => ({ state: 'failed', subject, text })

/** The lines of `look`. An error in it, or no answer within ten seconds, is a failed line with this advice. */
export async function checked(
  subject: string,
  advice: string,
  look: (signal: AbortSignal) => Promise<Line[]>,
): Promise<Line[]> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const silence = new Promise<never>((_, reject) =>
    signal.addEventListener('abort', () => reject(new Error('no answer within ten seconds')), { once: true }),
  )
  try {
    return await Promise.race([look(signal), silence])
  } catch (error) {
    return [failed(subject, `${reasonOf(error)}. ${advice}`)]
  }
}

/** The message that says most: of fetch and of connections to several addresses, the innermost one. */
export function reasonOf(error: unknown): string {
  const { cause, errors, message, code } = error as Error & { cause?: unknown; errors?: unknown[]; code?: string }
  if (cause instanceof Error) return reasonOf(cause)
  if (errors?.[0] instanceof Error) return reasonOf(errors[0])
  return message || code || String(error)
}
