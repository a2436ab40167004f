/** The wallet key of each connection: derived from the installation's secret, so that it is stored nowhere. With
 * another secret all keys differ, and every app has to be connected again. */
import { publicKeyOf } from '#protocols/nostr/keys.ts'
import { keyOf } from '#server/platform/secrets/seal.ts'

export function walletKeyOf(secret: string, connectionId: string): Uint8Array {
  return keyOf(secret, `peal wallet connection ${connectionId}`)
}

export function walletPubkeyOf(secret: string, connectionId: string): string {
  return publicKeyOf(walletKeyOf(secret, connectionId))
}
