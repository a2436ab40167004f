/** One moderator and a flood: 10 000 registrations, 1 000 reports. And the ways in which law and users object: notices,
 * counter-notices, appeals, recordings that are uploaded again. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { getRegistration } from '#contract/accounts/registration.ts'
import { login, register } from '#contract/accounts/auth.ts'
import { listNotifications } from '#contract/community/notifications.ts'
import * as reports from '#contract/community/reports.ts'
import { createTrack, getTrack } from '#contract/catalog/tracks.ts'
import { listTopTracks } from '#contract/catalog/charts.ts'
import { holdUser, listTakedowns, takeDown } from '#contract/operator/admin.ts'
import * as moderation from '#contract/operator/moderation.ts'
import { setRole } from '#server/accounts/roles.ts'
import { reportContent } from '#server/admin/reports.ts'
import { admit } from '#server/auth/login/admission.ts'
import { createInvite } from '#server/auth/login/invites.ts'
import { defaultRates } from '#server/auth/login/limits.ts'
import { makeWav as makeMusic, melody } from '#server/media/sound.fixture.ts'
import { signedIn } from '#server/platform/http/caller.fixture.ts'
import { newId } from '#server/platform/ids.ts'
import { listUnsentMails } from '#server/platform/mail.ts'
import { refusalOf } from '../refusals.ts'
import { createTestUser, PASSWORD, publishTrack, putAudio, until, type TestUser } from '../users.ts'
import { createTestWorld, type TestWorld } from '../world.ts'

const DAY_MS = 24 * 3_600_000
const THINGS = 200
const REPORTERS = 100
const FLOOD = 10_000

let world: TestWorld
let boss: TestUser
let artist: TestUser
let trackId: string
let albumId: string
const music = makeMusic({ seconds: 12, channels: 1, rateHz: 44_100, sample: melody(7) })

before(async () => {
  world = await createTestWorld({ settings: { REGISTRATIONS_PER_HOUR: '20', BLOCKED_EMAIL_DOMAINS: 'trash.example' } })
  boss = await createTestUser(world, { name: 'boss' })
  await setRole(world.world.database.read, 'boss', 'owner')
  artist = await createTestUser(world, { name: 'artist' })
  ;({ trackId, albumId } = await publishTrack(world, artist, { title: 'Gone soon', audio: music }))
})
after(() => world[Symbol.asyncDispose]())

const openCases = async () => (await boss.call(moderation.listCases, { query: {} })).cases
const decide = (
  caseIds: string[],
  outcome: 'acted' | 'dismissed',
  more: { takesDown?: boolean; reason?: string } = {},
) => boss.call(moderation.decideCases, { body: { caseIds, outcome, reason: 'We looked', ...more } })
const mailTo = async (email: string, about: RegExp) =>
  (await listUnsentMails(world.world.database, email)).find(({ subject }) => about.test(subject))
const isPublic = async () => (await refusalOf(world.call(getTrack, { params: { trackId } })).catch(() => null)) === null

function solve({ challenge, zeroBits }: { challenge: string; zeroBits: number }) {
  for (let nonce = 0; ; nonce++) {
    const digest = createHash('sha256').update(`${challenge}:${nonce}`).digest()
    if (Math.clz32(digest.readUInt32BE(0)) >= zeroBits) return { challenge, nonce }
  }
}

test('a flood of 10 000 registrations creates 20 accounts; a real person with a proof of work still gets one', async (t) => {
  const body = (name: string) => ({ email: `${name}@example.com`, password: PASSWORD, name })
  // Up to the limit over HTTP, and from then on the function that each call begins with: only it runs for refused calls.
  for (let count = 2; count < 20; count++) await world.call(register, { body: body(`early${count}`) })
  assert.equal((await refusalOf(world.call(register, { body: body('late') }))).code, 'work-needed')
  const registration = await world.call(getRegistration, {})
  const work = solve(registration.work!)

  const { database, clock, config, secret } = world.world
  const deps = { database, clock, config, secret, rates: defaultRates }
  const began = performance.now()
  let refused = 0
  let isFlooding = true
  const others = (async () => {
    const took: number[] = []
    while (isFlooding) {
      const start = performance.now()
      await world.call(listTopTracks, { query: {} })
      took.push(performance.now() - start)
    }
    return took.toSorted((one, other) => one - other)
  })()
  const flood = async (part: number) => {
    for (let index = part; index < FLOOD; index += 8) {
      const ip = `10.${index >> 8}.${index & 255}.1`
      await admit(deps, { ip, email: `bot${index}@example.com` }).catch(() => refused++)
    }
  }
  await Promise.all(Array.from({ length: 8 }, (_, part) => flood(part)))
  isFlooding = false
  const took = await others
  const seconds = (performance.now() - began) / 1_000
  t.diagnostic(
    `${FLOOD} attempts in ${seconds.toFixed(1)} s; meanwhile ${took.length} reads of a list, ` +
      `median ${took[took.length >> 1]!.toFixed(1)} ms, longest ${took.at(-1)!.toFixed(1)} ms`,
  )
  assert.equal(refused, FLOOD)
  assert.ok(took.length > 10)

  assert.equal((await world.call(register, { body: { ...body('person'), work } })).user.name, 'person')
  const again = world.call(register, { body: { ...body('again'), work } })
  assert.equal((await refusalOf(again)).code, 'work-needed', 'each proof is for one account')
  const forged = { ...work, challenge: work.challenge.replace(/\.\d+\./, '.1.') }
  assert.equal(
    (await refusalOf(world.call(register, { body: { ...body('forger'), work: forged } }))).code,
    'work-needed',
  )
  assert.ok(
    (await world.call(getRegistration, {})).work!.zeroBits > registration.work!.zeroBits,
    'more work in a flood',
  )
  const blocked = world.call(register, { body: { ...body('trash'), email: 'x@mail.trash.example' } })
  assert.equal((await refusalOf(blocked)).code, 'email-domain-blocked')
  await world.call(login, { body: { email: boss.email, password: PASSWORD } })
  const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM person`.execute(database.read)
  // boss, artist, 18 early ones and the person.
  assert.equal(rows[0]!.count, 21)
  world.clock.step(3_600_000)
  assert.equal((await world.call(getRegistration, {})).work, null, 'an hour later nothing is needed')
  boss = await renewed(boss)
})

/** 200 public tracks of 40 artists, and 100 users who may report. By SQL: making them is not what is tested. */
async function fillThings(): Promise<{ trackIds: string[]; reporterIds: string[] }> {
  const { pool } = world.world.database
  const copy = async (table: string, id: string, fields: Record<string, unknown>) => {
    const fresh = JSON.stringify(fields)
    await pool.query(
      `INSERT INTO ${table} SELECT (jsonb_populate_record(NULL::${table}, to_jsonb(old) || $2::jsonb)).* FROM ${table} old
        WHERE id = $1`,
      [id, fresh],
    )
  }
  const { artistId } = await world.call(getTrack, { params: { trackId } })
  const trackIds: string[] = []
  for (let maker = 0; maker < 40; maker++) {
    const [ownerId, makerId, releaseId] = [newId(), newId(), newId()]
    await copy('person', artist.userId, { id: ownerId, username: `owner${maker}`, email: `owner${maker}@example.com` })
    await copy('content', artistId, { id: makerId, owner_id: ownerId })
    await copy('artist', artistId, {
      id: makerId,
      user_id: ownerId,
      name: `Artist ${maker}`,
      artist_url: `artist-${maker}`,
    })
    await copy('content', albumId, { id: releaseId, owner_id: ownerId })
    await copy('album', albumId, { id: releaseId, artist_id: makerId })
    for (let index = 0; index < THINGS / 40; index++) {
      const id = newId()
      trackIds.push(id)
      await copy('content', trackId, { id, owner_id: ownerId })
      await copy('track', trackId, {
        id,
        album_id: releaseId,
        asset_id: newId(),
        position: index + 1,
        title: `Thing ${id}`,
      })
    }
  }
  const reporterIds = Array.from({ length: REPORTERS }, () => newId())
  for (const [index, id] of reporterIds.entries()) {
    await copy('person', artist.userId, { id, username: `reporter${index}`, email: `reporter${index}@example.com` })
  }
  return { trackIds, reporterIds }
}

test('one moderator decides 1 000 reports about 200 things in few calls, and everybody who reported gets an answer', async (t) => {
  const { trackIds, reporterIds } = await fillThings()
  const { database, clock } = world.world
  const deps = { database, clock, ownPubkey: '' }
  const reasons = ['spam', 'copyright', 'hateful', 'misleading'] as const
  // By the functions behind POST /v1/reports: 1 000 sessions are not what is tested.
  const report = async (index: number) => {
    const userId = reporterIds[index % REPORTERS]!
    const contentId = trackIds[index % THINGS]!
    const thing = Math.floor(index / THINGS)
    const about = trackIds[(trackIds.indexOf(contentId) + thing * 41) % THINGS]!
    const body = { contentId: about, reason: reasons[trackIds.indexOf(about) % 4]!, note: null }
    await reportContent(deps, signedIn(userId), newId(), body)
  }
  const filing = performance.now()
  for (let start = 0; start < 1_000; start += 8) {
    await Promise.all(Array.from({ length: 8 }, (_, index) => report(start + index)))
  }
  const filedMs = performance.now() - filing

  let calls = 0
  const began = performance.now()
  const listed: { caseId: string; reason: string; reportCount: number; dueAt: string }[] = []
  for (let next: string | null | undefined; next !== null; calls++) {
    const query: { after?: string } = next === undefined ? {} : { after: next }
    const page = await boss.call(moderation.listCases, { query })
    listed.push(...page.cases)
    next = page.nextAfter
  }
  const listedMs = (performance.now() - began) / calls
  assert.equal(listed.length, THINGS, 'reports about the same thing are one case')
  assert.equal(
    listed.reduce((sum, { reportCount }) => sum + reportCount, 0),
    1_000,
  )
  assert.deepEqual(
    listed.map(({ dueAt }) => dueAt),
    listed.map(({ dueAt }) => dueAt).toSorted(),
  )
  for (const reason of reasons) {
    const caseIds = listed.filter((one) => one.reason === reason).map(({ caseId }) => caseId)
    const isCopyright = reason === 'copyright'
    const outcome = isCopyright ? 'acted' : 'dismissed'
    const { decidedIds, skippedIds } = await decide(caseIds, outcome, {
      takesDown: isCopyright,
      reason: `About ${reason}`,
    })
    assert.deepEqual([decidedIds.length, skippedIds], [THINGS / 4, []])
    calls++
  }
  t.diagnostic(
    `1 000 reports filed in ${(filedMs / 1_000).toFixed(1)} s; ${calls} calls of the moderator in ` +
      `${((performance.now() - began) / 1_000).toFixed(1)} s, a page of the queue ${listedMs.toFixed(0)} ms`,
  )
  assert.ok(calls <= 12, `${calls} calls`)
  assert.deepEqual(await openCases(), [])

  const { rows } = await sql<{ open: number; answered: number }>`
    SELECT (count(*) FILTER (WHERE resolved_at IS NULL OR case_id IS NULL))::int AS open,
      (count(*) FILTER (WHERE outcome IS NOT NULL))::int AS answered FROM report`.execute(database.read)
  assert.deepEqual(rows[0], { open: 0, answered: 1_000 })
  await until(async () => {
    const told = await sql<{ count: number }>`
      SELECT count(*)::int AS count FROM notification WHERE kind = 'moderation' AND reason = 'report'
        AND user_id = ANY(${reporterIds}::uuid[]) AND comment LIKE 'About %'`.execute(database.read)
    return told.rows[0]!.count === 1_000
  })
  const taken = await boss.call(listTakedowns, { query: {} })
  assert.equal(taken.flatMap(({ items }) => items).length, THINGS / 4)
  assert.ok(
    taken.every(({ items }) => new Set(items.map(({ ownerName }) => ownerName)).size === 1),
    'one for each owner',
  )
  const [month] = (await world.call(reports.getTransparency, {})).months
  assert.deepEqual(
    month!.cases.map(({ reason, opened, acted, dismissed }) => [reason, opened, acted, dismissed]),
    [
      ['copyright', 50, 50, 0],
      ['hateful', 50, 0, 50],
      ['misleading', 50, 0, 50],
      ['spam', 50, 0, 50],
    ],
  )
})

const notice = {
  reason: 'copyright',
  explanation: 'It is my song, without permission',
  name: 'Ada Owner',
  email: 'ada@label.example',
  isGoodFaith: true,
  isAccurate: true,
  signature: 'Ada Owner',
} as const
const form = { work: 'My song, 2019', address: '1 Main Street', phone: '+1 555 0100' }

test('a copyright notice by anybody leads to a takedown of one track, a counter-notice, its waiting period and the restoring', async () => {
  const page = `${world.origin}/de/track/${trackId}?t=3`
  const incomplete = world.call(reports.createNotice, { body: { ...notice, page } })
  assert.equal((await refusalOf(incomplete)).code, 'rule-broken')
  const { reportId } = await world.call(reports.createNotice, { body: { ...notice, ...form, page } })
  await until(async () => (await mailTo(notice.email, /received/)) !== undefined)
  assert.match((await mailTo(notice.email, /received/))!.text, new RegExp(`/notice/${reportId}`))
  const [one] = await openCases()
  const details = await boss.call(moderation.getCase, { params: { caseId: one!.caseId } })
  assert.deepEqual(details.reports[0]!.form, {
    ...form,
    name: 'Ada Owner',
    email: notice.email,
    signature: 'Ada Owner',
  })
  await decide([one!.caseId], 'acted', { takesDown: true })
  assert.equal(await isPublic(), false)
  const state = await world.call(reports.getReport, { params: { reportId } })
  assert.deepEqual([state.outcome, state.answer], ['acted', 'We looked'])
  await until(async () => (await mailTo(notice.email, /decided/)) !== undefined)
  await until(async () => (await mailTo(artist.email, /taken down/)) !== undefined)
  assert.match((await mailTo(artist.email, /taken down/))!.text, /someone else’s work[\s\S]*\/decisions/)

  const [decision] = await artist.call(reports.listDecisions, {})
  const params = { decisionId: decision!.decisionId }
  assert.deepEqual([decision!.kind, decision!.ground], ['takedown', 'copyright'])
  const counterNotice = { name: 'An Artist', address: '2 Side Street', phone: '+1 555 0101', signature: 'An Artist' }
  const body = {
    text: 'I wrote it',
    counterNotice: { ...counterNotice, isMistake: true, acceptsService: true },
  } as const
  assert.equal((await refusalOf(boss.call(reports.objectToDecision, { params, body }))).status, 404, 'not theirs')
  await artist.call(reports.objectToDecision, { params, body })
  const twice = artist.call(reports.objectToDecision, { params, body: { text: 'Again' } })
  assert.equal((await refusalOf(twice)).status, 409)
  await until(async () => (await mailTo(notice.email, /Counter-notice/)) !== undefined)
  await until(async () => (await mailTo(artist.email, /counter-notice/)) !== undefined)
  assert.match((await mailTo(artist.email, /counter-notice/))!.text, /received your counter-notice[\s\S]*\/decisions/)
  assert.match((await mailTo(notice.email, /Counter-notice/))!.text, /I wrote it[\s\S]*An Artist\n2 Side Street/)

  const [counter] = await openCases()
  const [pending] = await artist.call(reports.listDecisions, {})
  const { createdAt } = pending!.objection!
  const waits = [counter!.notBefore!, counter!.dueAt].map((end) => businessDaysBetween(createdAt, end))
  assert.deepEqual(waits, [10, 14])
  assert.deepEqual((await decide([counter!.caseId], 'acted')).skippedIds, [counter!.caseId], 'too early')
  world.clock.step(Date.parse(counter!.notBefore!) - world.clock.now().getTime() + 1)
  boss = await renewed(boss)
  await decide([counter!.caseId], 'acted', { reason: 'No action was filed' })
  assert.equal(await isPublic(), true)
  artist = await renewed(artist)
  const [lifted] = await artist.call(reports.listDecisions, {})
  assert.deepEqual([lifted!.isLifted, lifted!.objection?.answer], [true, 'No action was filed'])
})

/** Mondays to Fridays after the day of `start`, to the day of `end`. */
function businessDaysBetween(start: string, end: string): number {
  const [first, last] = [start, end].map((iso) => Math.floor(Date.parse(iso) / DAY_MS)) as [number, number]
  const days = Array.from({ length: last - first }, (_, i) => first + 1 + i)
  return days.filter((day) => ![0, 6].includes(new Date(day * DAY_MS).getUTCDay())).length
}

/** With a new session. */
async function renewed(user: TestUser): Promise<TestUser> {
  const response = await world.call(login, { body: { email: user.email, password: PASSWORD } })
  assert.ok('token' in response)
  return { ...user, token: response.token, call: world.callWith(response.token) }
}

test('an appeal is decided by another moderator; a case that somebody works on is left to them until the claim ends', async () => {
  const second = await createTestUser(world, { name: 'second' })
  await boss.call(holdUser, { params: { userId: artist.userId }, body: { reason: 'Internal words' } })
  const [hold] = await artist.call(reports.listDecisions, {})
  assert.deepEqual([hold!.kind, hold!.reason], ['hold', null], 'the note about a hold is internal')
  await artist.call(reports.objectToDecision, { params: { decisionId: hold!.decisionId }, body: { text: 'Why?' } })
  const [appeal] = await openCases()
  const caseIds = [appeal!.caseId]
  await setRole(world.world.database.read, 'second', 'moderator')
  assert.deepEqual((await decide(caseIds, 'dismissed')).skippedIds, caseIds, 'the decision was their own')
  assert.deepEqual((await boss.call(moderation.claimCases, { body: { caseIds } })).caseIds, caseIds)
  assert.deepEqual((await second.call(moderation.claimCases, { body: { caseIds } })).caseIds, [])
  await boss.call(moderation.addCaseNote, { params: { caseId: caseIds[0]! }, body: { body: 'Please look' } })
  const body = { caseIds, outcome: 'acted', reason: 'A mistake' } as const
  assert.deepEqual((await second.call(moderation.decideCases, { body })).skippedIds, caseIds, 'claimed')
  world.clock.step(moderation.CLAIM_MINUTES * 60_000 + 1)
  const fresh = await renewed(second)
  const [one, other] = await Promise.all([1, 2].map(() => fresh.call(moderation.decideCases, { body })))
  assert.equal(one!.decidedIds.length + other!.decidedIds.length, 1, 'of two at once, one decides')
  const details = await fresh.call(moderation.getCase, { params: { caseId: caseIds[0]! } })
  assert.deepEqual(
    details.notes.map((note) => [note.authorName, note.body]),
    [['boss', 'Please look']],
  )
  const [lifted] = await artist.call(reports.listDecisions, {})
  assert.deepEqual([lifted!.isLifted, lifted!.objection?.outcome], [true, 'acted'])
  const notified = async () =>
    (await artist.call(listNotifications, { query: {} })).notifications.some(
      ({ kind, reason, comment }) => kind === 'moderation' && reason === 'objection' && comment === 'A mistake',
    )
  await until(notified)
  boss = await renewed(boss)
})

test('a takedown of a recording also finds its copies, and an upload of it is held until a moderator decides', async () => {
  const copier = await createTestUser(world, { name: 'copier' })
  const shorter = (seed: number) =>
    makeMusic({ seconds: 11, channels: 1, rateHz: 44_100, sample: (at) => melody(seed)(at + 0.7) / 2 })
  const copied = await publishTrack(world, copier, { title: 'A copy', audio: shorter(7) })
  const other = await publishTrack(world, await createTestUser(world), { title: 'Another', audio: shorter(8) })
  const body = { soundsOf: [trackId], ground: 'copyright' as const, reason: 'Court order' }
  const preview = await boss.call(takeDown, { body: { ...body, dryRun: true } })
  assert.deepEqual(preview.affected.audio.map(({ id }) => id).toSorted(), [trackId, copied.trackId].toSorted())
  await boss.call(takeDown, { body })
  await world.call(getTrack, { params: { trackId: other.trackId } })
  assert.equal((await refusalOf(world.call(getTrack, { params: { trackId: copied.trackId } }))).status, 404)

  const upload = async (title: string) => {
    const input = { albumId: other.albumId, title, order: 2, extension: 'wav' }
    const owner = await sql<{ name: string }>`SELECT username AS name FROM person p JOIN content c ON c.owner_id = p.id
      WHERE c.id = ${other.albumId}`.execute(world.world.database.read)
    const user = await renewed({ ...copier, email: `${owner.rows[0]!.name}@example.com` })
    const track = await user.call(createTrack, { body: input })
    await putAudio(world, track.presignedUrl, music)
    await until(async () => (await openCases()).length === 1)
    return { user, id: track.id, caseId: (await openCases())[0]!.caseId, kind: (await openCases())[0]!.kind }
  }
  const first = await upload('Held')
  assert.equal(first.kind, 'held-upload')
  await decide([first.caseId], 'dismissed', { reason: 'Licensed' })
  await until(async () => (await first.user.call(getTrack, { params: { trackId: first.id } })).liveUrl !== null)
  const second = await upload('Held again')
  await decide([second.caseId], 'acted')
  await until(async () => {
    const track = await sql<{
      state: string
    }>`SELECT processing_state AS state FROM track WHERE id = ${second.id}`.execute(world.world.database.read)
    return track.rows[0]!.state === 'failed'
  })
})

test('with invitations, each account uses one up, and a failed registration none', async () => {
  await using invited = await createTestWorld({ settings: { REGISTRATION: 'proof-of-work' } })
  await using closed = await createTestWorld({ settings: { REGISTRATION: 'invite' } })
  assert.notEqual((await invited.call(getRegistration, {})).work, null)
  const { database, clock } = closed.world
  const [admin, inviteId] = [newId(), newId()]
  await sql`INSERT INTO person (id, username, is_admin, created_at) VALUES (${admin}, 'ops', TRUE, ${clock.now()})`.execute(
    database.read,
  )
  const { code } = await createInvite(closed.world, { ...signedIn(admin), role: 'moderator' }, inviteId, {
    label: 'Press',
    uses: 2,
    days: 1,
  })
  const body = (name: string, invite?: string) => ({
    body: { email: `${name}@example.com`, password: PASSWORD, name, ...(invite !== undefined && { invite }) },
  })
  assert.equal((await refusalOf(closed.call(register, body('none')))).code, 'invite-needed')
  await closed.call(register, body('guest', code))
  assert.equal((await refusalOf(closed.call(register, body('guest', code)))).code, 'username-taken')
  await closed.call(register, body('other', code))
  assert.equal((await refusalOf(closed.call(register, body('more', code)))).code, 'invite-invalid')
})
