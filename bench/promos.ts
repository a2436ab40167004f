/** 2 000 listeners who earn by 100 promos together, a reward a minute each: the processor time of this process and of PostgreSQL
 * beside one core. `node bench/promos.ts` */
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createNetworkHash } from '#server/accounts/networks.ts'
import { openAccount } from '#server/ledger/balances.ts'
import { post } from '#server/ledger/transfer.ts'
import { signedIn } from '#server/platform/http/caller.fixture.ts'
import { newId } from '#server/platform/ids.ts'
import { createSignals } from '#server/platform/signals.ts'
import { createRewards } from '#server/payments/promos/reward.ts'
import type { BenchResult } from './measure.ts'
import { openStage, type Stage } from './zap-stage.ts'

const LISTENERS = 2_000
const PROMOS = 100
const PAYOUT_MSAT = 1_000n
const BUDGET_MSAT = 2_000_000n
const SECONDS = 12
const TICK_MS = 100
const GOAL = 0.3
/** Clock ticks of /proc in a second. */
const HERTZ = 100

export async function run(): Promise<BenchResult[]> {
  await using stage = await openStage()
  const { listeners, promoIds } = await createScene(stage)
  const reward = createRewards({
    database: stage.database,
    clock: { now: () => new Date() },
    signals: createSignals(),
    hashNetwork: createNetworkHash('a secret of the benchmark'),
    failpoint: () => undefined,
  })
  let paid = 0
  const earn = async (index: number) => {
    const { userId, nonce } = listeners[index]!
    const promoId = promoIds[index % PROMOS]!
    const ip = `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`
    await reward({ ...signedIn(userId), ip }, newId(), { promoId, nonce, position: 60, mediaTime: 60 })
    paid++
  }
  const perTick = LISTENERS / 60 / (1_000 / TICK_MS)
  // The first rewards plan statements and compile.
  let next = 0
  for (; next < 100; next++) await earn(next)
  const before = usedSeconds(stage)
  const startedAtMs = performance.now()
  const pending: Promise<void>[] = []
  for (let tick = 1; tick <= (SECONDS * 1_000) / TICK_MS; tick++) {
    for (; next < 100 + tick * perTick; next++) pending.push(earn(next))
    await sleep(Math.max(0, startedAtMs + tick * TICK_MS - performance.now()))
  }
  await Promise.all(pending)
  const elapsed = (performance.now() - startedAtMs) / 1_000
  if (paid !== next) throw new Error(`${paid} of ${next} rewards were paid`)
  const ratio = Math.round(((usedSeconds(stage) - before) / elapsed) * 100) / 100
  return [
    {
      name: 'promos',
      value: Math.round(ratio * 100),
      limit: 100,
      ratio,
      unit: `% of a core for ${Math.round(pending.length / elapsed)} rewards a second`,
      limitName: 'one core',
      goal: GOAL,
      isTime: true,
    },
  ]
}

/** Of this process and of PostgreSQL with its connections. */
function usedSeconds({ dataDir }: Stage): number {
  const { user, system } = process.cpuUsage()
  const postmaster = Number(
    fs.readFileSync(path.join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0],
  )
  let ticks = 0
  for (const name of fs.readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const fields = fs
        .readFileSync(`/proc/${name}/stat`, 'utf8')
        .replace(/^.*\) /, '')
        .split(' ')
      if (Number(name) === postmaster || Number(fields[1]) === postmaster)
        ticks += Number(fields[11]) + Number(fields[12])
    } catch {
      // The process has ended meanwhile.
    }
  }
  return (user + system) / 1_000_000 + ticks / HERTZ
}

async function createScene({ database }: Stage) {
  const { pool } = database
  const artistId = newId()
  const owner = newId()
  const listeners = Array.from({ length: LISTENERS }, () => ({ userId: newId(), nonce: newId() }))
  const userIds = listeners.map(({ userId }) => userId)
  await pool.query(
    `INSERT INTO person (id, username, email, email_verified, created_at)
     SELECT id, 'user' || place, 'user' || place || '@example.com', true, now() - interval '9 days'
     FROM unnest($1::uuid[]) WITH ORDINALITY made (id, place)`,
    [[owner, ...userIds]],
  )
  await pool.query(`INSERT INTO content (id, type, owner_id) VALUES ($1, 'artist', $2)`, [artistId, owner])
  await pool.query(
    `INSERT INTO artist (id, user_id, name, artist_url, created_at, updated_at) VALUES ($1, $2, 'Bench', 'bench', now(), now())`,
    [artistId, owner],
  )
  const promoIds: string[] = []
  for (let index = 0; index < PROMOS; index++) promoIds.push(await createPromo(database, owner, artistId))
  const promoOf = listeners.map((_one, index) => promoIds[index % PROMOS]!)
  // Beyond the first seven days of earning, and with a minute that is over.
  await pool.query(
    `INSERT INTO promo_listener (user_id, nonce, promo_id, dealt_at, position_seconds, earning_days)
     SELECT user_id, nonce, promo_id, now() - interval '61 seconds', 0, 9
     FROM unnest($1::uuid[], $2::uuid[], $3::uuid[]) made (user_id, nonce, promo_id)`,
    [userIds, listeners.map(({ nonce }) => nonce), promoOf],
  )
  return { listeners, promoIds }
}

async function createPromo(database: Stage['database'], owner: string, artistId: string): Promise<string> {
  const { pool } = database
  const [albumId, trackId, promoId] = [newId(), newId(), newId()]
  await pool.query(`INSERT INTO content (id, type, owner_id) VALUES ($1, 'album', $3), ($2, 'track', $3)`, [
    albumId,
    trackId,
    owner,
  ])
  await pool.query(
    `INSERT INTO album (id, artist_id, title, is_draft, published_at, created_at, updated_at)
     VALUES ($1, $2, 'Bench', false, now() - interval '1 day', now(), now())`,
    [albumId, artistId],
  )
  await pool.query(
    `INSERT INTO track (id, album_id, title, position, is_draft, asset_id, live_key, duration_ms, published_at,
       created_at, updated_at)
     VALUES ($1, $2, 'Bench', 1, false, $3, $4, 180000, now() - interval '1 day', now(), now())`,
    [trackId, albumId, newId(), `media/${trackId}.mp3`],
  )
  await pool.query(
    `INSERT INTO promo (id, funder_id, content_id, content_title, payout_msat, budget_msat, created_at)
     VALUES ($1, $2, $3, 'Bench', $4, $5, now())`,
    [promoId, owner, trackId, String(PAYOUT_MSAT), String(BUDGET_MSAT)],
  )
  await database.transaction(async (tx) => {
    const account = { kind: 'promo', id: promoId } as const
    await openAccount(tx, account)
    const legs = [{ account: 'house', amountMsat: -BUDGET_MSAT } as const, { account, amountMsat: BUDGET_MSAT }]
    await post(tx, { idem: `start:${promoId}`, kind: 'promo-funding', legs })
  })
  return promoId
}

if (import.meta.main) for (const result of await run()) console.log(JSON.stringify(result))
