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
