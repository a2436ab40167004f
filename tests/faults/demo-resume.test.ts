/** The demo catalogue is created once, however often the server is killed meanwhile: the result is the same as without
 * a kill. */
import assert from 'node:assert/strict'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { getAccount } from '#contract/accounts/account.ts'
import { login } from '#contract/accounts/auth.ts'
import { promoFeeMsat } from '#contract/payments/promo-budget.ts'
import { splitPayment } from '#contract/split.ts'
import { createCall } from '#web/data/api.ts'
import type * as catalogue from '#scripts/demo/catalogue.ts'
import type * as events from '#scripts/demo/events.ts'
import type * as people from '#scripts/demo/people.ts'
import type * as playlists from '#scripts/demo/playlists.ts'
import type * as shows from '#scripts/demo/shows.ts'
import type * as zaps from '#scripts/demo/zaps.ts'
import { demoPodcasts as allPodcasts } from '#scripts/demo/shows.ts'
import type { DemoZap } from '#scripts/demo/zaps.ts'
import { startLabDatabase } from './lab-database.ts'
import { MAIN, type MainProcess, startMain } from './main-process.ts'
import { bundleServer } from './server-bundle.ts'
import { findFreePort } from './server-process.ts'

const POLL_MS = 20
const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const FEE_PPM = 50_000
const OPUS_HZ = 48_000
const TRACK_SECONDS = 8
/** The first accounts, with their releases, a show and two playlists: a small part in which everything can be
 * interrupted. */
const ACCOUNTS = 7
/** After the last chapter. */
const EPISODE_SECONDS = 60

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'peal-demo-'))
const database = await startLabDatabase(path.join(folder, 'postgres'))
const tree = path.join(folder, 'tree')
copySeed(tree)
const demo = await readDemo(tree)
const { demoAlbums, demoAccounts, demoArtists, demoPlaylists, demoPodcasts, demoDeposits, demoZaps } = demo
const { demoEvents, demoPromos } = demo
const program = await bundleServer(path.join(folder, 'program'), {
  entry: MAIN,
  moved: { 'server/demo.ts': path.join(tree, 'server/demo.ts') },
})
const pool = new pg.Pool({ connectionString: database.url, max: 1 })
pool.on('error', () => undefined)
const settings = {
  PORT: String(await findFreePort()),
  DATABASE_URL: database.url,
  DATA_DIR: path.join(folder, 'data'),
  DEMO: 'on',
  PLATFORM_FEE_PPM: String(FEE_PPM),
}
let server: MainProcess | undefined
after(async () => {
  server?.kill('SIGTERM')
  await server?.ended
  await pool.end()
  await database.stop()
  fs.rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
})

/** The program that creates the demo, with only the beginning of each piece of music, because transcoding would take
 * most of this test. */
function copySeed(tree: string): void {
  fs.cpSync(path.join(ROOT, 'scripts'), path.join(tree, 'scripts'), { recursive: true })
  fs.copyFileSync(path.join(ROOT, 'package.json'), path.join(tree, 'package.json'))
  for (const name of ['contract', 'locales', 'node_modules', 'protocols', 'server', 'web'])
    fs.symlinkSync(path.join(ROOT, name), path.join(tree, name))
  fs.writeFileSync(path.join(tree, 'scripts/demo/edition.ts'), `export const ACCOUNTS_MAX = ${ACCOUNTS}\n`)
  const episodes = new Set<string>(allPodcasts.flatMap((podcast) => podcast.episodes).map(({ piece }) => piece))
  for (const file of fs.globSync(path.join(tree, 'scripts/demo/music/*.opus'))) {
    const seconds = episodes.has(path.basename(file, '.opus')) ? EPISODE_SECONDS : TRACK_SECONDS
    fs.writeFileSync(file, cutOgg(fs.readFileSync(file), seconds))
  }
}

/** The data of the smaller copy. */
async function readDemo(tree: string) {
  const read = async (name: string): Promise<unknown> => import(path.join(tree, `scripts/demo/${name}.ts`))
  return {
    ...((await read('catalogue')) as typeof catalogue),
    ...((await read('events')) as typeof events),
    ...((await read('people')) as typeof people),
    ...((await read('playlists')) as typeof playlists),
    ...((await read('shows')) as typeof shows),
    ...((await read('zaps')) as typeof zaps),
  }
}

/** The pages of an Opus file up to a time (RFC 3533, section 6). */
function cutOgg(file: Buffer, seconds: number): Buffer {
  let end = 0
  for (let position = 0n; end < file.length && position < BigInt(seconds * OPUS_HZ);) {
    position = file.readBigInt64LE(end + 6)
    const segments = file.subarray(end + 27, end + 27 + file[end + 26]!)
    end += 27 + segments.length + segments.reduce((sum, length) => sum + length, 0)
  }
  return file.subarray(0, end)
}

/** The number that a query returns; 0 before the tables exist. */
async function count(query: string): Promise<number> {
  const { rows } = await pool.query<{ n: string }>(`SELECT (${query}) AS n`).catch((error: { code?: string }) => {
    if (error.code === '42P01') return { rows: [] }
    throw error
  })
  return Number(rows[0]?.n ?? 0)
}

async function reaches(query: string, wanted: number): Promise<void> {
  while ((await count(query)) < wanted) {
    const { said, lines } = server!
    const hasFailed = server!.hasEnded() || said.some((line) => line.includes('not complete'))
    assert.equal(hasFailed, false, [...said, ...lines].join('\n'))
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

const MADE = 'SELECT count(*) FROM demo WHERE made_at IS NOT NULL'
const TRACKS = 'SELECT count(*) FROM track'
const ZAPS = 'SELECT count(*) FROM zap'
const ENTRIES = 'SELECT count(*) FROM playlist_entry'
const AWAITED = `SELECT count(*) FROM asset WHERE state = 'awaiting-upload'`
/** The state to wait for before the server is killed. */
const moments: { name: string; query: string; wanted: number }[] = [
  { name: 'a file is awaited', query: `(${AWAITED}) * ((${TRACKS}) / 2)`, wanted: 1 },
  { name: 'a deposit invoice is open', query: "SELECT count(*) FROM invoice WHERE purpose = 'deposit'", wanted: 1 },
  { name: 'a third of the zaps exist', query: ZAPS, wanted: Math.ceil(demoZaps.length / 3) },
  { name: 'a playlist is half filled', query: ENTRIES, wanted: 2 },
]

test('a demo set-up killed at four points ends like an undisturbed one', { timeout: 900_000 }, async (context) => {
  for (const [index, { name, query, wanted }] of moments.entries()) {
    server = startMain(settings, program)
    await reaches(query, wanted)
    server.kill('SIGKILL')
    await server.ended
    assert.equal(await count(MADE), 0, `the demo was finished before "${name}"`)
    assert.equal(index === 0 || server.said.some((line) => line.includes('continues')), true, 'no "continues"')
    context.diagnostic(`Killed when ${name}`)
  }
  server = startMain(settings, program)
  await reaches(MADE, 1)
  assert.deepEqual(await countAll(), expectedCounts())
  assert.deepEqual(await readBalances(), expectedBalances())
})

async function countAll() {
  return {
    people: await count('SELECT count(*) FROM person'),
    artists: await count('SELECT count(*) FROM artist'),
    albums: await count('SELECT count(*) FROM album WHERE NOT is_draft'),
    tracks: await count(TRACKS),
    podcasts: await count('SELECT count(*) FROM podcast WHERE NOT is_draft'),
    episodes: await count('SELECT count(*) FROM episode'),
    unready: await count(`SELECT count(*) FROM asset WHERE kind = 'audio' AND state <> 'finished'`),
    sounds: await count(`SELECT count(*) FROM asset WHERE kind = 'audio'`),
    zaps: await count(ZAPS),
    playlists: await count('SELECT count(*) FROM playlist WHERE NOT is_favorites'),
    entries: await count(ENTRIES),
    events: await count('SELECT count(*) FROM concert WHERE NOT is_draft'),
    promos: await count('SELECT count(*) FROM promo'),
    networks: await count('SELECT count(*) FROM person_network'),
  }
}

function expectedCounts(): Awaited<ReturnType<typeof countAll>> {
  const tracks = demoAlbums.flatMap((album) => album.tracks).length
  const episodes = demoPodcasts.flatMap((podcast) => podcast.episodes).length
  return {
    people: demoAccounts.length,
    artists: demoArtists.length,
    albums: demoAlbums.length,
    tracks,
    podcasts: demoPodcasts.length,
    episodes,
    unready: 0,
    sounds: tracks + episodes,
    zaps: demoZaps.length,
    playlists: demoPlaylists.length,
    entries: demoPlaylists.flatMap((playlist) => playlist.tracks).length,
    events: demoEvents.length,
    promos: demoPromos.length,
    // Visitors on the same machine can give the gift of the house.
    networks: 0,
  }
}

/** As their owners read them, with the printed passwords. */
async function readBalances(): Promise<Record<string, number>> {
  const transport = async (address: string, init: RequestInit) => {
    const response = await fetch(server!.origin + address, init)
    return { status: response.status, json: (await response.json()) as unknown }
  }
  const balances: Record<string, number> = {}
  for (const { email, password, username } of demoAccounts) {
    const session = await createCall(transport)(login, { body: { email, password } })
    assert.ok('token' in session, `${username} cannot log in`)
    const { msatBalance, emailVerified } = await createCall(transport, () => session.token)(getAccount, {})
    assert.ok(emailVerified, `${username} has no verified address`)
    balances[username] = msatBalance
  }
  return balances
}

function expectedBalances(): Record<string, number> {
  const balances = Object.fromEntries(demoAccounts.map(({ username }) => [username, 0n]))
  for (const { username, amountMsat } of demoDeposits) balances[username]! += BigInt(amountMsat)
  for (const zap of demoZaps) {
    const amountMsat = BigInt(zap.sats) * 1_000n
    if (zap.from !== 'outside') balances[zap.from]! -= amountMsat
    for (const { key, amountMsat: part } of splitPayment(amountMsat, termsOf(zap))) {
      if (key !== null) balances[key]! += part
    }
  }
  for (const { artistKey, sats, minutes } of demoPromos) {
    const { ownerUsername } = demoArtists.find(({ key }) => key === artistKey)!
    const budgetMsat = BigInt(sats * minutes) * 1_000n
    balances[ownerUsername]! -= budgetMsat + promoFeeMsat(budgetMsat, FEE_PPM)
  }
  return Object.fromEntries(Object.entries(balances).map(([name, msat]) => [name, Number(msat)]))
}

function termsOf({ track, episode, atSeconds = -1 }: DemoZap) {
  if (track !== undefined) return { feePpm: FEE_PPM, recipients: recipientsOf(track) }
  const podcast = demoPodcasts.find(({ episodes }) => episodes.some(({ key }) => key === episode))!
  const lane = podcast.episodes
    .find(({ key }) => key === episode)!
    .timeSplits?.find(({ startSeconds, endSeconds }) => startSeconds <= atSeconds && atSeconds < endSeconds)
  const recipients = Object.entries(podcast.split).map(([key, weight]) => ({ key, weight }))
  if (lane === undefined) return { feePpm: FEE_PPM, recipients }
  const { shareNumerator: numerator, shareDenominator: denominator } = lane
  return {
    feePpm: FEE_PPM,
    recipients,
    timeSplit: { numerator, denominator, recipients: recipientsOf(lane.track) },
  }
}

function recipientsOf(track: string) {
  const album = demoAlbums.find(({ tracks }) => tracks.some(({ key }) => key === track))!
  return Object.entries(album.split).map(([key, weight]) => ({ key, weight }))
}
