/** The wallet that a browser extension puts on the page (WebLN). None of it can be relied upon.
 * Paying from it is own-wallet.ts. */
import { useEffect, useState } from 'react'

type Provider = { enable: () => Promise<unknown>; sendPayment: (bolt11: string) => Promise<unknown> }
type Page = { webln?: Partial<Provider> }

export function providerOf(page: Page = globalThis as Page): Provider | null {
  const { webln } = page
  return typeof webln?.enable === 'function' && typeof webln.sendPayment === 'function' ? (webln as Provider) : null
}

/** Extensions come to a page when it has begun already, and most say so. */
export function useHasPageWallet(): boolean {
  const [isThere, setIsThere] = useState(() => providerOf() !== null)
  useEffect(() => {
    const look = () => setIsThere(providerOf() !== null)
    addEventListener('webln:ready', look)
    return () => removeEventListener('webln:ready', look)
  }, [])
  return isThere
}
