/** The providers around the router, in the browser and on the server. */
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { SiteContext, type Site } from './data/site.ts'

export function App({ site, children }: { site: Site; children: ReactNode }) {
  return (
    <SiteContext value={site}>
      <QueryClientProvider client={site.queries}>{children}</QueryClientProvider>
    </SiteContext>
  )
}
