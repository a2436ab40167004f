/** A podcast and an album move in from a host that dies, hangs and lies, while our server is killed again and again: they end as
 * from a host that always responds, and their feeds have the same guids. MOVING_EPISODES=300 MOVING_KILLS=20 is the long form. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createArtist } from '#contract/catalog/artists.ts'
import { getEpisode } from '#contract/catalog/episodes.ts'
import { getChapters } from '#contract/catalog/moments.ts'
import * as calls from '#contract/catalog/moving/imports.ts'
import { getAccount } from '#contract/accounts/account.ts'
import { publish } from '#contract/catalog/publish.ts'
import { readShow } from '#protocols/rss/read-show.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { createSmallLab, type SmallLab } from '../faults/small-lab.ts'
import { audioOf, guidOf, showGuids, startFeedHost, type FeedHost } from '../feed-host.ts'
import { listUnsentMails } from '#server/platform/mail.ts'
import { refusalOf } from '../refusals.ts'
import { until } from '../users.ts'
import type { Call } from '#web/data/api.ts'

const EPISODES = Number(process.env['MOVING_EPISODES'] ?? 6)
const KILLS = Number(process.env['MOVING_KILLS'] ?? 3)
const LONG_MS = 3_600_000
const GIBIBYTE = 2 ** 30
/** Longer than a lease. */
const STEP_MS = 31_000

let host: FeedHost
let lab: SmallLab
let clockMs = 0

before(async () => {
  host = await startFeedHost(EPISODES)
  const settings = { OUTBOUND_ALLOW: host.host, PUBLIC_URL: 'https://peal.example', UPLOAD_QUOTA_GIB: '1' }
  lab = await createSmallLab({ settings })
})
after(async () => {
  await lab?.[Symbol.asyncDispose]()
  await host[Symbol.asyncDispose]()
})

const feedOf = (mood: string) => `${host.url}/${mood}/feed.xml`
const preview = (user: Call, url: string) => user(calls.previewImport, { body: { url } })

/** The leases of the server that was killed end. */
function passTime(): void {
  clockMs += STEP_MS
  lab.server().setClock(clockMs)
}

async function moveIn(user: Call, mood: string) {
  const url = feedOf(mood)
  const { verificationCode, contentType } = await preview(user, url)
  host.verifyText = verificationCode
  const artist = contentType === 'album' ? await user(createArtist, { body: { name: `Artist of ${mood}` } }) : null
  return user(calls.beginImport, { body: { url, ...(artist !== null && { artistId: artist.id }) } })
}

type Begun = Awaited<ReturnType<typeof moveIn>>

async function ends(user: Call, importId: string): Promise<void> {
  await until(async () => {
    // A machine with much to do may not respond in time.
    const found = await user(calls.getImport, { params: { importId }, query: {} }).catch(() => null)
    if (found === null) return false
    const { counts } = found.import
    return counts.waiting + counts.fetching + counts.processing === 0
  }, LONG_MS)
}

async function reportOf(user: Call, importId: string) {
  const items = []
  let after: number | null = 0
  while (after !== null) {
    const page: Awaited<ReturnType<typeof read>> = await read(after)
    items.push(...page.items)
    after = page.nextAfter
  }
  return items.map(({ title, state, reason, problems, position }) => [position, title, state, reason, problems])

  function read(from: number) {
    return user(calls.getImport, { params: { importId }, query: { after: String(from) } })
  }
}

/** Everything that was imported, without ids. */
async function broughtOf(contentId: string): Promise<unknown[]> {
  const { rows } = await lab.database.pool.query<{ facts: unknown }>(
    `SELECT jsonb_build_array(i.guid, e.title, e.description, e.notes, e.season, e.number, e.kind, e.position, e.credits,
        e.published_at, e.is_draft, e.duration_ms, e.artwork_key IS NULL, e.soundbites,
        e.location, e.geo, e.licence, a.state, a.bytes, a.streams -> 'mp3' -> 'sha256',
        (SELECT jsonb_agg(jsonb_build_array(c.start_ms, c.title, c.href, c.artwork_key IS NULL) ORDER BY c.start_ms)
          FROM chapter c WHERE c.episode_id = e.id),
        (SELECT cues FROM transcript t WHERE t.episode_id = e.id)) AS facts
      FROM episode e LEFT JOIN item_identity i ON i.content_id = e.id LEFT JOIN asset a ON a.id = e.asset_id
      WHERE e.podcast_id = $1 AND e.deleted_at IS NULL
      UNION ALL
      SELECT jsonb_build_array(i.guid, t.title, t.notes, t.disc, t.position, t.credits, t.lyrics, t.published_at, t.is_draft,
        t.duration_ms, a.state, a.bytes, a.streams -> 'mp3' -> 'sha256')
      FROM track t LEFT JOIN item_identity i ON i.content_id = t.id LEFT JOIN asset a ON a.id = t.asset_id
      WHERE t.album_id = $1 AND t.deleted_at IS NULL ORDER BY 1`,
    [contentId],
  )
  return rows.map(({ facts }) => facts)
}

test('imports that are killed again and again end as undisturbed ones', { timeout: LONG_MS }, async () => {
  const [calm, wild] = [await lab.createTestUser('calm'), await lab.createTestUser('wild')]
  const seen = await preview(calm, feedOf('calm'))
  assert.deepEqual([seen.itemCount, seen.proof, seen.contentType], [EPISODES + 4, null, 'podcast'])
  assert.equal((await refusalOf(calm(calls.beginImport, { body: { url: feedOf('calm') } }))).code, 'feed-not-proven')
  const undisturbed = [await moveIn(calm, 'calm'), await moveIn(calm, 'calm-music')]
  for (const { id } of undisturbed) await ends(calm, id)
  const [podcast, album] = undisturbed.map(({ contentId }) => contentId) as [string, string]
  const previewFor = (call: typeof calm, kind: 'album' | 'podcast', id: string) =>
    call(calls.previewImport, { body: { url: feedOf('calm'), moves: { kind, id } } })
  const isSame = [await previewFor(calm, 'podcast', podcast), await previewFor(calm, 'album', album), seen]
  assert.deepEqual(
    isSame.map(({ isSameFeed }) => isSameFeed),
    [true, false, null],
  )
  assert.equal((await refusalOf(previewFor(wild, 'podcast', podcast))).status, 403, 'somebody else’s')
  const disturbed = [await moveIn(wild, 'wild'), await moveIn(wild, 'wild-music')]
  for (let kill = 0; kill < KILLS; kill++) {
    await pause((300 + ((kill * 700) % 2_000)) * Math.max(1, EPISODES / 40))
    await lab.restart('')
    passTime()
  }
  for (const [index, { id, contentId }] of disturbed.entries()) {
    await ends(wild, id)
    assert.deepEqual(await reportOf(wild, id), await reportOf(calm, undisturbed[index]!.id))
    assert.deepEqual(await broughtOf(contentId), await broughtOf(undisturbed[index]!.contentId))
  }
  const audio = host.asked.filter(({ path }) => path.startsWith('/wild'))
  const brought = (await broughtOf(disturbed[0]!.contentId)).length
  console.log({ brought, requests: audio.length, resumed: audio.filter(({ from }) => from > 0).length })
  assert.ok(audio.some(({ from }) => from > 0))
  await requireSameGuids(calm, 'calm', undisturbed[0]!)
  await requireSameGuids(wild, 'wild', disturbed[0]!)
  await requireSameGuids(wild, 'wild-music', disturbed[1]!)
  const { rows } = await lab.database.pool.query('SELECT FROM told_release')
  assert.equal(rows.length, 0)
})

/** Of the feed that is published here. */
async function requireSameGuids(user: Call, mood: string, { contentId, contentType }: Begun): Promise<void> {
  await user(publish, { params: { contentId }, body: { contentType } })
  const feed = await (await fetch(`${lab.origin}/rss/${contentType}/${contentId}`)).text()
  assert.match(feed, new RegExp(`<podcast:guid>${showGuids[mood]}</podcast:guid>`))
  const { items } = readShow(Buffer.from(feed), null, 'https://peal.example/', new Date())
  const numbers = Array.from({ length: contentType === 'album' ? 3 : EPISODES }, (_one, index) => index + 1)
  assert.deepEqual(
    items.map(({ guid, publishedAt }) => [guid, publishedAt]),
    (contentType === 'album' ? numbers : numbers.toReversed()).map((number) => [
      guidOf(number),
      new Date(Date.UTC(2020, 0, number)).toISOString(),
    ]),
  )
}

test('an import continues after a server that hangs, a full quota, and a missing file', async () => {
  const [stuck, full] = [await lab.createTestUser('stuck'), await lab.createTestUser('full')]
  const hanging = await moveIn(stuck, 'stuck')
  const { id: owner, name: username } = await full(getAccount, {})
  const asset = { owner, bytes: GIBIBYTE - audioOf(1).length - 1_000 }
  await lab.database.pool.query(
    `INSERT INTO asset (id, owner, kind, state, extension, bytes)
     VALUES (gen_random_uuid(), $1, 'audio', 'awaiting-upload', 'wav', $2)`,
    [asset.owner, asset.bytes],
  )
  const { id } = await moveIn(full, 'full')
  await ends(full, id)
  const statesOf = async () => (await reportOf(full, id)).map(([, title, state, reason]) => [title, state, reason])
  const filled = ['failed', 'over-quota']
  assert.deepEqual((await statesOf()).slice(4, 7), [
    ['Episode 1', 'done', null],
    ['Episode 2', ...filled],
    ['Episode 3', ...filled],
  ])
  await lab.database.pool.query('DELETE FROM asset WHERE owner = $1 AND bytes = $2', [asset.owner, asset.bytes])
  host.isMended = true
  const { items, problems } = await full(calls.getImport, { params: { importId: id }, query: {} })
  const special = items.find(({ title }) => title === 'Episode 3')!
  assert.deepEqual(problems, ['funding'])
  const [guest, own] = [
    { name: 'guest@elsewhere.example', share: 3 },
    { name: username, share: 1 },
  ]
  assert.deepEqual(special.split, [guest, own])
  assert.equal(items.find(({ title }) => title === 'Episode 1')!.split, null)
  const { id: itemId } = special
  await full(calls.retryImport, { params: { importId: id }, body: { itemId } })
  await ends(full, id)
  assert.deepEqual((await statesOf()).slice(4, 7), [
    ['Episode 1', 'done', null],
    ['Episode 2', ...filled],
    ['Episode 3', 'done', null],
  ])
  await full(calls.retryImport, { params: { importId: id }, body: {} })
  await ends(full, id)
  assert.deepEqual((await statesOf()).slice(0, 7), [
    ['page', 'failed', 'is-web-page'],
    ['bomb', 'failed', 'compressed'],
    ['inside', 'failed', 'refused'],
    ['gone', 'done', null],
    ...[1, 2, 3].map((number) => [`Episode ${number}`, 'done', null]),
  ])
  host.isMended = false
  const report = (await full(calls.getImport, { params: { importId: id }, query: {} })).items
  const [third] = report.filter(({ title }) => title === 'Episode 3')
  assert.deepEqual(third!.problems, ['value-node'])
  const episode = await full(getEpisode, { params: { episodeId: third!.contentId! } })
  assert.equal(episode.guid, guidOf(3))
  const { soundbites, location, geo, licence } = episode
  const bites = [{ startTime: 0.1, duration: 1, title: 'Why' }]
  assert.deepEqual([soundbites, location, geo, licence], [bites, 'Malmö', '55.605,13.0038', 'cc-by'])
  const chapters = await full(getChapters, { params: { episodeId: third!.contentId! } })
  assert.deepEqual(
    chapters.map(({ artworkUrl }) => artworkUrl !== null),
    [true, true],
  )
  assert.equal(new Set(chapters.map(({ artworkUrl }) => artworkUrl)).size, 1)
  await ends(stuck, hanging.id)
  assert.deepEqual(
    host.asked.filter(({ path }) => path.startsWith('/stuck/audio/2')).map(({ from }) => from > 0),
    [false, true],
  )
})

test('an import that is stopped keeps what has come, also over a restart, and continues on request', async () => {
  const user = await lab.createTestUser('stopper')
  const { id, contentId } = await moveIn(user, 'halted')
  const params = { importId: id }
  const countsOf = async () => (await user(calls.getImport, { params, query: {} })).import
  // The second file hangs.
  await until(
    async () => (await countsOf()).counts.done === 1 && host.asked.some(({ path }) => /halted.*\/2/.test(path)),
  )
  const stopped = await user(calls.stopImport, { params })
  assert.deepEqual([stopped.counts.waiting, stopped.counts.fetching, stopped.stoppedCount > 1], [0, 0, true])
  await lab.restart('')
  passTime()
  const before = host.asked.length
  // With the one whose audio was refused.
  const episodesOf = async () => (await broughtOf(contentId)).length - 1
  assert.equal(await episodesOf(), 1)
  const [one] = (await user(calls.getImport, { params, query: { only: 'problems' } })).items.filter(
    ({ reason }) => reason === 'stopped',
  )
  // Failed items only.
  await user(calls.retryImport, { params, body: {} })
  await ends(user, id)
  assert.equal((await countsOf()).stoppedCount, stopped.stoppedCount)
  await user(calls.retryImport, { params, body: { itemId: one!.id } })
  await ends(user, id)
  assert.deepEqual([await episodesOf(), host.asked.length > before], [2, true])
  await user(calls.retryImport, { params, body: { only: 'stopped' } })
  await ends(user, id)
  assert.deepEqual([await episodesOf(), (await countsOf()).stoppedCount], [3, 0])
})

test('a locked feed needs the code that is mailed to its owner, and hostile feeds are refused', async () => {
  const user = await lab.createTestUser('locked')
  const url = feedOf('locked')
  host.more = '<podcast:locked owner="Owner@old.example">yes</podcast:locked>'
  const seen = await preview(user, url)
  assert.deepEqual([seen.isLocked, seen.needsUnlock, seen.ownerEmails], [true, true, ['owner@old.example']])
  host.verifyText = seen.verificationCode
  const begin = (code?: string) => user(calls.beginImport, { body: { url, ...(code !== undefined && { code }) } })
  assert.equal((await refusalOf(begin())).code, 'feed-locked')
  await user(calls.mailImportCode, { body: { url } })
  const [mail] = await listUnsentMails(lab.database, 'owner@old.example')
  const code = /\n(\d{6})\n/.exec(mail!.text)![1]!
  assert.equal((await refusalOf(begin('x'))).code, 'login-code-invalid')
  assert.deepEqual(await user(calls.listImports, {}), [])
  const made = await begin(code)
  assert.equal((await refusalOf(begin(code))).code, 'login-code-invalid')
  host.more = ''
  // Unlocked, and read again: the same import.
  assert.equal((await begin()).id, made.id)
  const stranger = await lab.createTestUser('stranger')
  const params = { importId: made.id }
  assert.equal((await refusalOf(stranger(calls.getImport, { params, query: {} }))).status, 404)
  host.verifyText = (await preview(stranger, url)).verificationCode
  assert.equal((await refusalOf(stranger(calls.beginImport, { body: { url } }))).code, 'feed-here-already')
  const at = (name: string) => `${host.url}/calm/audio/${name}`
  for (const [address, code] of [
    ['data:text/xml,<rss/>', 'feed-address-invalid'],
    ['no address', 'feed-address-invalid'],
    ['feed', 'feed-address-invalid'],
    ['http://127.0.0.1:1/', 'feed-address-private'],
    ['localhost/feed', 'feed-address-private'],
    ['https://192.168.1.1/feed', 'feed-address-private'],
    [at('inside'), 'feed-address-private'],
    [at('gone'), 'feed-missing'],
    [at('broken'), 'feed-unreachable'],
    [at('private'), 'feed-needs-login'],
    [at('bomb'), 'feed-too-large'],
    [at('page'), 'feed-is-page'],
    [at('text'), 'feed-unreadable'],
  ] as const) {
    assert.equal((await refusalOf(preview(user, address))).code, code, address)
  }
  await assert.rejects(preview(user, at('site')), (error: Error & { code?: string }) => {
    assert.equal(error.code, 'feed-on-page')
    return error.message.endsWith(` ${host.url}/calm/feed.xml?a=1&b=2`)
  })
})
