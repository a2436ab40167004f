/** How nostr writes ids, public keys and hashes (NIP-01): 32 bytes in lower-case hex. Whether one is a point of the curve is
 * keys.ts. */

export const HEX_32 = /^[0-9a-f]{64}$/
