/** Whether the user has connected a wallet in this browser. Another tab may change it. */
import { useSyncExternalStore } from 'react'
import { readKeptWallet } from '#web/nostr/kept-wallet.ts'

export function useHasConnectedWallet(payer: { id: string } | undefined): boolean {
  return useSyncExternalStore(follow, () => payer !== undefined && readKeptWallet(payer.id) !== null)
}

function follow(onChange: () => void): () => void {
  addEventListener('storage', onChange)
  return () => removeEventListener('storage', onChange)
}
