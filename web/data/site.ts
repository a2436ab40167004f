/** What every page may use: the client and the settings of this server. Provided once, at the root. */
import type { QueryClient } from '@tanstack/react-query'
import { createContext, use } from 'react'
import type { Wire } from '#contract/endpoint.ts'
import type { getSettings } from '#contract/operator/settings.ts'
import type { Call } from './api.ts'

export type SiteSettings = Wire<typeof getSettings>
export type Site = { call: Call; queries: QueryClient; settings: SiteSettings }

export const SiteContext = createContext<Site | null>(null)

export function useSite(): Site {
  const site = use(SiteContext)
  if (!site) throw new Error('useSite outside of the root')
  return site
}

export const useSettings = (): SiteSettings => useSite().settings
