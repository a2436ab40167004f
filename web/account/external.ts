/** OAuth log-ins in the browser: the return from a provider, to whose page external-redirect.ts led.
 * The verifier is in the tab's session storage, and read from there once. */
import { getAccount } from '#contract/accounts/account.ts'
import type { Wire } from '#contract/endpoint.ts'
import {
  completeOidc,
  completeSocial,
  completeWallet,
  linkIdentity,
  listIdentities,
  type ExternalProvider,
  returnPaths,
} from '#contract/accounts/social.ts'
import type { Call } from '#web/data/api.ts'
import { describeFailure } from '#web/data/failures.ts'
import { t } from '#web/words/words.ts'
import { attemptKeyOf, redirectUriOf, type Attempt } from '#web/session/external-redirect.ts'
import { withProof } from '#web/session/proof.ts'
import { safeNext } from '#web/session/next-path.ts'

export type Returned = { code?: string; state?: string; iss?: string; error?: string }

const WALLET_TEXTS = 'Error logging in with ZBD: '

/** The provider this return path belongs to. */
export function providerAt(pathname: string): ExternalProvider {
  const all = Object.keys(returnPaths) as ExternalProvider[]
  return all.find((one) => returnPaths[one] === pathname.replace(/\/$/, '').toLowerCase()) ?? 'oidc'
}

/** Can be read once: afterwards the verifier is deleted, also after a failure. */
export function takeAttempt(provider: ExternalProvider): Attempt | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(attemptKeyOf(provider)) ?? 'null')
    sessionStorage.removeItem(attemptKeyOf(provider))
    if (typeof stored !== 'object' || stored === null) return null
    const { verifier, mode, next } = stored as Record<string, unknown>
    if (typeof verifier !== 'string' || typeof next !== 'string') return null
    return { verifier, mode: mode === 'link' ? 'link' : 'login', next: safeNext(next) }
  } catch {
    return null
  }
}

/** The parameters from the provider: in the query, or for Apple in the fragment. */
export function readReturned({ search, hash }: { search: string; hash: string }): Returned {
  const told = new URLSearchParams(search.length > 1 ? search : hash.slice(1))
  const parts = ['code', 'state', 'iss', 'error'].flatMap((name) => {
    const value = told.get(name)
    return value === null || value === '' ? [] : [[name, value]]
  })
  return Object.fromEntries(parts) as Returned
}

type SocialLogin = Pick<Wire<typeof completeSocial>, 'token' | 'expiresAt'> | null

/** Null when an identity was linked, because the session does not change. */
export async function finishExternalLogin(
  call: Call,
  provider: ExternalProvider,
  { attempt, returned }: { attempt: Attempt | null; returned: Returned },
): Promise<SocialLogin> {
  const { code, state, iss } = returned
  const body = {
    redirectUri: redirectUriOf(provider),
    ...(attempt && { verifier: attempt.verifier }),
    ...(code !== undefined && { code }),
    ...(state !== undefined && { state }),
    ...(iss !== undefined && { iss }),
  }
  if (attempt?.mode === 'link') {
    await withProof((proof) => call(linkIdentity, { body: { provider, ...body } }, { proof }))
    return null
  }
  if (provider === 'oidc') return call(completeOidc, { body })
  if (provider === 'wallet') return call(completeWallet, { body })
  return call(completeSocial, { params: { provider }, body })
}

/** The endpoints whose data changes when an identity is linked. */
export const changedByLinking = [listIdentities, getAccount]

export function describeExternalFailure(error: unknown, provider: ExternalProvider): string {
  const text = describeFailure(error)
  if (provider !== 'wallet' || text.startsWith(WALLET_TEXTS)) return text
  return t('waysIn.walletFailed', { reason: text })
}
