/** Sends the browser to the page of a provider, to log in, to link an identity or to prove one. The page of the return address,
 * account/return-page.tsx, finds the attempt in session storage. */
import {
  getOidcRedirect,
  getSocialRedirect,
  getWalletRedirect,
  returnPaths,
  type ExternalProvider,
} from '#contract/accounts/social.ts'
import { ApiError, type Call } from '#web/data/api.ts'
import { t } from '#web/words/words.ts'

export type Attempt = { verifier: string; mode: 'login' | 'link'; next: string }

export const attemptKeyOf = (provider: ExternalProvider) => `peal.outside-login.${provider}`

/** Where the provider sends the browser back to. */
export const redirectUriOf = (provider: ExternalProvider) => location.origin + returnPaths[provider]

export function requestRedirect(call: Call, provider: ExternalProvider, mode: 'login' | 'link' | 'proof') {
  const query = { redirectUri: redirectUriOf(provider), ...(mode !== 'login' && { mode }) }
  if (provider === 'wallet') return call(getWalletRedirect, { query })
  if (provider === 'oidc') return call(getOidcRedirect, { query })
  return call(getSocialRedirect, { params: { provider }, query })
}

/** To log in or to link an identity. */
export async function leaveToProvider(
  call: Call,
  provider: ExternalProvider,
  { mode, next }: Pick<Attempt, 'mode' | 'next'>,
): Promise<void> {
  const { url, verifier } = await requestRedirect(call, provider, mode)
  if (!url || !verifier) throw new ApiError(0, 'missing-url-or-verifier', t('waysIn.missingVerifier'))
  const attempt: Attempt = { verifier, mode, next }
  sessionStorage.setItem(attemptKeyOf(provider), JSON.stringify(attempt))
  location.assign(url)
}
