/** The terms of a zap to one track, as a server sends them: for tests of paying in the browser. */

export const ZAPPED_TRACK = '01890000-0000-7000-8000-000000000001'

export const ZAP_TERMS = {
  contentId: ZAPPED_TRACK,
  contentType: 'track' as const,
  title: 'Kite String',
  feePpm: 50_000,
  minMsat: 1_000,
  maxMsat: 100_000_000,
  lightningAddress: 'track.1@peal.example',
  lnurl: 'LNURL1',
  zapPubkey: '00'.repeat(32),
  recipients: [{ name: 'mara', displayName: null, share: 1 }],
  timeSplits: [],
}

/** An invoice that waits for its payment, as the server returns it. */
export const OPEN_INVOICE = {
  invoiceId: '01890000-0000-7000-8000-000000000002',
  request: 'lnbcrt1',
  paymentHash: '00',
  msatAmount: 5_000,
  msatReceived: null,
  expiresAt: '2026-01-01T00:00:00.000Z',
  state: 'open' as const,
}
