/** A podcast moves in from a host that dies and lies, while our server is killed again and again: it ends as from a host that
 * always answers, and its feed has the same guids. MOVING_EPISODES=300 MOVING_KILLS=20 is the long form. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import * as calls from '#contract/catalog/moving/imports.ts'
import { publish } from '#contract/catalog/publish.ts'
import { readShow } from '#protocols/rss/read-show.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { createSmallLab, type SmallLab } from '../faults/small-lab.ts'
import { guidOf, showGuids, startFeedHost, type FeedHost } from '../feed-host.ts'
import { listUnsentMails } from '#server/platform/mail.ts'
import { refusalOf } from '../refusals.ts'
import { until } from '../users.ts'
import type { Call } from '#web/data/api.ts'

const EPISODES = Number(process.env['MOVING_EPISODES'] ?? 6)
const KILLS = Number(process.env['MOVING_KILLS'] ?? 3)
const LONG_MS = 3_600_000
/** Longer than a lease. */
const STEP_MS = 31_000

let host: FeedHost
let lab: SmallLab
let clockMs = 0

before(async () => {
  host = await startFeedHost(EPISODES)
  lab = await createSmallLab({ settings: { OUTBOUND_ALLOW: host.host, PUBLIC_URL: 'https://peal.example' } })
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
  host.verifyText = (await preview(user, url)).verificationCode
  return user(calls.beginImport, { body: { url } })
}

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

/** Everything that was brought, without ids. */
async function broughtOf(podcastId: string): Promise<unknown[]> {
  const { rows } = await lab.database.pool.query<{ facts: unknown }>(
    `SELECT jsonb_build_array(i.guid, e.title, e.description, e.notes, e.season, e.number, e.kind, e.position, e.credits,
        e.published_at, e.is_draft, e.duration_ms, e.artwork_key IS NULL, a.state, a.bytes, a.streams -> 'mp3' -> 'sha256',
        (SELECT jsonb_agg(jsonb_build_array(c.start_ms, c.title, c.href) ORDER BY c.start_ms) FROM chapter c
          WHERE c.episode_id = e.id),
        (SELECT cues FROM transcript t WHERE t.episode_id = e.id)) AS facts
      FROM episode e LEFT JOIN item_identity i ON i.content_id = e.id LEFT JOIN asset a ON a.id = e.asset_id
      WHERE e.podcast_id = $1 AND e.deleted_at IS NULL ORDER BY e.position`,
    [podcastId],
  )
  return rows.map(({ facts }) => facts)
}

test('an import that is killed again and again ends as an undisturbed one', { timeout: LONG_MS }, async () => {
  const [calm, wild] = [await lab.createTestUser('calm'), await lab.createTestUser('wild')]
  const seen = await preview(calm, feedOf('calm'))
  assert.deepEqual([seen.itemCount, seen.proof, seen.contentType], [EPISODES + 4, null, 'podcast'])
  assert.equal((await refusalOf(calm(calls.beginImport, { body: { url: feedOf('calm') } }))).code, 'feed-not-proven')
  const undisturbed = await moveIn(calm, 'calm')
  await ends(calm, undisturbed.id)
  const disturbed = await moveIn(wild, 'wild')
  for (let kill = 0; kill < KILLS; kill++) {
    await pause((300 + ((kill * 700) % 2_000)) * Math.max(1, EPISODES / 40))
    await lab.restart('')
    passTime()
  }
  await ends(wild, disturbed.id)
  assert.deepEqual(await reportOf(wild, disturbed.id), await reportOf(calm, undisturbed.id))
  const brought = await broughtOf(disturbed.contentId)
  assert.deepEqual(brought, await broughtOf(undisturbed.contentId))
  const audio = host.asked.filter(({ path }) => path.startsWith('/wild'))
  console.log({ brought: brought.length, requests: audio.length, resumed: audio.filter(({ from }) => from > 0).length })
  assert.ok(audio.some(({ from }) => from > 0))
  for (const [user, mood, { contentId }] of [
    [calm, 'calm', undisturbed],
    [wild, 'wild', disturbed],
  ] as const) {
    await user(publish, { params: { contentId }, body: { contentType: 'podcast' } })
    const feed = await (await fetch(`${lab.origin}/rss/podcast/${contentId}`)).text()
    assert.match(feed, new RegExp(`<podcast:guid>${showGuids[mood]}</podcast:guid>`))
    const { items } = readShow(Buffer.from(feed), null, 'https://peal.example/', new Date())
    assert.deepEqual(
      items.map(({ guid, publishedAt }) => [guid, publishedAt]),
      Array.from({ length: EPISODES }, (_one, index) => {
        const number = EPISODES - index
        return [guidOf(number), new Date(Date.UTC(2020, 0, number)).toISOString()]
      }),
    )
  }
  const { rows } = await lab.database.pool.query('SELECT FROM told_release')
  assert.equal(rows.length, 0)
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
  const bad = [feedOf('calm').replace('feed.xml', 'audio/bomb'), feedOf('calm').replace('feed.xml', 'audio/inside')]
  for (const one of [
    ...bad,
    'http://127.0.0.1:1/',
    'data:text/xml,<rss/>',
    'no address',
    `${host.url}/calm/audio/page`,
  ]) {
    assert.equal((await refusalOf(preview(user, one))).code, 'feed-unreadable', one)
  }
})
