/** The names of the log-in methods, and which of them the user has. */
import { useQuery } from '@tanstack/react-query'
import type { LoginMethod, listProviders } from '#contract/accounts/auth.ts'
import { listIdentities } from '#contract/accounts/social.ts'
import type * as z from 'zod/mini'
import type { Wire } from '#contract/endpoint.ts'
import { callQuery } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { t, type TranslationKey } from '#web/words/words.ts'

export type Method = z.input<typeof LoginMethod>
export type Provider = Wire<typeof listProviders>[number]

const METHODS: Record<Method, TranslationKey> = {
  password: 'settings.byPassword',
  passkey: 'settings.byPasskey',
  google: 'settings.byGoogle',
  apple: 'settings.byApple',
  twitter: 'settings.byTwitter',
  oidc: 'settings.byOidc',
  wallet: 'settings.byWallet',
  nostr: 'settings.byNostr',
  'custom-token': 'settings.byToken',
}

/** Operators name their OIDC issuer; the other methods have fixed names. */
export function nameMethod(method: Method, providers: readonly Provider[] = []): string {
  const given = method === 'oidc' ? providers.find((one) => one.method === method)?.name : undefined
  return given ?? t(METHODS[method])
}

export function useIdentities() {
  const { call } = useSite()
  return useQuery({ ...callQuery(call, listIdentities, {}), staleTime: 0 })
}

/** Undefined while loading. */
export function useHasPassword(): boolean | undefined {
  return useIdentities().data?.some(({ provider }) => provider === 'password')
}
