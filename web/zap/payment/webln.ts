/** The wallet a browser extension provides to the page (WebLN). Nothing it reports is trusted.
 * Paying with it is own-wallet.ts. */
import { useEffect, useState } from 'react'

type Provider = { enable: () => Promise<unknown>; sendPayment: (bolt11: string) => Promise<unknown> }
type Page = { webln?: Partial<Provider> }

export function providerOf(): Provider | null {
  const { webln } = globalThis as Page
  return typeof webln?.enable === 'function' && typeof webln.sendPayment === 'function' ? (webln as Provider) : null
}

/** Extensions inject their provider after the page has started to load; most fire an event. */
export function useHasWebln(): boolean {
  const [isThere, setIsThere] = useState(() => providerOf() !== null)
  useEffect(() => {
    const look = () => setIsThere(providerOf() !== null)
    addEventListener('webln:ready', look)
    return () => removeEventListener('webln:ready', look)
  }, [])
  return isThere
}
