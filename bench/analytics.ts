/** The audience of an artist from a million plays: each figure beside the same figure counted from the plays themselves, and the
 * time of the calls beside the time of that count: `node bench/analytics.ts`. Figures that must be exact and are not end the
 * run. */
import type { getAudience, getHeardParts } from '#contract/listening/audience.ts'
import type { Wire } from '#contract/endpoint.ts'
import type { PoolClient } from 'pg'
import { rollUpPlays } from '#server/plays/roll-up.ts'
import { createTestUser, type TestUser } from '#tests/users.ts'
import { createTestWorld, type TestWorld } from '#tests/world.ts'
import { bigId, seedBigCatalog, SMALL } from './big-catalog.ts'
import type { BenchResult } from './measure.ts'

const PLAYS = Number(process.argv[2] ?? 1_000_000) || 1_000_000
const LISTENERS = 60_000
/** So long ago that the range and the time before are full. */
const DAYS = 75
const REQUESTS = 40
const WARM_UP = 5
const PROMISED_MS = 100
const PROMISED_PERCENT = 2
const DAY_MS = 86_400_000
const ZONE = 'Asia/Kathmandu'

/** `client`: its connection has the temporary table `raw_play`. */
type Stage = { world: TestWorld; popular: TestUser; client: PoolClient }

export async function run(): Promise<BenchResult[]> {
  await using world = await createTestWorld()
  const [popular, plain] = [await createTestUser(world), await createTestUser(world)]
  const owners = { popularId: popular.userId, plainId: plain.userId }
  await seedBigCatalog(world.world.database.pool, { ...SMALL, playCount: 10 }, owners)
  const client = await world.world.database.pool.connect()
  using _held = { [Symbol.dispose]: () => client.release() }
  const stage = { world, popular, client }
  await insertPlays(stage)
  await rollUpPlays({ database: world.world.database })
  await world.world.database.pool.query('VACUUM ANALYZE')
  return [...(await compareFigures(stage)), ...(await measureCalls(stage))]
}

/** Two of five plays are of the popular artist. `raw_play` says who listened, and is only for the comparison. */
async function insertPlays({ world, popular, client }: Stage): Promise<void> {
  await client.query(`
    DELETE FROM play; DELETE FROM play_day; DELETE FROM play_month; DELETE FROM play_agent_day; DELETE FROM play_total;
    CREATE TEMPORARY TABLE raw_play AS
    SELECT gen_random_uuid() AS play_id, t.id AS content_id, t.owner_id, t.album_id, who, at,
      (ARRAY['release','playlist','search','home','embed'])[1 + floor(5 * chance ^ 2)::int] AS source,
      (ARRAY['DE','US','JP','NP'])[1 + who % 4] AS country, (20 + floor(80 * chance))::int AS parts
    FROM (
      SELECT n, floor(${LISTENERS} * random() ^ 2)::int AS who, random() AS chance,
        timestamptz '${world.clock.now().toISOString()}' - random() * interval '${DAYS} days' AS at,
        CASE WHEN n % 5 < 2 THEN 0 ELSE 1 END AS is_other, floor(10 * random())::int AS own, floor(900 * random())::int AS other
      FROM generate_series(1, ${PLAYS}) n) p
    JOIN (
      SELECT t.id, c.owner_id, t.album_id, CASE WHEN c.owner_id = '${popular.userId}' THEN 0 ELSE 1 END AS is_other,
        row_number() OVER (PARTITION BY c.owner_id = '${popular.userId}' ORDER BY t.id) - 1 AS place
      FROM track t JOIN content c ON c.id = t.id) t
      ON t.is_other = p.is_other AND t.place = CASE WHEN p.is_other = 0 THEN p.own ELSE p.other END;
    INSERT INTO play (play_id, content_id, owner_id, listener, visitor, country, started_at, ended_at, arrived_at, agent, source,
      heard, is_heard_known)
    SELECT play_id, content_id, owner_id, decode(md5(who || ' ' || (at AT TIME ZONE 'UTC')::date), 'hex'),
      decode(md5(who || ' ' || date_trunc('month', at AT TIME ZONE 'UTC')), 'hex'), country, at, at, at, 'Firefox', source,
      ARRAY(SELECT generate_series(0, parts - 1))::smallint[], true
    FROM raw_play`)
}

async function read<Data>({ world, popular }: Stage, path: string): Promise<Data> {
  const response = await fetch(world.origin + path, { headers: { authorization: `Bearer ${popular.token}` } })
  const text = await response.text()
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text.slice(0, 300)}`)
  return (JSON.parse(text) as { data: Data }).data
}

const dayBefore = ({ world }: Stage, days: number) =>
  new Date(world.clock.now().getTime() - days * DAY_MS).toISOString().slice(0, 10)

const audiencePath = (stage: Stage, days: readonly [from: number, to: number], more = '') => {
  const [from, to] = days.map((day) => dayBefore(stage, day))
  return `/v1/stats/music/audience?from=${from}&to=${to}&timeZone=${ZONE}${more}`
}

async function count(stage: Stage, statement: string): Promise<number[]> {
  const { rows } = await stage.client.query<{ n: number }>(statement)
  return rows.map(({ n }) => n)
}

async function compareFigures(stage: Stage): Promise<BenchResult[]> {
  const path = audiencePath(stage, [30, 1])
  const found = await read<Wire<typeof getAudience>>(stage, path)
  const [from, to] = [dayBefore(stage, 30), dayBefore(stage, 1)]
  const playsOf = (kind: string) => found.parts.filter((part) => part.kind === kind).map(({ playTotal }) => playTotal)
  const own = `FROM raw_play WHERE owner_id = '${stage.popular.userId}'`
  const inDays = `(at AT TIME ZONE '${ZONE}')::date BETWEEN '${from}' AND '${to}'`
  const inUtc = `(at AT TIME ZONE 'UTC')::date BETWEEN '${from}' AND '${to}'`
  const localDay = `(at AT TIME ZONE '${ZONE}')::date`
  const byDay = `SELECT count(*)::int AS n ${own} AND ${inDays} GROUP BY ${localDay} ORDER BY ${localDay}`
  requireSame('plays by day', found.points, await count(stage, byDay))
  const bySource = `SELECT count(*)::int AS n ${own} AND ${inDays} GROUP BY source ORDER BY 1 DESC`
  requireSame('plays by source', playsOf('source'), await count(stage, bySource))
  const byCountry = `SELECT count(*)::int AS n ${own} AND ${inUtc} GROUP BY country ORDER BY 1 DESC`
  requireSame('plays by country', playsOf('country'), await count(stage, byCountry))
  const trackId = bigId('track', 0)
  const heard = await read<Wire<typeof getHeardParts>>(stage, `/v1/stats/music/heard?contentId=${trackId}`)
  const byPart = `SELECT count(*) FILTER (WHERE parts > part)::int AS n ${own} AND content_id = '${trackId}'`
  const parts = `SELECT n FROM generate_series(0, 99) part, LATERAL (${byPart}) counted ORDER BY part`
  requireSame('heard parts', heard.parts, await count(stage, parts))
  const listeners = await count(
    stage,
    `SELECT sum(n)::int AS n FROM (SELECT count(DISTINCT who) AS n ${own} AND ${inUtc}
      GROUP BY date_trunc('month', at AT TIME ZONE 'UTC')) months`,
  )
  const { total, month, ofMonth: foundMonth, regular } = found.listeners!
  const ofMonth = `${own} AND to_char(at AT TIME ZONE 'UTC', 'YYYY-MM') = '${month}'`
  const half = `extract(day FROM at AT TIME ZONE 'UTC')`
  const both = `(SELECT who ${ofMonth} AND ${half} < 16 INTERSECT SELECT who ${ofMonth} AND ${half} >= 16)`
  const [all = 0] = await count(stage, `SELECT count(DISTINCT who)::int AS n ${ofMonth}`)
  const [regulars = 0] = await count(stage, `SELECT count(*)::int AS n FROM ${both} regular`)
  return [
    deviation('listeners of 30 days', total, listeners[0]!, listeners[0]!),
    deviation('listeners of a month', foundMonth, all, all),
    deviation('regular listeners, of all', regular, regulars, all),
  ]
}

function requireSame(what: string, found: readonly number[], counted: readonly number[]): void {
  if (JSON.stringify(found) === JSON.stringify(counted)) return
  throw new Error(`${what} differ: ${found.slice(0, 5).join(' ')} and counted ${counted.slice(0, 5).join(' ')}`)
}

function deviation(name: string, found: number, counted: number, all: number): BenchResult {
  const percent = Math.round((Math.abs(found - counted) / all) * 10_000) / 100
  return {
    name: `${name}: ${found}, counted ${counted}; deviation`,
    value: percent,
    limit: PROMISED_PERCENT,
    ratio: percent / PROMISED_PERCENT,
    unit: '%',
    limitName: 'promised',
    goal: 1,
    isTime: true,
  }
}

async function measureCalls(stage: Stage): Promise<BenchResult[]> {
  const release = `&releaseId=${bigId('album', 0)}`
  const calls: [name: string, path: string][] = [
    ['the audience of 30 days', audiencePath(stage, [30, 1])],
    ['the audience of 30 days, one release', audiencePath(stage, [30, 1], release)],
    ['the audience of 30 days, one source', audiencePath(stage, [30, 1], '&source=search')],
    ['the audience of today', audiencePath(stage, [0, 0])],
    ['the heard parts of a track', `/v1/stats/music/heard?contentId=${bigId('track', 0)}`],
  ]
  const byHand = `SELECT count(*)::int AS n FROM raw_play WHERE owner_id = '${stage.popular.userId}'`
  const limit = await percentile95(() => count(stage, byHand))
  const results: BenchResult[] = []
  for (const [name, path] of calls) {
    const value = await percentile95(() => read(stage, path))
    const goal = Math.round((PROMISED_MS / limit) * 100) / 100
    const limitName = 'counting the plays of the artist'
    results.push({
      name: `${name}, 95th of 100`,
      value,
      limit,
      ratio: value / limit,
      unit: 'ms',
      limitName,
      goal,
      isTime: true,
    })
  }
  return results
}

/** In ms. */
async function percentile95(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < WARM_UP + REQUESTS; round++) {
    const startedAt = performance.now()
    await work()
    if (round >= WARM_UP) times.push(performance.now() - startedAt)
  }
  const sorted = times.toSorted((one, other) => one - other)
  return Math.round(sorted[Math.ceil(sorted.length * 0.95) - 1]! * 10) / 10
}

if (import.meta.main) for (const result of await run()) console.log(JSON.stringify(result))
