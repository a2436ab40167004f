/** The hex formats of Bitcoin, Lightning, Nostr and ids, in lower case. Only the format: whether a key is a point of the curve
 * is checked by nostr/keys.ts and lightning/boostagram.ts. */

/** 32 bytes: a hash, a preimage, a Nostr key, the id of an event. */
export const HEX_32 = /^[0-9a-f]{64}$/

/** An id of this server, or the guid of a podcast. */
export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The compressed public key of a Lightning node. */
export const NODE_KEY = /^0[23][0-9a-f]{64}$/
