/** Verifies the proof of a balance in this browser: what it contains, that it is about this user, and that the server publishes
 * the same total to everybody. Loaded when it is used, because it contains cryptography. */
import type { Wire } from '#contract/endpoint.ts'
import { getPublishedTotal } from '#contract/payments/liabilities.ts'
import { verifyBalance, type ProvenBalance } from '#protocols/liabilities/proof.ts'
import { InvalidProof } from '#protocols/liabilities/total.ts'
import { ApiError, REQUEST_TIMEOUT_MS, urlOf } from '#web/data/api.ts'

/** Null if anything is wrong with the proof; throws ApiError when the published total cannot be loaded. */
export async function checkBalance(proof: unknown, userId: string): Promise<ProvenBalance | null> {
  try {
    const proven = verifyBalance(proof)
    const published = await loadPublished(proven.total.day)
    return proven.account === `user:${userId}` && published.id === proven.event.id ? proven : null
  } catch (error) {
    if (error instanceof InvalidProof) return null
    throw error
  }
}

/** As a visitor: without the session. */
async function loadPublished(day: string): Promise<Wire<typeof getPublishedTotal>> {
  const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS)
  const url = urlOf(getPublishedTotal, { query: { day } })
  const response = await fetch(url, { credentials: 'omit', signal }).catch(() => null)
  if (!response?.ok) throw new ApiError(response?.status ?? 0, 'no-answer', 'No answer')
  return (await response.json()) as Wire<typeof getPublishedTotal>
}
