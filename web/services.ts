/** What every page may use: the client, the settings of this installation. Given once, at the root. */
import type { QueryClient } from '@tanstack/react-query'
import { createContext, use } from 'react'
import type { Wire } from '#contract/endpoint.ts'
import type { getSettings } from '#contract/settings.ts'
import type { Call } from './api.ts'

export type SiteSettings = Wire<typeof getSettings>
export type Services = { call: Call; queries: QueryClient; settings: SiteSettings }

export const ServicesContext = createContext<Services | null>(null)

export function useServices(): Services {
  const services = use(ServicesContext)
  if (!services) throw new Error('useServices outside of the root')
  return services
}

export const useSettings = (): SiteSettings => useServices().settings
