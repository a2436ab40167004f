/** Whether the user has connected a wallet in this browser. Another tab may change it. */
import { useSyncExternalStore } from 'react'
import { readStoredWallet } from '#web/nostr/stored-wallet.ts'

export function useHasConnectedWallet(payer: { id: string } | undefined): boolean {
  return useSyncExternalStore(follow, () => payer !== undefined && readStoredWallet(payer.id) !== null)
}

function follow(onChange: () => void): () => void {
  addEventListener('storage', onChange)
  return () => removeEventListener('storage', onChange)
}
