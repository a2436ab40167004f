/** Content of one user, and a request about it for each call that names content: what others may do with it is in
 * authorization.test.ts, what members of its team may do is in team-roles.test.ts. */
import { createECDH, randomBytes } from 'node:crypto'
import { createAlbum } from '#contract/catalog/albums.ts'
import sharp from 'sharp'
import { createArtist } from '#contract/catalog/artists.ts'
import { addPhotograph } from '#contract/catalog/imagery.ts'
import { createConcert } from '#contract/concerts/concerts.ts'
import { addConcertGuest } from '#contract/concerts/tickets.ts'
import { createConnection } from '#contract/payments/connections.ts'
import { createEpisode } from '#contract/catalog/episodes.ts'
import { listReceivedComments } from '#contract/community/comments.ts'
import { createDeposit, send, withdraw } from '#contract/payments/payments.ts'
import { addPushSubscription } from '#contract/community/notifications.ts'
import { createPlaylist } from '#contract/listening/playlists.ts'
import { createSmartPlaylist } from '#contract/listening/smart-playlists.ts'
import { createPreviewLink } from '#contract/catalog/previews/preview-links.ts'
import { acceptInvitation, inviteMember } from '#contract/accounts/teams.ts'
import type { MemberRole } from '#contract/team-roles.ts'
import { createPodcast } from '#contract/catalog/podcasts.ts'
import { listSessions } from '#contract/accounts/sessions.ts'
import { signEvent } from '#protocols/nostr/event.ts'
import { createTrack } from '#contract/catalog/tracks.ts'
import { uploadIdOf } from '#contract/catalog/uploads.ts'
import { newId } from '#server/platform/ids.ts'
import { fillBalance, createTestUser, until, type TestUser } from './users.ts'
import { type TestWorld } from './world.ts'

/** A browser, as this server sees it. */
function makeDevice() {
  const keys = createECDH('prime256v1')
  const p256dh = keys.generateKeys().toString('base64url')
  return { endpoint: 'https://push.example/a', keys: { p256dh, auth: randomBytes(16).toString('base64url') } }
}

const makePhotograph = async () =>
  new Uint8Array(
    await sharp({ create: { width: 8, height: 8, channels: 3, background: '#b02030' } })
      .png()
      .toBuffer(),
  )

export const UNKNOWN_ID = '01890000-0000-7000-8000-000000000000'

export const things = {
  /** A user who owns none of this. */
  strangerName: '',
  memberId: '',
  invitationId: '',
  previewLinkId: '',
  splitInvitationId: '',
  sessionId: '',
  artistId: '',
  photographId: '',
  albumId: '',
  trackId: '',
  podcastId: '',
  episodeId: '',
  depositId: '',
  payoutId: '',
  deviceId: '',
  playlistId: '',
  privateListId: '',
  smartListId: '',
  commentId: '',
  uploadId: '',
  connectionId: '',
  promoId: '',
  topUpId: '',
  concertId: '',
  ticketId: '',
  foreignFeedId: '',
  foreignItemId: '',
  importId: '',
  boostId: '',
}

const concertFields = {
  name: 'Owned',
  place: 'Hall',
  city: 'Berlin',
  beginsAt: new Date(Date.now() + 86_400_000).toISOString(),
  endsAt: new Date(Date.now() + 90_000_000).toISOString(),
  timeZone: 'Europe/Berlin',
  personMax: 4,
  tiers: [{ name: 'Standing', seats: 4, msatPrice: 0, centsPrice: null }],
}

const definition = { match: 'all' as const, rules: [], order: 'newest' as const, limit: 10 }

const connectionTerms = {
  name: 'Theirs',
  permissions: ['get_balance' as const],
  weeklyBudgetMsat: null,
  maxPaymentMsat: null,
  expiresAt: null,
}

/** A feed of another server that the owner has added, and what they have paid for. */
async function makeForeign(pool: TestWorld['world']['database']['pool'], userId: string): Promise<void> {
  const ids = [newId(), newId(), newId()] as const
  ;[things.foreignFeedId, things.foreignItemId, things.boostId] = ids
  await pool.query(
    `INSERT INTO foreign_feed (id, url, title, medium, next_fetch_at, created_at)
     VALUES ($1, $2, 'Owned', 'podcast', '2100-01-01', now())`,
    [ids[0], `https://feeds.example/${ids[0]}`],
  )
  await pool.query(
    `INSERT INTO foreign_item (id, feed_id, guid, position, title, audio_url)
     VALUES ($1, $2, 'one', 0, 'Owned', 'https://feeds.example/one.mp3')`,
    [ids[1], ids[0]],
  )
  things.importId = newId()
  await pool.query(
    `INSERT INTO feed_import (id, user_id, url, content_id, content_type, title, proof, created_at)
     VALUES ($1, $2, 'https://feeds.example/own', $1, 'podcast', 'Owned', 'txt', now())`,
    [things.importId, userId],
  )
  await pool.query('INSERT INTO foreign_subscription VALUES ($1, $2, now())', [userId, ids[0]])
  await pool.query(
    `INSERT INTO boost (id, user_id, item_id, title, amount_msat, is_proven, created_at)
     VALUES ($1, $2, $3, 'Owned', 1000, false, now())`,
    [ids[2], userId, ids[1]],
  )
}

/** Creates all `things` again, for this owner. */
export async function makeThings(world: TestWorld, owner: TestUser, stranger: TestUser): Promise<void> {
  things.strangerName = stranger.name
  things.promoId = newId()
  things.topUpId = newId()
  things.sessionId = (await owner.call(listSessions, {})).sessions[0]!.id
  things.artistId = (await owner.call(createArtist, { body: { name: 'Owned' } })).id
  const performers = JSON.stringify([{ name: 'Owned', role: 'main', artistId: things.artistId }])
  things.albumId = (
    await owner.call(createAlbum, { body: { artistId: things.artistId, title: 'Owned', performers } })
  ).id
  const photograph = new File([await makePhotograph()], 'a.png')
  const added = { params: { contentId: things.artistId }, body: { place: 'gallery' as const, photograph } }
  things.photographId = (await owner.call(addPhotograph, added)).id
  const sound = { albumId: things.albumId, title: 'Owned sound', order: 1, extension: 'mp3' }
  const track = await owner.call(createTrack, { body: sound })
  things.trackId = track.id
  things.uploadId = uploadIdOf(track.presignedUrl) ?? ''
  things.podcastId = (await owner.call(createPodcast, { body: { name: 'Owned' } })).id
  const episode = { podcastId: things.podcastId, title: 'Owned', order: '1', extension: 'mp3' }
  things.episodeId = (await owner.call(createEpisode, { body: episode })).id
  things.depositId = (await owner.call(createDeposit, { body: { msatAmount: 5_000 } })).invoiceId
  await fillBalance(world, owner, 100_000)
  const { pool } = world.world.database
  const promo = [things.promoId, owner.userId, things.trackId]
  await pool.query(
    `INSERT INTO promo (id, funder_id, content_id, content_title, payout_msat, created_at) VALUES ($1, $2, $3, '', 1000, now())`,
    promo,
  )
  things.splitInvitationId = newId()
  await pool.query(
    `INSERT INTO split_invitation (id, content_id, owner_id, label, created_at) VALUES ($1, $2, $3, 'Drums', now())`,
    [things.splitInvitationId, things.albumId, owner.userId],
  )
  await pool.query('INSERT INTO promo_day (id, user_id, day) VALUES ($1, $2, now())', [things.topUpId, owner.userId])
  await makeForeign(pool, owner.userId)
  const invoice = world.node.makeInvoice({ amountMsat: 10_000n }).bolt11
  things.deviceId = (await owner.call(addPushSubscription, { body: makeDevice() })).subscriptionId
  things.playlistId = (await owner.call(createPlaylist, { body: { title: 'Owned' } })).id
  const rules = { title: 'By rules', visibility: 'unlisted' as const, definition }
  things.smartListId = (await owner.call(createSmartPlaylist, { body: rules })).id
  const kept = { title: 'Mine alone', visibility: 'private' as const }
  things.privateListId = (await owner.call(createPlaylist, { body: kept })).id
  const message = { contentId: things.artistId, msatAmount: 1_000, comment: 'Owned' }
  await owner.call(send, { body: message })
  await until(async () => {
    const { comments } = await owner.call(listReceivedComments, { query: {} })
    things.commentId = comments[0]?.id ?? ''
    return things.commentId !== ''
  })
  things.connectionId = (await owner.prove(createConnection, { body: connectionTerms })).connection.id
  const concert = { artistId: things.artistId, event: concertFields }
  things.concertId = (await owner.call(createConcert, { body: concert })).id
  const guest = { params: { concertId: things.concertId }, body: { name: 'Noor' } }
  things.ticketId = (await owner.call(addConcertGuest, guest)).ticketId
  things.payoutId = (await owner.call(withdraw, { body: { invoice } })).paymentId
  await makeTeam(world, owner)
}

async function makeTeam(world: TestWorld, owner: TestUser): Promise<void> {
  const member = await createTestUser(world)
  await joinTeams(owner, member, 'editor')
  things.memberId = member.userId
  const open = { params: { makerId: things.artistId }, body: { role: 'editor' as const } }
  things.invitationId = (await owner.call(inviteMember, open)).invitationId
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString()
  const link = { name: 'Press', expiresAt, playsMax: null, hasDownload: false }
  const content = { params: { contentId: things.albumId }, body: link }
  things.previewLinkId = (await owner.call(createPreviewLink, content)).linkId
}

/** The member joins the teams of the artist and of the podcast. */
export async function joinTeams(owner: TestUser, member: TestUser, role: MemberRole): Promise<void> {
  for (const makerId of [things.artistId, things.podcastId]) {
    const { url } = await owner.call(inviteMember, { params: { makerId }, body: { role } })
    await member.call(acceptInvitation, { params: { token: url.split('/').at(-1)! } })
  }
}

const timeSplit = () => ({
  startSeconds: 0,
  endSeconds: 1,
  shareNumerator: 1,
  shareDenominator: 1,
  recipientContentId: things.artistId,
})

/** The response to another user who reads or writes the owner's content. */
export const owned: Record<string, { status: 403 | 404; input: () => object }> = {
  createConcert: { status: 403, input: () => ({ body: { artistId: things.artistId, event: concertFields } }) },
  updateConcert: { status: 403, input: () => ({ params: { concertId: things.concertId }, body: concertFields }) },
  setConcertPicture: {
    status: 403,
    input: () => ({ params: { concertId: things.concertId }, body: { picture: new File(['no picture'], 'a.jpg') } }),
  },
  publishConcert: { status: 403, input: () => ({ params: { concertId: things.concertId }, body: { isDraft: false } }) },
  setConcertHelpers: {
    status: 403,
    input: () => ({ params: { concertId: things.concertId }, body: { usernames: [] } }),
  },
  listTicketSales: { status: 403, input: () => ({ params: { concertId: things.concertId } }) },
  addConcertGuest: { status: 403, input: () => ({ params: { concertId: things.concertId }, body: { name: 'Mine?' } }) },
  getDoor: { status: 403, input: () => ({ params: { concertId: things.concertId } }) },
  sendScans: {
    status: 403,
    input: () => {
      const scans = [{ id: UNKNOWN_ID, ticketId: things.ticketId, scannedAt: '2026-01-01T20:00:00.000Z' }]
      return { params: { concertId: things.concertId }, body: { door: 'Mine?', scans } }
    },
  },
  refundTicket: { status: 403, input: () => ({ params: { ticketId: things.ticketId } }) },
  cancelConcert: { status: 403, input: () => ({ params: { concertId: things.concertId } }) },
  createAlbum: { status: 403, input: () => ({ body: { artistId: things.artistId, title: 'Mine?' } }) },
  createTrack: {
    status: 403,
    input: () => ({ body: { albumId: things.albumId, title: 'Mine?', order: 1, extension: 'mp3' } }),
  },
  createEpisode: {
    status: 403,
    input: () => ({ body: { podcastId: things.podcastId, title: 'Mine?', order: 1, extension: 'mp3' } }),
  },
  listPreviewLinks: { status: 403, input: () => ({ params: { contentId: things.albumId } }) },
  createPreviewLink: {
    status: 403,
    input: () => ({
      params: { contentId: things.albumId },
      body: {
        name: 'Mine?',
        expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
        playsMax: null,
        hasDownload: false,
      },
    }),
  },
  revokePreviewLink: {
    status: 403,
    input: () => ({ params: { contentId: things.albumId, linkId: things.previewLinkId } }),
  },
  getSurfaces: { status: 403, input: () => ({ params: { contentId: things.albumId } }) },
  publishAgain: { status: 403, input: () => ({ params: { contentId: things.albumId } }) },
  getOwnCountdown: { status: 403, input: () => ({ params: { albumId: things.albumId } }) },
  setCountdown: {
    status: 403,
    input: () => ({
      params: { albumId: things.albumId },
      body: { hasCountdown: false, showsTitles: false, earlyTrackIds: [] },
    }),
  },
  publishOnDates: {
    status: 403,
    input: () => ({
      body: { parentId: things.albumId, dates: [{ contentId: UNKNOWN_ID, publishedAt: '2030-01-01T00:00:00.000Z' }] },
    }),
  },
  publish: { status: 403, input: () => ({ params: { contentId: things.albumId }, body: { contentType: 'album' } }) },
  createSplit: {
    status: 403,
    input: () => ({
      body: { contentId: things.albumId, splitRecipients: [{ name: things.strangerName, share: 1 }] },
    }),
  },
  updateSplit: {
    status: 403,
    input: () => ({
      body: { contentId: things.albumId, splitRecipients: [{ name: things.strangerName, share: 1 }] },
    }),
  },
  acceptSplitOffer: { status: 404, input: () => ({ params: { versionId: UNKNOWN_ID } }) },
  declineSplitOffer: { status: 404, input: () => ({ params: { versionId: UNKNOWN_ID } }) },
  listOutsideRecipients: {
    status: 404,
    input: () => ({ params: { contentId: things.albumId, contentType: 'album' } }),
  },
  getSignedTerms: {
    status: 404,
    input: () => ({ params: { contentId: things.albumId, contentType: 'album' } }),
  },
  listSplitVersions: {
    status: 404,
    input: () => ({ params: { contentId: things.albumId, contentType: 'album' } }),
  },
  listSplitInvitations: {
    status: 403,
    input: () => ({ params: { contentId: things.albumId, contentType: 'album' } }),
  },
  renewSplitInvitation: { status: 403, input: () => ({ params: { invitationId: things.splitInvitationId } }) },
  confirmSplitPartner: { status: 403, input: () => ({ params: { invitationId: things.splitInvitationId } }) },
  revokeSplitInvitation: { status: 403, input: () => ({ params: { invitationId: things.splitInvitationId } }) },
  deleteSplit: { status: 403, input: () => ({ params: { contentId: things.albumId, contentType: 'album' } }) },
  createTimeSplits: { status: 403, input: () => ({ body: { contentId: things.albumId, timeSplits: [timeSplit()] } }) },
  updateTimeSplits: { status: 403, input: () => ({ body: { contentId: things.albumId, timeSplits: [] } }) },
  getTimeSplits: { status: 404, input: () => ({ params: { contentId: things.albumId, contentType: 'album' } }) },
  getTransaction: { status: 404, input: () => ({ params: { type: 'Withdraw', paymentId: things.payoutId } }) },
  getTransactionSplits: { status: 404, input: () => ({ params: { paymentId: things.payoutId } }) },
  getDeposit: { status: 403, input: () => ({ params: { invoiceId: things.depositId } }) },
  getPayment: { status: 404, input: () => ({ params: { paymentId: things.payoutId } }) },
  endSession: { status: 404, input: () => ({ params: { sessionId: things.sessionId } }) },
  editConnection: {
    status: 404,
    input: () => ({ params: { connectionId: things.connectionId }, body: connectionTerms }),
  },
  keepReviewed: { status: 404, input: () => ({ params: { kind: 'connection', itemId: things.connectionId } }) },
  listConnectionPayments: { status: 404, input: () => ({ params: { connectionId: things.connectionId, page: '1' } }) },
  deleteConnection: { status: 404, input: () => ({ params: { connectionId: things.connectionId } }) },
  renamePasskey: { status: 404, input: () => ({ params: { passkeyId: UNKNOWN_ID }, body: { name: 'Mine' } }) },
  removePasskey: { status: 404, input: () => ({ params: { passkeyId: UNKNOWN_ID } }) },
  getAlbum: { status: 404, input: () => ({ params: { albumId: things.albumId } }) },
  removePushSubscription: { status: 404, input: () => ({ params: { subscriptionId: things.deviceId } }) },
  unlinkIdentity: { status: 404, input: () => ({ params: { identityId: UNKNOWN_ID } }) },
  unlinkNostrKey: { status: 404, input: () => ({ params: { pubkey: '0'.repeat(64) } }) },
  putNostrProfile: {
    status: 403,
    input: () => {
      const event = signEvent(
        { kind: 0, created_at: 1_700_000_000, tags: [], content: '{}' },
        new Uint8Array(32).fill(1),
      )
      return { params: { pubkey: event.pubkey }, body: { event } }
    },
  },
  getUpload: { status: 404, input: () => ({ params: { uploadId: things.uploadId } }) },
  completeUpload: { status: 404, input: () => ({ params: { uploadId: things.uploadId } }) },
  renewUpload: { status: 404, input: () => ({ params: { uploadId: things.uploadId } }) },
  getForeignFeed: { status: 404, input: () => ({ params: { feedId: things.foreignFeedId } }) },
  getForeignItem: { status: 404, input: () => ({ params: { itemId: things.foreignItemId } }) },
  getImport: { status: 404, input: () => ({ params: { importId: things.importId } }) },
  retryImport: { status: 404, input: () => ({ params: { importId: things.importId }, body: {} }) },
  stopImport: { status: 404, input: () => ({ params: { importId: things.importId } }) },
  getBoostShares: {
    status: 404,
    input: () => ({ params: { itemId: things.foreignItemId }, query: { msatAmount: '1000' } }),
  },
  sendBoost: {
    status: 404,
    input: () => ({
      params: { itemId: things.foreignItemId },
      body: { msatAmount: 1_000, sharesHash: '0'.repeat(64) },
    }),
  },
  getBoost: { status: 404, input: () => ({ params: { boostId: things.boostId } }) },
  retryBoost: { status: 404, input: () => ({ params: { boostId: things.boostId } }) },
  getOriginal: { status: 404, input: () => ({ params: { uploadId: UNKNOWN_ID } }) },
  getPodcast: { status: 404, input: () => ({ params: { podcastId: things.podcastId } }) },
  getPlaylist: { status: 404, input: () => ({ params: { playlistId: things.privateListId }, query: {} }) },
  updatePlaylist: { status: 403, input: () => ({ body: { playlistId: things.playlistId, title: 'Mine?' } }) },
  addPlaylistTrack: { status: 403, input: () => ({ body: { playlistId: things.playlistId, trackId: UNKNOWN_ID } }) },
  removePlaylistTrack: { status: 403, input: () => ({ body: { playlistId: things.playlistId, trackId: UNKNOWN_ID } }) },
  reorderPlaylist: { status: 403, input: () => ({ body: { playlistId: things.playlistId, trackList: [UNKNOWN_ID] } }) },
  updateSmartPlaylist: {
    status: 403,
    input: () => ({ params: { playlistId: things.smartListId }, body: { definition } }),
  },
  freezePlaylist: {
    status: 403,
    input: () => ({ params: { playlistId: things.smartListId }, body: { title: 'Mine?' } }),
  },
  deletePlaylist: { status: 404, input: () => ({ params: { playlistId: things.privateListId } }) },
  updateArtist: { status: 403, input: () => ({ body: { artistId: things.artistId, bio: 'Mine?' } }) },
  updateAlbum: { status: 403, input: () => ({ body: { albumId: things.albumId, title: 'Mine?' } }) },
  updatePodcast: { status: 403, input: () => ({ body: { podcastId: things.podcastId, description: 'Mine?' } }) },
  updateTrack: { status: 403, input: () => ({ body: { trackId: things.trackId, lyrics: 'Mine?' } }) },
  readCells: { status: 403, input: () => ({ params: { contentId: things.artistId } }) },
  changeCells: {
    status: 403,
    input: () => ({
      params: { contentId: things.artistId },
      body: { changes: [{ id: things.trackId, field: 'title', from: 'Owned sound', to: 'Mine?' }] },
    }),
  },
  updateTracks: { status: 403, input: () => ({ body: { tracks: [{ trackId: things.trackId, lyrics: 'Mine?' }] } }) },
  updateEpisode: { status: 403, input: () => ({ body: { episodeId: things.episodeId, description: 'Mine?' } }) },
  orderTracks: {
    status: 403,
    input: () => ({ params: { albumId: things.albumId }, body: { trackIds: [things.trackId] } }),
  },
  orderEpisodes: {
    status: 403,
    input: () => ({ params: { podcastId: things.podcastId }, body: { episodeIds: [things.episodeId] } }),
  },
  getTrack: { status: 404, input: () => ({ params: { trackId: things.trackId } }) },
  getEpisode: { status: 404, input: () => ({ params: { episodeId: things.episodeId } }) },
  getArtworkSegments: { status: 404, input: () => ({ params: { trackId: things.trackId } }) },
  setArtworkSegments: { status: 403, input: () => ({ params: { trackId: things.trackId }, body: [] }) },
  getChapters: { status: 404, input: () => ({ params: { episodeId: things.episodeId } }) },
  setChapters: { status: 403, input: () => ({ params: { episodeId: things.episodeId }, body: [] }) },
  getTranscript: { status: 404, input: () => ({ params: { episodeId: things.episodeId } }) },
  setTranscript: {
    status: 403,
    input: () => ({
      params: { episodeId: things.episodeId },
      body: { transcript: new File(['WEBVTT\n\n00:00.000 --> 00:01.000\nMine?'], 'a.vtt') },
    }),
  },
  deleteTranscript: { status: 403, input: () => ({ params: { episodeId: things.episodeId } }) },
  addContentPicture: {
    status: 403,
    input: () => ({ params: { contentId: things.trackId }, body: { artwork: new File(['no picture'], 'a.jpg') } }),
  },
  listTeam: { status: 403, input: () => ({ params: { makerId: things.artistId } }) },
  inviteMember: { status: 403, input: () => ({ params: { makerId: things.artistId }, body: { role: 'editor' } }) },
  offerOwnership: {
    status: 403,
    input: () => ({ params: { makerId: things.artistId }, body: { to: things.strangerName } }),
  },
  revokeInvitation: {
    status: 403,
    input: () => ({ params: { makerId: things.artistId, invitationId: things.invitationId } }),
  },
  setMemberRole: {
    status: 403,
    input: () => ({ params: { makerId: things.artistId, userId: things.memberId }, body: { role: 'manager' } }),
  },
  removeMember: { status: 403, input: () => ({ params: { makerId: things.artistId, userId: things.memberId } }) },
  setPick: { status: 403, input: () => ({ params: { artistId: things.artistId }, body: { targetId: null } }) },
  listOwnAppearances: { status: 403, input: () => ({ params: { artistId: things.artistId } }) },
  confirmAppearance: {
    status: 403,
    input: () => ({ params: { artistId: things.artistId, albumId: things.albumId } }),
  },
  removeAppearance: {
    status: 403,
    input: () => ({ params: { artistId: things.artistId, albumId: things.albumId } }),
  },
  setLinerNotes: { status: 403, input: () => ({ params: { albumId: things.albumId }, body: { text: 'Mine?' } }) },
  getLinerNotes: { status: 404, input: () => ({ params: { albumId: things.albumId } }) },
  addPhotograph: {
    status: 403,
    input: () => ({
      params: { contentId: things.artistId },
      body: { place: 'gallery', photograph: new File(['no picture'], 'a.jpg') },
    }),
  },
  updatePhotograph: {
    status: 403,
    input: () => ({ params: { photographId: things.photographId }, body: { caption: 'Mine?' } }),
  },
  orderPhotographs: {
    status: 403,
    input: () => ({ params: { contentId: things.artistId }, body: { place: 'gallery', photographIds: [] } }),
  },
  deletePhotograph: { status: 403, input: () => ({ params: { photographId: things.photographId } }) },
  hideComment: { status: 403, input: () => ({ params: { commentId: things.commentId } }) },
  unhideComment: { status: 403, input: () => ({ params: { commentId: things.commentId } }) },
  deleteComment: { status: 403, input: () => ({ params: { commentId: things.commentId } }) },
  openChatRoom: {
    status: 403,
    input: () => {
      const channel = { kind: 40, created_at: 1_700_000_000, tags: [], content: '{"name":"Mine?"}' }
      const event = signEvent(channel, new Uint8Array(32).fill(1))
      return { params: { artistId: things.artistId }, body: { event } }
    },
  },
  closeRoom: { status: 403, input: () => ({ params: { artistId: things.artistId } }) },
  createPromo: {
    status: 403,
    input: () => ({ body: { contentId: things.trackId, msatBudget: 1_000, msatPayoutAmount: 1_000 } }),
  },
  topUpPromo: { status: 403, input: () => ({ params: { id: things.promoId }, body: { msatBudget: 1_000 } }) },
  setPromoActive: { status: 403, input: () => ({ params: { id: things.promoId }, body: { isActive: false } }) },
  endPromo: { status: 403, input: () => ({ params: { id: things.promoId } }) },
  getTopUp: { status: 404, input: () => ({ params: { paymentId: things.topUpId } }) },
  getOwnDownloadOffer: { status: 403, input: () => ({ params: { contentId: things.albumId } }) },
  setDownloadOffer: { status: 403, input: () => ({ params: { contentId: things.albumId }, body: { mode: 'free' } }) },
  listDownloadCodes: { status: 403, input: () => ({ params: { contentId: things.albumId } }) },
  createDownloadCodes: {
    status: 403,
    input: () => ({ params: { contentId: things.albumId }, body: { name: 'Mine?', count: 1 } }),
  },
  listFans: { status: 403, input: () => ({ params: { makerId: things.artistId }, query: {} }) },
  exportFans: { status: 403, input: () => ({ params: { makerId: things.artistId }, query: {} }) },
  listFanMessages: { status: 403, input: () => ({ params: { makerId: things.artistId } }) },
  sendFanMessage: {
    status: 403,
    input: () => ({
      params: { makerId: things.artistId },
      body: { kind: 'thanks', audience: 'follows', content: 'Mine?' },
    }),
  },
  sendThanks: { status: 404, input: () => ({ params: { paymentId: things.payoutId }, body: { content: 'Mine?' } }) },
  // Last, because deleted content has no owner. Content that still has children is not deleted.
  deleteTrack: { status: 403, input: () => ({ params: { trackId: things.trackId } }) },
  deleteEpisode: { status: 403, input: () => ({ params: { episodeId: things.episodeId } }) },
  deleteAlbum: {
    status: 403,
    input: () => ({ params: { albumId: things.albumId }, query: { withChildren: 'true' } }),
  },
  deleteConcert: { status: 403, input: () => ({ params: { concertId: things.concertId } }) },
  deletePodcast: { status: 403, input: () => ({ params: { podcastId: things.podcastId } }) },
  deleteArtist: { status: 403, input: () => ({ params: { artistId: things.artistId } }) },
}
