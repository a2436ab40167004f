/** A security key in a real browser (the virtual authenticator of Chromium), and a passkey on it. */
import type { BrowserContext, Page } from 'playwright-core'
import { addPasskey, beginPasskey } from '#contract/accounts/passkeys.ts'
import type { Call } from '#web/data/api.ts'

/** Its user is always present and verified. */
export async function addSecurityKey(context: BrowserContext, page: Page): Promise<void> {
  const devtools = await context.newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

/** Creates a passkey in the page, for the user of `call`. */
export async function addPasskeyOf(call: Call, page: Page): Promise<void> {
  const { challenge, options } = await call(beginPasskey, {})
  const made = await page.evaluate(async (given) => {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(given as PublicKeyCredentialCreationOptionsJSON)
    const credential = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential
    const { id, rawId, type, response } = credential.toJSON() as unknown as Record<string, string> & {
      response: { clientDataJSON: string; attestationObject: string }
    }
    const { clientDataJSON, attestationObject } = response
    return { id, rawId, type, response: { clientDataJSON, attestationObject } }
  }, options)
  await call(addPasskey, { body: { challenge, response: made as never } })
}
