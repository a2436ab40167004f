/** The issuers that are this server itself, where people prove to it who they are. All others are somebody else's. */

/** Of everybody who has a password here; their addresses are confirmed by our own mails. */
export const EMBEDDED_ISSUER = 'embedded'
/** Of those who prove a key of nostr; the subject is the public key. */
export const NOSTR_ISSUER = 'nostr'
