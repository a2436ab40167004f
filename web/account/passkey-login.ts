/** Logs in with a passkey. Passkeys are created in the settings. */
import type { Wire } from '#contract/endpoint.ts'
import { beginPasskeyLogin, loginWithPasskey } from '#contract/accounts/passkeys.ts'
import { ApiError, type Call } from '#web/data/api.ts'
import { describeFailure } from '#web/data/failures.ts'
import { t } from '#web/words/words.ts'

export async function logInWithPasskey(call: Call): Promise<Wire<typeof loginWithPasskey>> {
  const { browserSupportsWebAuthn, startAuthentication } = await import('@simplewebauthn/browser')
  if (!browserSupportsWebAuthn()) throw new NoPasskeys()
  const { challenge, options } = await call(beginPasskeyLogin, {})
  type Options = Parameters<typeof startAuthentication>[0]['optionsJSON']
  const response = await startAuthentication({ optionsJSON: options as Options })
  const { id, rawId, authenticatorAttachment, clientExtensionResults } = response
  const { clientDataJSON, authenticatorData, signature, userHandle } = response.response
  return call(loginWithPasskey, {
    body: {
      challenge,
      response: {
        id,
        rawId,
        type: 'public-key',
        ...(authenticatorAttachment !== undefined && { authenticatorAttachment }),
        clientExtensionResults: { ...clientExtensionResults },
        response: { clientDataJSON, authenticatorData, signature, ...(userHandle !== undefined && { userHandle }) },
      },
    },
  })
}

class NoPasskeys extends Error {
  override name = 'NoPasskeys'
}

/** Browsers do not reveal whether there was no passkey or the user cancelled. */
export function describePasskeyFailure(error: unknown): string {
  if (error instanceof ApiError) return describeFailure(error)
  return t(error instanceof NoPasskeys ? 'waysIn.passkeyAbsent' : 'waysIn.passkeyRefused')
}
