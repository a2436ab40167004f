/** What stands around the router on both sides. */
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ServicesContext, type Services } from './services.ts'

export function App({ services, children }: { services: Services; children: ReactNode }) {
  return (
    <ServicesContext value={services}>
      <QueryClientProvider client={services.queries}>{children}</QueryClientProvider>
    </ServicesContext>
  )
}
