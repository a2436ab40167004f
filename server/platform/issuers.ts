/** The identity issuers that are this server itself. All others are external providers. */

/** Users with a password here; their email addresses are confirmed by our own mails. */
export const EMBEDDED_ISSUER = 'embedded'
/** Users who log in with a nostr key; the subject is the public key. */
export const NOSTR_ISSUER = 'nostr'
