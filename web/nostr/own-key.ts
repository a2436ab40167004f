/** Which of a person's own keys acts for them in this browser: the one they sign in with here, else the one linked last.
 * Nobody is asked; who signs with it is own-signer.ts. */
import { readKeptKey } from './kept-key.ts'

/** Null for who has none. */
export function chooseOwnKey({
  nostrProfileData,
}: {
  nostrProfileData: readonly { publicHex: string }[]
}): string | null {
  const keys = nostrProfileData.map(({ publicHex }) => publicHex)
  const kept = readKeptKey()?.pubkey
  return keys.find((key) => key === kept) ?? keys[0] ?? null
}
