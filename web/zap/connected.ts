/** Whether this person has connected a wallet of their own in this browser, which another tab may change. */
import { useSyncExternalStore } from 'react'
import { readKeptWallet } from '../nostr/kept-wallet.ts'

export function useHasConnectedWallet(payer: { id: string } | undefined): boolean {
  return useSyncExternalStore(follow, () => payer !== undefined && readKeptWallet(payer.id) !== null)
}

function follow(onChange: () => void): () => void {
  addEventListener('storage', onChange)
  return () => removeEventListener('storage', onChange)
}
