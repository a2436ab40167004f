/** Which of the user's keys is used in this browser: the one they sign in with here, otherwise the one linked last.
 * Nothing is requested from an extension; signing is own-signer.ts. */
import { readStoredKey } from './stored-key.ts'

/** Null for users without a key. */
export function chooseOwnKey({
  nostrProfileData,
}: {
  nostrProfileData: readonly { publicHex: string }[]
}): string | null {
  const keys = nostrProfileData.map(({ publicHex }) => publicHex)
  const stored = readStoredKey()?.pubkey
  return keys.find((key) => key === stored) ?? keys[0] ?? null
}
