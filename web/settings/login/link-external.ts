/** Sends the browser to a provider to link an identity. The page of the provider's return address finishes it, and
 * finds the attempt in session storage. */
import type { ExternalProvider } from '#contract/accounts/social.ts'
import type { Call } from '#web/data/api.ts'
import { requestRedirect } from '#web/session/external-redirect.ts'
import { splitLanguage } from '#web/words/language.ts'

/** The session storage key the return page reads: the current attempt for this provider. */
const keptAs = (provider: ExternalProvider) => `peal.outside-login.${provider}`

export async function leaveToLink(call: Call, provider: ExternalProvider): Promise<void> {
  const { url, verifier } = await requestRedirect(call, provider, 'link')
  sessionStorage.setItem(
    keptAs(provider),
    JSON.stringify({ verifier, mode: 'link', next: splitLanguage(location.pathname).path }),
  )
  location.assign(url)
}
