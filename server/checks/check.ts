/** What a check of a service that this server uses (the database, the node, the bucket …) reports: a line for the operator. */

export type Line = {
  /** `failed`: the server would not start, or could not do its work. */
  state: 'ok' | 'warning' | 'failed'
  /** The name of the service, for the operator. */
  subject: string
  /** What was seen; unless it is ok, also what to do. */
  text: string
}

const TIMEOUT_MS = 10_000

export const ok = (subject: string, text: string): Line => ({ state: 'ok', subject, text })
export const warning = (subject: string, text: string): Line => ({ state: 'warning', subject, text })
export const failed = (subject: string, text: string): Line => ({ state: 'failed', subject, text })

/** The lines of `inspect`. If it throws, or takes more than ten seconds, that is a failed line with this advice. */
export async function checked(
  subject: string,
  advice: string,
  inspect: (signal: AbortSignal) => Promise<Line[]>,
): Promise<Line[]> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const timeout = new Promise<never>((_, reject) =>
    signal.addEventListener('abort', () => reject(new Error('no response within ten seconds')), { once: true }),
  )
  try {
    return await Promise.race([inspect(signal), timeout])
  } catch (error) {
    return [failed(subject, `${reasonOf(error)}. ${advice}`)]
  }
}

/** The most specific message: of errors of fetch and of connections to several addresses, the innermost one. */
export function reasonOf(error: unknown): string {
  const { cause, errors, message, code } = error as Error & { cause?: unknown; errors?: unknown[]; code?: string }
  if (cause instanceof Error) return reasonOf(cause)
  if (errors?.[0] instanceof Error) return reasonOf(errors[0])
  return message || code || String(error)
}
