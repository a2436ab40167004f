/** Sends the browser to a provider to prove an identity that is to be linked. What comes back is finished by the page of
 * that provider's return address, which finds here what it was begun for. */
import type { OutsideProvider } from '#contract/social.ts'
import { getOidcRedirect, getSocialRedirect, getWalletRedirect, returnPaths } from '#contract/social.ts'
import type { Call } from '../api.ts'
import { splitLanguage } from '../words/language.ts'

/** In session storage, by the name the return page reads it by: the one attempt that is under way for this provider. */
const keptAs = (provider: OutsideProvider) => `peal.outside-login.${provider}`

export async function leaveToLink(call: Call, provider: OutsideProvider): Promise<void> {
  const redirectUri = location.origin + returnPaths[provider]
  const { url, verifier } = await begin(call, provider, { redirectUri, mode: 'link' })
  sessionStorage.setItem(
    keptAs(provider),
    JSON.stringify({ verifier, mode: 'link', next: splitLanguage(location.pathname).path }),
  )
  location.assign(url)
}

function begin(call: Call, provider: OutsideProvider, query: { redirectUri: string; mode: 'link' }) {
  if (provider === 'wallet') return call(getWalletRedirect, { query })
  if (provider === 'oidc') return call(getOidcRedirect, { query })
  return call(getSocialRedirect, { params: { provider }, query })
}
