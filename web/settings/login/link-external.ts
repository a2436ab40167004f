/** Sends the browser to a provider to link an identity. The page of the provider's return address finishes it, and
 * finds the attempt in session storage. */
import type { ExternalProvider } from '#contract/accounts/social.ts'
import { getOidcRedirect, getSocialRedirect, getWalletRedirect, returnPaths } from '#contract/accounts/social.ts'
import type { Call } from '#web/data/api.ts'
import { splitLanguage } from '#web/words/language.ts'

/** The session storage key the return page reads: the current attempt for this provider. */
const keptAs = (provider: ExternalProvider) => `peal.outside-login.${provider}`

export async function leaveToLink(call: Call, provider: ExternalProvider): Promise<void> {
  const redirectUri = location.origin + returnPaths[provider]
  const { url, verifier } = await begin(call, provider, { redirectUri, mode: 'link' })
  sessionStorage.setItem(
    keptAs(provider),
    JSON.stringify({ verifier, mode: 'link', next: splitLanguage(location.pathname).path }),
  )
  location.assign(url)
}

function begin(call: Call, provider: ExternalProvider, query: { redirectUri: string; mode: 'link' }) {
  if (provider === 'wallet') return call(getWalletRedirect, { query })
  if (provider === 'oidc') return call(getOidcRedirect, { query })
  return call(getSocialRedirect, { params: { provider }, query })
}
