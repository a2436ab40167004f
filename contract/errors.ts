/** Every code an answer can carry, with the status it comes with and what it means.
 * The words shown for it in other languages stand in web/words, by the same code. */
export const errorCodes = {
  'bad-request': 'The request is malformed.',
  unauthorized: 'User must be logged in',
  forbidden: 'This is not yours to change.',
  'not-found': 'There is nothing here.',
  conflict: 'That clashes with what is there already.',
  'payload-too-large': 'That is larger than allowed.',
  'unsupported-media-type': 'That kind of file or body is not taken here.',
  'rule-broken': 'That breaks a rule.',
  'too-many-requests': 'That was too often. Please wait a moment.',
  'internal-error': 'Something went wrong. Please try again.',
  unavailable: 'A part of the server is away. Please try again in a moment.',

  'missing-action-code': 'Missing action code',
  'action-code-invalid': 'This link has been used already or has run out.',
  'email-not-verified': 'Please confirm your e-mail address first.',
  'credentials-invalid': 'The e-mail address or the password is not right.',
  'registration-closed': 'This server takes no new accounts at the moment.',
  'username-taken': 'That name is taken.',
  'username-invalid': 'A name has 3 to 30 letters of a–z, 0–9, _ and -.',

  'upload-signature-invalid': 'This upload address is wrong or has run out.',
  'upload-incomplete': 'The upload stopped before the end.',
  'picture-invalid': 'This is not a picture we can use. JPEG, PNG or WebP, up to 20 MB.',
  'audio-extension-unsupported': 'Please use mp3, wav, flac, aiff, m4a, aac, ogg or opus.',
  'title-taken': 'There is already one with this title.',
  'parent-mismatch': 'It does not belong there.',
  'split-exists': 'There is a split already.',
  'recipients-unknown': 'Some of these people are not here.',

  'amount-invalid': 'An amount is a whole number of millisatoshi, at least 1.',
  'amount-out-of-range': 'That amount is outside the limits.',
  'insufficient-balance': 'Your balance is too small for this.',
  'content-not-payable': 'This cannot be paid.',
  'invoice-invalid': 'This is not a valid Lightning invoice.',
  'invoice-wrong-network': 'This invoice is for another network.',
  'invoice-expired': 'This invoice has run out.',
  'invoice-without-amount': 'This invoice names no amount.',
  'invoice-own-node': 'This invoice was made here. Paying it from a balance is not possible yet.',
  'invoice-already-tried': 'This invoice has been tried before. Please make a new one.',
  'fee-limit-too-high': 'The fee limit is above the reserve.',
  'withdrawals-held': 'Outgoing payments of this account are held.',
  'withdrawal-limit': 'That is above the limit for withdrawals.',
  'lightning-unavailable': 'The Lightning node is away. Nothing has been sent.',
  'idempotency-key-reused': 'This Idempotency-Key was used for another request.',
  'idempotency-key-running': 'The first request with this Idempotency-Key is still running.',
} as const

export type ErrorCode = keyof typeof errorCodes

/** What a mutation says when the server gives no reason: the seed's error catalogue, word for word. */
export const fallbacks = {
  createAlbum: 'Error creating album',
  editAlbum: 'Error editing album',
  createArtist: 'Error creating artist',
  editArtist: 'Error editing artist',
  createEpisode: 'Error creating episode',
  createPodcast: 'Error creating podcast',
  createTrack: 'Error creating track',
  publish: 'Error publishing content',
  createSplit: 'Error creating split',
  createUser: 'Error creating user',
  generic: 'Something went wrong. Please try again.',
} as const
