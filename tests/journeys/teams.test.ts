/** Teams over HTTP: invitations and who can accept them, what a member's role allows, an upload of a member who is removed, and
 * the rows of an account that is exported or deleted. Every role × call is tests/team-roles.test.ts. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createAlbum, getAlbum, listOwnAlbums, updateAlbum } from '#contract/catalog/albums.ts'
import { createArtist, listOwnArtists } from '#contract/catalog/artists.ts'
import { publish } from '#contract/catalog/publish.ts'
import { createSplit } from '#contract/catalog/splits.ts'
import * as teams from '#contract/accounts/teams.ts'
import type { MemberRole } from '#contract/team-roles.ts'
import { createTrack, getTrack, listAlbumTracks, updateTrack } from '#contract/catalog/tracks.ts'
import { completeUpload, getStorage, listOpenUploads, renewUpload, uploadIdOf } from '#contract/catalog/uploads.ts'
import { deleteAccount } from '#contract/accounts/leaving.ts'
import { getEarnings, getPlays, listDailyPlays } from '#contract/listening/stats.ts'
import { listUnsentMails } from '#server/platform/mail.ts'
import { makeWav } from '#tests/audio-samples.ts'
import { createTestUser, putAudio, type TestUser, until } from '#tests/users.ts'
import { createTestWorld, type TestWorld } from '#tests/world.ts'
import { ApiError } from '#web/data/api.ts'

const DAY_MS = 86_400_000

let test_: TestWorld
let owner: TestUser
let artistId: string
before(async () => {
  test_ = await createTestWorld()
  owner = await createTestUser(test_, { name: 'mara' })
  artistId = (await owner.call(createArtist, { body: { name: 'Nightshift' } })).id
})
after(() => test_[Symbol.asyncDispose]())

const refused = (status: number, code: string) => (error: unknown) =>
  error instanceof ApiError && error.status === status && error.code === code

type Invitation = { role: MemberRole; email?: string }
const invite = (body: Invitation, by = owner) => by.call(teams.inviteMember, { params: { makerId: artistId }, body })
const tokenOf = (url: string) => url.split('/').at(-1)!
const accept = (user: TestUser, url: string) => user.call(teams.acceptInvitation, { params: { token: tokenOf(url) } })

async function join(role: MemberRole): Promise<TestUser> {
  const member = await createTestUser(test_)
  await accept(member, (await invite({ role })).url)
  return member
}
const remove = (by: TestUser, userId: string) => by.call(teams.removeMember, { params: { makerId: artistId, userId } })

test('a link works once; accepting it again as the same user returns the same', async () => {
  const [first, second] = [await createTestUser(test_), await createTestUser(test_)]
  const { url } = await invite({ role: 'manager' })
  const shown = await test_.call(teams.getInvitation, { params: { token: tokenOf(url) } })
  assert.deepEqual([shown.name, shown.role, shown.from, shown.isByMail], ['Nightshift', 'manager', 'mara', false])
  const outcomes = await Promise.allSettled([first, second].map((user) => accept(user, url)))
  assert.deepEqual(outcomes.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
  const [winner, loser] = outcomes[0]!.status === 'fulfilled' ? [first, second] : [second, first]
  assert.equal((await accept(winner, url)).role, 'manager')
  await assert.rejects(accept(loser, url), refused(410, 'invitation-closed'))
  await remove(owner, winner.userId)
  await assert.rejects(accept(winner, url), refused(410, 'invitation-closed'))
})

test('an invitation by mail is for the user with that confirmed address', async () => {
  const [right, wrong] = [await createTestUser(test_), await createTestUser(test_)]
  const { url } = await invite({ role: 'editor', email: right.email })
  const mails = await listUnsentMails(test_.world.database, right.email)
  assert.ok(mails.some(({ links, subject }) => links.includes(url) && subject.includes('Nightshift')))
  await assert.rejects(accept(wrong, url), refused(403, 'invitation-other-address'))
  const late = await createTestUser(test_, { verified: false })
  const theirs = await invite({ role: 'editor', email: late.email })
  await assert.rejects(accept(late, theirs.url), refused(403, 'invitation-other-address'))
  assert.equal((await accept(right, url)).role, 'editor')
  const another = await invite({ role: 'door', email: right.email })
  await assert.rejects(accept(right, another.url), refused(409, 'already-member'))
  await assert.rejects(accept(owner, (await invite({ role: 'door' })).url), refused(409, 'already-member'))
})

test('a revoked or expired invitation, and one of a former manager, cannot be accepted', async () => {
  const user = await createTestUser(test_)
  const revoked = await invite({ role: 'editor' })
  const revoking = { params: { makerId: artistId, invitationId: revoked.invitationId } }
  await owner.call(teams.revokeInvitation, revoking)
  await owner.call(teams.revokeInvitation, revoking)
  await assert.rejects(accept(user, revoked.url), refused(410, 'invitation-closed'))
  const manager = await join('manager')
  const theirs = await invite({ role: 'editor' }, manager)
  await assert.rejects(invite({ role: 'manager' }, manager), refused(403, 'forbidden'))
  await remove(owner, manager.userId)
  await assert.rejects(accept(user, theirs.url), refused(410, 'invitation-closed'))
  const { invitations } = await owner.call(teams.listTeam, { params: { makerId: artistId } })
  assert.ok(invitations.every(({ invitationId }) => invitationId !== theirs.invitationId))
  await accept(manager, (await invite({ role: 'manager' })).url)
  await assert.rejects(accept(user, theirs.url), refused(410, 'invitation-closed'))
  const old = await invite({ role: 'editor' })
  test_.clock.step((teams.INVITATION_DAYS + 1) * DAY_MS)
  await assert.rejects(accept(user, old.url), refused(410, 'invitation-closed'))
  await assert.rejects(accept(user, 'https://peal.example/invitations/unknown'), refused(404, 'not-found'))
})

test('a manager edits and publishes, an editor edits; what they make belongs to the owner, and neither shares money', async () => {
  const [manager, editor] = [await join('manager'), await join('editor')]
  const { id: albumId } = await editor.call(createAlbum, { body: { artistId, title: 'Ours' } })
  assert.equal((await owner.call(getAlbum, { params: { albumId } })).artist.userId, owner.userId)
  assert.ok((await manager.call(listOwnAlbums, { query: {} })).some(({ id }) => id === albumId))
  const [listed] = await manager.call(listOwnArtists, { query: {} })
  assert.deepEqual([listed?.id, listed?.role], [artistId, 'manager'])
  await editor.call(updateAlbum, { body: { albumId, title: 'Ours, again' } })
  const early = { body: { albumId, publishedAt: '2030-01-01T00:00:00.000Z' } } as never
  await assert.rejects(editor.call(updateAlbum, early), refused(403, 'forbidden'))
  await manager.call(updateAlbum, early)
  const body = { contentId: albumId, splitRecipients: [{ name: manager.name, share: 1 }] }
  await assert.rejects(manager.call(createSplit, { body }), refused(403, 'forbidden'))
})

test('plays of the artist are shown to analysts, earnings are not', async () => {
  const [analyst, stranger] = [await join('analyst'), await createTestUser(test_)]
  const day = test_.clock.now().toISOString().slice(0, 10)
  const { pool } = test_.world.database
  await pool.query('INSERT INTO play_day (owner_id, content_id, day, plays) VALUES ($1, $2, $3, 7)', [
    owner.userId,
    artistId,
    day,
  ])
  await pool.query('INSERT INTO earning_day (user_id, content_id, day, msat) VALUES ($1, $2, $3, 5000)', [
    owner.userId,
    artistId,
    day,
  ])
  const query = { artistId }
  const playsOf = async (user: TestUser) => (await user.call(getPlays, { query })).playTotal
  assert.deepEqual([await playsOf(owner), await playsOf(analyst), await playsOf(stranger)], [7, 7, 0])
  assert.equal((await analyst.call(listDailyPlays, { query })).at(-1)?.playTotal, 7)
  assert.equal((await owner.call(getEarnings, { query })).msatTotal, 5_000)
  assert.equal((await analyst.call(getEarnings, { query })).msatTotal, 0)
  await assert.rejects(analyst.call(teams.listTeam, { params: { makerId: artistId } }), refused(403, 'forbidden'))
})

test('when a member is removed while uploading, every further step is refused and the track says so', async () => {
  const editor = await join('editor')
  const { id: albumId } = await owner.call(createAlbum, { body: { artistId, title: 'Half' } })
  const sound = { albumId, title: 'Half', order: 1, extension: 'wav' }
  const { id: trackId, presignedUrl } = await editor.call(createTrack, { body: sound })
  const uploadId = uploadIdOf(presignedUrl)!
  const upload = { params: { uploadId } }
  assert.equal((await editor.call(listOpenUploads, {})).length, 1)
  assert.equal((await editor.call(getStorage, {})).usedBytes, 0)
  await editor.call(renewUpload, upload)
  const put = () => putAudio(test_, presignedUrl, makeWav(1))
  const [removing, sending] = await Promise.all([remove(owner, editor.userId), put()])
  assert.equal(removing, null)
  assert.ok([200, 409].includes(sending.status))
  for (const call of [completeUpload, renewUpload]) {
    await assert.rejects(editor.call(call, upload), refused(404, 'not-found'))
  }
  await assert.rejects(editor.call(createTrack, { body: { ...sound, order: 2 } }), refused(403, 'forbidden'))
  assert.equal((await put()).status, 409)
  assert.equal((await editor.call(listOpenUploads, {})).length, 0)
  // Whichever came first: the whole file was the owner's before, or it was refused.
  await until(async () => {
    const { isProcessing, compressorError, liveUrl } = await owner.call(getTrack, { params: { trackId } })
    return !isProcessing && (compressorError !== null || liveUrl !== null)
  })
})

test('a member who replaces audio sees that it is being replaced; visitors see the current audio', async () => {
  const editor = await join('editor')
  const { id: albumId } = await owner.call(createAlbum, { body: { artistId, title: 'Again' } })
  const body = { albumId, title: 'Again', order: 1, extension: 'wav' }
  const { id: trackId, presignedUrl } = await owner.call(createTrack, { body })
  await putAudio(test_, presignedUrl, makeWav(1))
  await until(async () => (await owner.call(getTrack, { params: { trackId } })).liveUrl !== null)
  await owner.call(publish, { params: { contentId: albumId }, body: { contentType: 'album' } })
  await editor.call(updateTrack, { body: { trackId, extension: 'wav' } })
  const states = await Promise.all(
    [editor, owner, test_].map(async ({ call }) => [
      (await call(getTrack, { params: { trackId } })).isProcessing,
      (await call(listAlbumTracks, { params: { albumId }, query: {} }))[0]?.isProcessing,
    ]),
  )
  assert.deepEqual(states, [
    [true, true],
    [true, true],
    [false, false],
  ])
})

test('a member leaves; nobody but the owner removes others', async () => {
  const [manager, editor] = [await join('manager'), await join('editor')]
  await assert.rejects(remove(manager, editor.userId), refused(403, 'forbidden'))
  await assert.rejects(remove(manager, owner.userId), refused(403, 'forbidden'))
  const promoting = { params: { makerId: artistId, userId: editor.userId }, body: { role: 'manager' as const } }
  await assert.rejects(manager.call(teams.setMemberRole, promoting), refused(403, 'forbidden'))
  assert.equal((await owner.call(teams.setMemberRole, promoting)).role, 'manager')
  await remove(manager, manager.userId)
  await assert.rejects(remove(manager, manager.userId), refused(404, 'not-found'))
  const { members } = await editor.call(teams.listTeam, { params: { makerId: artistId } })
  assert.ok(members.every(({ userId }) => userId !== manager.userId))
})

async function exportOf({ token }: TestUser): Promise<unknown> {
  const headers = { authorization: `Bearer ${token}` }
  return (await fetch(`${test_.origin}/v1/accounts/export`, { headers })).json()
}

test('the export has memberships and members; deleting an account ends them', async () => {
  const member = await join('analyst')
  const exported = (await exportOf(member)) as { teams: { memberships: { role: string }[] } }
  assert.deepEqual(
    exported.teams.memberships.map(({ role }) => role),
    ['analyst'],
  )
  const theirs = (await exportOf(owner)) as { teams: { members: unknown[]; invitations: unknown[] } }
  assert.ok(theirs.teams.members.length > 0 && theirs.teams.invitations.length > 0)
  assert.doesNotMatch(JSON.stringify(theirs.teams), /token_hash/)
  await member.prove(deleteAccount, { body: { confirm: member.name } })
  const { members } = await owner.call(teams.listTeam, { params: { makerId: artistId } })
  assert.ok(members.every(({ userId }) => userId !== member.userId))
})
