/** All login methods of this server, in display order. The external ones are in server/identity/providers.ts. */
import { canHavePasskeys } from '#server/identity/passkeys.ts'
import type { LoginMethod } from '#server/identity/port.ts'
import { configuredProviders } from '#server/identity/providers.ts'
import type { Config } from '#server/platform/config/config.ts'

export function waysToLogIn(config: Config, publicUrl: string): { method: LoginMethod; name: string }[] {
  const own: { method: LoginMethod; name: string; isThere: boolean }[] = [
    { method: 'password', name: 'E-mail', isThere: config.identityMode !== 'oidc' },
    { method: 'passkey', name: 'Passkey', isThere: canHavePasskeys(publicUrl) },
    { method: 'nostr', name: 'Nostr', isThere: true },
  ]
  const ours = own.flatMap(({ method, name, isThere }) => (isThere ? [{ method, name }] : []))
  return [...ours, ...configuredProviders(config)]
}
