/** The user's own account and how others see it: names, avatars, preferences, features, announcements. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import sharp from 'sharp'
import {
  createUser,
  getAccount,
  listAnnouncements,
  listFeatures,
  updateAccount,
  updatePreferences,
} from '#contract/accounts/account.ts'
import { getAddressOffer } from '#contract/payments/lightning-address.ts'
import { checkUsername, getProfile, makeRandomUsername } from '#contract/accounts/users.ts'
import { withdraw } from '#contract/payments/payments.ts'
import { createAnnouncement } from '#server/accounts/announcements.ts'
import { setFeature } from '#server/accounts/features.ts'
import { fillBalance, createTestUser, publishTrack, type TestUser } from '../users.ts'
import { closeBalanced, refusalOf } from '../refusals.ts'
import { createTestWorld, type TestWorld } from '../world.ts'

let world: TestWorld
let ana: TestUser

before(async () => {
  world = await createTestWorld({ settings: { PUBLIC_URL: 'https://peal.example' } })
})
beforeEach(async () => {
  ana = await createTestUser(world)
})
after(() => closeBalanced(world))

const picture = async (color: string) =>
  new File(
    [
      new Uint8Array(
        await sharp({ create: { width: 40, height: 40, channels: 3, background: color } })
          .png()
          .toBuffer(),
      ),
    ],
    'me.png',
  )
const isKept = async (artworkUrl: string) =>
  (await world.world.files.stat(new URL(artworkUrl, world.origin).pathname.replace('/files/', ''))) !== null

/** Sends a form that our own client would refuse to send. */
async function putForm(
  fields: Record<string, string | File>,
): Promise<{ status: number; code?: string; error?: string }> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  const response = await fetch(`${world.origin}/v1/accounts`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${ana.token}` },
    body: form,
  })
  return { status: response.status, ...((await response.json()) as object) }
}

test('a sent field changes, an absent field stays, and an empty field is cleared', async () => {
  const changed = await ana.call(updateAccount, { body: { displayName: '  Ana Ärztin 🎻 ', ampMsat: '21000' } })
  assert.deepEqual(
    [changed.name, changed.displayName, changed.ampMsat, changed.artworkUrl],
    [ana.name, 'Ana Ärztin 🎻', 21_000, null],
  )
  await ana.call(updateAccount, { body: {} })
  assert.equal((await ana.call(getAccount, {})).displayName, 'Ana Ärztin 🎻')
  await ana.call(updateAccount, { body: { displayName: '' } })
  const { displayName, ampMsat } = await ana.call(getAccount, {})
  assert.deepEqual([displayName, ampMsat], [null, 21_000])
})

test('an avatar is stored, replaced and removed, together with its files', async () => {
  const first = (await ana.call(updateAccount, { body: { artwork: await picture('#102030') } })).artworkUrl!
  assert.equal((await fetch(new URL(new URL(first).pathname, world.origin))).status, 200)
  const second = (await ana.call(updateAccount, { body: { artwork: await picture('#a02030') } })).artworkUrl!
  assert.notEqual(second, first)
  assert.deepEqual([await isKept(first), await isKept(second)], [false, true])
  // A client without a new avatar sends the current URL.
  assert.equal((await ana.call(updateAccount, { body: { artwork: second } })).artworkUrl, second)
  assert.equal((await ana.call(updateAccount, { body: { artwork: '' } })).artworkUrl, null)
  assert.equal(await isKept(second), false)
})

test('an avatar sent with an invalid username leaves no file behind', async () => {
  const other = await createTestUser(world)
  const refused = await refusalOf(
    ana.call(updateAccount, { body: { name: other.name, artwork: await picture('#fff') } }),
  )
  assert.deepEqual(refused, { status: 409, code: 'username-taken' })
  assert.equal((await ana.call(getAccount, {})).artworkUrl, null)
})

test('invalid fields are refused, and nothing changes', async () => {
  const before = await ana.call(getAccount, {})
  const bad: [Record<string, string | File>, number][] = [
    ...['999', '100000001', '1e3', 'NaN', '-1000', '1000.5', ' 1000', '9007199254740993', '0x3e8', ''].map(
      (ampMsat): [Record<string, string>, number] => [{ ampMsat }, 400],
    ),
    ...['', 'ab', 'x'.repeat(31), 'x'.repeat(5_000), 'раypal', 'ⓐdmin', 'a b', 'a.b', '---', 'é23', 'a\u200bbc'].map(
      (name): [Record<string, string>, number] => [{ name }, 400],
    ),
    ...['admin', 'adm1n', 'zap', '_pea1_', 'null'].map((name): [Record<string, string>, number] => [{ name }, 409]),
    ...['x'.repeat(256), 'x'.repeat(5_000), 'a\0b', 'a\nb', '\u202Eecila', 'a\u2066b'].map(
      (displayName): [Record<string, string>, number] => [{ displayName }, 400],
    ),
    [{ artwork: new File(['not a picture'], 'me.png') }, 415],
    [{ artwork: new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'me.svg') }, 415],
    [{ artwork: new File([new Uint8Array(21 * 1024 * 1024)], 'me.jpg') }, 413],
    [{ artwork: new File([], 'me.png') }, 415],
    [{ isAdmin: 'true' }, 400],
    [{ msatBalance: '1000000' }, 400],
  ]
  for (const [fields, status] of bad) {
    const answer = await putForm(fields)
    assert.equal(answer.status, status, `${JSON.stringify(fields).slice(0, 60)} ${JSON.stringify(answer)}`)
    if (answer.status === 429) throw new Error('slowed down')
  }
  assert.deepEqual(await ana.call(getAccount, {}), before)
})

test('a username can be changed a few times a month, and each former one stays reserved', async () => {
  const names = ['one', 'two', 'three', 'four', 'five', 'six'].map((word) => `${word}-${ana.name}`)
  for (const name of names.slice(0, 5)) await ana.call(updateAccount, { body: { name: name.toUpperCase() } })
  assert.deepEqual(await refusalOf(ana.call(updateAccount, { body: { name: names[5]! } })), {
    status: 429,
    code: 'too-many-requests',
  })
  const stranger = await createTestUser(world)
  for (const name of [ana.name, names[0]!, `0ne_${ana.name}`]) {
    assert.deepEqual(await refusalOf(stranger.call(updateAccount, { body: { name } })), {
      status: 409,
      code: 'username-taken',
    })
  }
  // Repeating the current name is not a change.
  assert.equal((await ana.call(updateAccount, { body: { name: names[4]! } })).profileUrl, names[4])
})

test('of eight users who take one name concurrently, one gets it', async () => {
  const users = await Promise.all(Array.from({ length: 8 }, () => createTestUser(world)))
  const name = `wanted-${ana.name}`
  const answers = await Promise.allSettled(users.map((one) => one.call(updateAccount, { body: { name } })))
  assert.equal(answers.filter(({ status }) => status === 'fulfilled').length, 1)
  assert.equal((await world.call(getProfile, { params: { profileUrl: name } })).name, name)
})

test('a profile under a former name redirects to the new one, and so does the lightning address', async () => {
  const former = ana.name
  await ana.call(updateAccount, { body: { name: `new-${former}`, displayName: 'Ana' } })
  const profile = await world.call(getProfile, { params: { profileUrl: former.toUpperCase() } })
  assert.deepEqual(
    [profile.id, profile.name, profile.profileUrl, profile.displayName, profile.userFavoritesId],
    [ana.userId, `new-${former}`, `new-${former}`, 'Ana', null],
  )
  const offer = await fetch(`${world.origin}/.well-known/lnurlp/${former}`)
  assert.match(await offer.text(), new RegExp(`new-${former}@peal.example`))
  assert.equal(getAddressOffer.method, 'GET')
  const payer = await createTestUser(world)
  await fillBalance(world, payer, 5_000)
  await payer.call(withdraw, { body: { lightningAddress: `${former}@peal.example`, msatAmount: 5_000 } })
  assert.equal(await ana.balance(), 5_000)
  assert.equal((await refusalOf(world.call(getProfile, { params: { profileUrl: 'nobody-at-all' } }))).status, 404)
})

test('a profile shows published content and no drafts', async () => {
  const none = await world.call(getProfile, { params: { profileUrl: ana.name } })
  assert.deepEqual([none.artists, none.podcasts], [[], []])
  const { artistId } = await publishTrack(world, ana)
  const { artists } = await world.call(getProfile, { params: { profileUrl: ana.name } })
  assert.deepEqual(
    artists.map(({ id }) => id),
    [artistId],
  )
  assert.equal(JSON.stringify(none).includes('@'), false)
})

test('visitors see whether a name is free, and its owner that it is theirs', async () => {
  const check = (call: TestUser['call'], username: string) => call(checkUsername, { params: { username } })
  assert.deepEqual(await check(world.call, '  Free-Name '), { username: 'free-name' })
  assert.deepEqual(await refusalOf(check(world.call, ana.name)), { status: 409, code: 'username-taken' })
  assert.deepEqual(await check(ana.call, ana.name), { username: ana.name })
  for (const username of ['ab', 'a b', 'раypal', 'x'.repeat(31), '🎻🎻🎻']) {
    assert.deepEqual(await refusalOf(check(world.call, username)), { status: 400, code: 'username-invalid' })
  }
  assert.equal((await refusalOf(check(world.call, 'x'.repeat(5_000)))).status, 400)
  assert.deepEqual(await refusalOf(check(ana.call, 'admin')), { status: 409, code: 'username-taken' })
  const { username } = await world.call(makeRandomUsername, {})
  assert.deepEqual(await check(world.call, username), { username })
})

test('requests about names are rate-limited', async () => {
  const statuses = await Promise.all(
    Array.from({ length: 70 }, async () => (await fetch(`${world.origin}/v1/accounts/user/random-username`)).status),
  )
  assert.ok(statuses.includes(429))
  world.clock.step(61_000)
})

test('the user record is created once, with the requested name', async () => {
  const body = { username: `again-${ana.name}` }
  // Ana chose a name when she registered, so another requested name changes nothing.
  const first = await ana.call(createUser, { body })
  assert.deepEqual([first, await ana.call(createUser, { body: undefined })], [first, first])
  assert.equal(first.username, ana.name)
})

test('language and theme are stored', async () => {
  assert.deepEqual(await ana.call(updatePreferences, { body: { language: 'de' } }), { language: 'de', theme: null })
  assert.deepEqual(await ana.call(updatePreferences, { body: { theme: 'dark' } }), { language: 'de', theme: 'dark' })
  assert.deepEqual(await ana.call(updatePreferences, { body: { language: null } }), { language: null, theme: 'dark' })
  const { language, theme } = await ana.call(getAccount, {})
  assert.deepEqual([language, theme], [null, 'dark'])
  assert.equal((await refusalOf(ana.call(updatePreferences, { body: { language: 'xx' as 'en' } }))).status, 400)
})

test('features are switched on for single users', async () => {
  const { database, clock } = world.world
  const now = clock.now()
  for (const name of ['tickets', 'beta-player']) {
    await setFeature(database.read, ana.userId, { name, isOn: true, now })
    await setFeature(database.read, ana.userId, { name, isOn: true, now })
  }
  assert.deepEqual(await ana.call(listFeatures, {}), ['beta-player', 'tickets'])
  await setFeature(database.read, ana.userId, { name: 'tickets', isOn: false, now })
  assert.deepEqual(await ana.call(listFeatures, {}), ['beta-player'])
  assert.deepEqual(await (await createTestUser(world)).call(listFeatures, {}), [])
  await assert.rejects(setFeature(database.read, ana.userId, { name: 'Nö', isOn: true, now }), /The name of a feature/)
})

test('announcements are listed newest first, until they are removed or a month old', async () => {
  const { database, clock } = world.world
  const say = (title: string) =>
    createAnnouncement(database.read, { title, content: 'Hello all', link: null }, clock.now())
  const old = await say('Long ago')
  world.clock.step(31 * 86_400_000)
  const wrong = await say('By mistake')
  const news = await say('News')
  await sql`UPDATE announcement SET removed_at = ${clock.now()} WHERE id = ${wrong.id}`.execute(database.read)
  const reader = await createTestUser(world)
  const shown = await reader.call(listAnnouncements, {})
  assert.deepEqual(shown, [
    { id: news.id, title: 'News', content: 'Hello all', link: null, createdAt: news.createdAt.toISOString() },
  ])
  assert.ok(old.createdAt < news.createdAt)
})
