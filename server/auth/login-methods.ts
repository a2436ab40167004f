/** All login methods of this server, in display order. The external ones are in server/auth/providers/providers.ts. */
import { canHavePasskeys } from '#server/auth/factors/passkeys.ts'
import type { LoginMethod } from '#server/auth/sessions/login-method.ts'
import { configuredProviders } from '#server/auth/providers/providers.ts'
import type { Config } from '#server/platform/config/config.ts'

export function listLoginMethods(config: Config, publicUrl: string): { method: LoginMethod; name: string }[] {
  const own: { method: LoginMethod; name: string; isAvailable: boolean }[] = [
    { method: 'password', name: 'E-mail', isAvailable: config.identityMode !== 'oidc' },
    { method: 'passkey', name: 'Passkey', isAvailable: canHavePasskeys(publicUrl) },
    { method: 'nostr', name: 'Nostr', isAvailable: true },
  ]
  const ours = own.flatMap(({ method, name, isAvailable }) => (isAvailable ? [{ method, name }] : []))
  return [...ours, ...configuredProviders(config)]
}
