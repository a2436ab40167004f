/** The address of a provider's page to which the browser is sent, to log in, to link an identity or to prove one. */
import {
  getOidcRedirect,
  getSocialRedirect,
  getWalletRedirect,
  returnPaths,
  type ExternalProvider,
} from '#contract/accounts/social.ts'
import type { Call } from '#web/data/api.ts'

/** Where the provider sends the browser back to. */
export const redirectUriOf = (provider: ExternalProvider) => location.origin + returnPaths[provider]

export function requestRedirect(call: Call, provider: ExternalProvider, mode: 'login' | 'link' | 'proof') {
  const query = { redirectUri: redirectUriOf(provider), ...(mode !== 'login' && { mode }) }
  if (provider === 'wallet') return call(getWalletRedirect, { query })
  if (provider === 'oidc') return call(getOidcRedirect, { query })
  return call(getSocialRedirect, { params: { provider }, query })
}
