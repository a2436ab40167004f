/** The hex format of ids, public keys and hashes in Nostr (NIP-01): 32 bytes in lower case. keys.ts checks whether a
 * key is a point of the curve. */

export const HEX_32 = /^[0-9a-f]{64}$/
