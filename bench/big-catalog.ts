/** A catalogue of any size, created within the database in seconds: users, artists, releases, tracks, podcasts, and
 * a year of plays and payments with the figures that the modules would have computed. Not a benchmark itself. Ids
 * are derived from numbers, so that a benchmark can name content. */
import { createHash } from 'node:crypto'
import type { Pool } from 'pg'

/** The numbers of tracks and artists are multiples of 100. */
export type CatalogSize = { artistCount: number; trackCount: number; playCount: number }

export const BIG: CatalogSize = { artistCount: 10_000, trackCount: 100_000, playCount: 1_000_000 }
export const SMALL: CatalogSize = { artistCount: 100, trackCount: 1_000, playCount: 10_000 }

/** The owner of the first two artists and podcasts; the others belong to users created here. */
export type Owners = {
  /** Of artist 0, who has a hundredth of all tracks and a tenth of all plays. */
  popularId: string
  /** Of artist 1, who has an average number. */
  plainId: string
}

type Kind = 'person' | 'artist' | 'album' | 'track' | 'podcast' | 'episode'

const DAYS = 365
const TRACKS_AN_ALBUM = 10
const EPISODES_A_PODCAST = 10
const SUPPORTER_COUNT = 3_000
/** One play in PLAYS_A_ZAP is followed by a payment, and one payment in ZAPS_A_MESSAGE has a message. */
const PLAYS_A_ZAP = 7
const ZAPS_A_MESSAGE = 4

/** The id of the nth of a kind, from 0; users from 2, because the first two have registered. */
export function bigId(kind: Kind, number: number): string {
  const hex = createHash('md5').update(`${kind} ${number}`).digest('hex')
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})/, '$1-$2-4$3-8$4-')
}
const uuidOf = (text: string) => `overlay(overlay(md5(${text}) placing '4' from 13) placing '8' from 17)::uuid`
const idOf = (kind: Kind, number: string) => uuidOf(`'${kind} ' || (${number})`)

const FIRST = `ARRAY['Kite','Paper','Glass','Salt','Amber','Winter','Copper','Silent','Golden','Broken','Distant','Hollow',
  'Velvet','Burning','Northern','Little','Crooked','Electric','Blue','Wild']`
const SECOND = `ARRAY['String','Harbour','Lantern','River','Mirror','Garden','Engine','Thunder','Letters','Parade','Orchard',
  'Signal','Window','Tide','Meadow','Circus','Rooftop','Shadow','Market','Choir']`
const wordsOf = (number: string) => `(${FIRST})[1 + (${number}) % 20] || ' ' || (${SECOND})[1 + (${number}) / 20 % 20]`
/** Spread over the year before the last month. */
const madeAt = (number: string, count: number) =>
  `now() - interval '${DAYS + 30} days' + (${number}) * interval '${DAYS} days' / ${count}`

const monthOf = (day: string) => `date_trunc('month', ${day}::timestamp)::date`

/** Fills an empty database. Ends with VACUUM ANALYZE, which a server that has run for a while has had. */
export async function seedBigCatalog(pool: Pool, size: CatalogSize, owners: Owners): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    await client.query(`SELECT setseed(0.42), set_config('work_mem', '256MB', true)`)
    const statements = [
      peopleAndArtists(size, owners),
      albumsAndTracks(size),
      podcastsAndEpisodes(size),
      plays(size),
      figuresOfPlays(),
      earnings(),
      figuresOfEarnings(),
    ]
    for (const statement of statements) await client.query(statement)
    await client.query('COMMIT')
    await client.query('VACUUM ANALYZE')
  } finally {
    client.release()
  }
}

const podcastCountOf = ({ artistCount }: CatalogSize) => Math.max(2, artistCount / 100)

function peopleAndArtists(size: CatalogSize, { popularId, plainId }: Owners): string {
  const { artistCount } = size
  return `
    INSERT INTO person (id, username, display_name, created_at)
    SELECT ${idOf('person', 'n')}, 'listener-' || n, ${wordsOf('n')}, ${madeAt('n', artistCount + SUPPORTER_COUNT)}
    FROM generate_series(2, ${Math.max(artistCount, SUPPORTER_COUNT) + 1}) n;

    CREATE TEMPORARY TABLE big_owner ON COMMIT DROP AS
    SELECT n, CASE n WHEN 0 THEN '${popularId}'::uuid WHEN 1 THEN '${plainId}'::uuid ELSE ${idOf('person', 'n')} END AS id
    FROM generate_series(0, ${artistCount - 1}) n;

    INSERT INTO content (id, type, owner_id) SELECT ${idOf('artist', 'n')}, 'artist', id FROM big_owner;
    INSERT INTO artist (id, user_id, name, artist_url, created_at, updated_at)
    SELECT ${idOf('artist', 'n')}, id, ${wordsOf('n * 3')} || ' ' || n, 'artist-' || n, ${madeAt('n', artistCount)}, now()
    FROM big_owner;`
}

function albumsAndTracks({ artistCount, trackCount }: CatalogSize): string {
  const albumCount = trackCount / TRACKS_AN_ALBUM
  const popularCount = Math.ceil(albumCount / 100)
  return `
    CREATE TEMPORARY TABLE big_album ON COMMIT DROP AS
    SELECT a.n, ${idOf('album', 'a.n')} AS id, o.n AS artist, o.id AS owner_id, ${madeAt('a.n', albumCount)} AS made_at
    FROM (
      SELECT n, CASE WHEN n < ${popularCount} THEN 0 ELSE 1 + (n - ${popularCount}) % ${artistCount - 1} END AS artist
      FROM generate_series(0, ${albumCount - 1}) n) a
    JOIN big_owner o ON o.n = a.artist;
    INSERT INTO content (id, type, owner_id) SELECT id, 'album', owner_id FROM big_album;
    INSERT INTO album (id, artist_id, title, is_draft, published_at, created_at, updated_at)
    SELECT id, ${idOf('artist', 'artist')}, ${wordsOf('n')} || ' ' || n, false, made_at, made_at, made_at FROM big_album;

    CREATE TEMPORARY TABLE big_track ON COMMIT DROP AS
    SELECT a.n * ${TRACKS_AN_ALBUM} + p AS n, ${idOf('track', `a.n * ${TRACKS_AN_ALBUM} + p`)} AS id,
      a.id AS album_id, a.owner_id, a.made_at, p + 1 AS position
    FROM big_album a, generate_series(0, ${TRACKS_AN_ALBUM - 1}) p;
    INSERT INTO content (id, type, owner_id) SELECT id, 'track', owner_id FROM big_track;
    INSERT INTO track (id, album_id, title, position, is_draft, published_at, asset_id, processing_state, live_key,
      duration_ms, created_at, updated_at)
    SELECT id, album_id, ${wordsOf('n * 7')} || ' ' || position, position, false, made_at, ${uuidOf(`'asset ' || n`)},
      'finished', 'media/' || n || '.mp3', 120000 + n % 180 * 1000, made_at, made_at
    FROM big_track;`
}

function podcastsAndEpisodes(size: CatalogSize): string {
  const podcastCount = podcastCountOf(size)
  return `
    INSERT INTO content (id, type, owner_id)
    SELECT ${idOf('podcast', 'n')}, 'podcast', id FROM big_owner WHERE n < ${podcastCount};
    INSERT INTO podcast (id, user_id, name, podcast_url, is_draft, published_at, created_at, updated_at)
    SELECT ${idOf('podcast', 'n')}, id, ${wordsOf('n * 11')} || ' Radio ' || n, 'podcast-' || n, false,
      ${madeAt('n', podcastCount)}, now(), now()
    FROM big_owner WHERE n < ${podcastCount};

    CREATE TEMPORARY TABLE big_episode ON COMMIT DROP AS
    SELECT o.n * ${EPISODES_A_PODCAST} + p AS n, o.n AS podcast, o.id AS owner_id, p + 1 AS position
    FROM big_owner o, generate_series(0, ${EPISODES_A_PODCAST - 1}) p WHERE o.n < ${podcastCount};
    INSERT INTO content (id, type, owner_id) SELECT ${idOf('episode', 'n')}, 'episode', owner_id FROM big_episode;
    INSERT INTO episode (id, podcast_id, title, position, is_draft, published_at, asset_id, processing_state, live_key,
      duration_ms, created_at, updated_at)
    SELECT ${idOf('episode', 'n')}, ${idOf('podcast', 'podcast')}, ${wordsOf('n * 13')} || ' ' || position, position, false,
      ${madeAt('n', podcastCount * EPISODES_A_PODCAST)}, ${uuidOf(`'talk ' || n`)}, 'finished', 'media/talk-' || n || '.mp3',
      1800000, now(), now()
    FROM big_episode;`
}

/** A tenth of them are of the popular artist; most of the others are of a few artists. */
function plays({ trackCount, playCount }: CatalogSize): string {
  const popular = Math.ceil(trackCount / TRACKS_AN_ALBUM / 100) * TRACKS_AN_ALBUM
  return `
    CREATE TEMPORARY TABLE big_play ON COMMIT DROP AS
    SELECT p.n, t.id AS content_id, t.owner_id, t.album_id, now() - random() * interval '${DAYS} days' AS started_at,
      (ARRAY['Chrome','Safari','Firefox','Edge','Samsung Internet','Other'])[1 + floor(6 * random() ^ 2)::int] AS agent,
      (ARRAY['release','playlist','chart','artist','search','library','autoplay'])[1 + floor(7 * random())::int] AS source
    FROM (
      SELECT n, CASE WHEN n % 10 = 0 THEN floor(${popular} * random() ^ 2)
        ELSE ${popular} + floor(${trackCount - popular} * random() ^ 3) END::int AS track
      FROM generate_series(1, ${playCount}) n) p
    JOIN big_track t ON t.n = p.track;

    INSERT INTO play (play_id, content_id, owner_id, listener, started_at, ended_at, arrived_at, agent, source, is_rolled_up)
    SELECT gen_random_uuid(), content_id, owner_id, decode(md5('listener ' || n % 50000), 'hex'), started_at,
      started_at + interval '2 minutes', started_at + interval '2 minutes', agent, source, true
    FROM big_play WHERE started_at > now() - interval '8 days';`
}

function figuresOfPlays(): string {
  const day = `(started_at AT TIME ZONE 'UTC')::date`
  return `
    INSERT INTO play_day (owner_id, day, content_id, plays)
    SELECT owner_id, ${day}, content_id, count(*) FROM big_play GROUP BY 1, 2, 3 ORDER BY 1, 2, 3;
    INSERT INTO play_month (owner_id, month, content_id, plays)
    SELECT owner_id, ${monthOf('day')}, content_id, sum(plays) FROM play_day GROUP BY 1, 2, 3 ORDER BY 1, 2, 3;
    INSERT INTO play_agent_day (owner_id, day, agent, source, plays)
    SELECT owner_id, ${day}, agent, source, count(*) FROM big_play GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4;
    INSERT INTO play_total (content_id, owner_id, plays) SELECT content_id, owner_id, count(*) FROM big_play GROUP BY 1, 2;`
}

function earnings(): string {
  return `
    CREATE TEMPORARY TABLE big_zap ON COMMIT DROP AS
    SELECT gen_random_uuid() AS id, content_id, owner_id, album_id, started_at AS settled_at,
      (started_at AT TIME ZONE 'UTC')::date AS day, (1000 * (1 + floor(2000 * random() ^ 4)))::bigint AS msat,
      CASE WHEN n % 3 > 0 THEN ${idOf('person', `2 + floor(${SUPPORTER_COUNT} * random() ^ 2)::int`)} END AS payer_id,
      CASE WHEN n % ${PLAYS_A_ZAP * ZAPS_A_MESSAGE} = 0 THEN 'This one stays with me. No. ' || n END AS comment
    FROM big_play WHERE n % ${PLAYS_A_ZAP} = 0;`
}

/** The artist's share is 95 %; charts and lists show what was paid. */
function figuresOfEarnings(): string {
  const share = `sum(msat * 95 / 100)::bigint`
  const nobody = `'00000000-0000-0000-0000-000000000000'`
  const paid = `(
    SELECT content_id AS id, day, msat FROM big_zap UNION ALL SELECT album_id, day, msat FROM big_zap
    UNION ALL SELECT al.artist_id, day, msat FROM big_zap JOIN album al ON al.id = album_id) paid`
  return `
    INSERT INTO earning_day (user_id, day, content_id, msat)
    SELECT owner_id, day, content_id, ${share} FROM big_zap GROUP BY 1, 2, 3 ORDER BY 1, 2, 3;
    INSERT INTO earning_month (user_id, month, content_id, msat)
    SELECT user_id, ${monthOf('day')}, content_id, sum(msat) FROM earning_day GROUP BY 1, 2, 3 ORDER BY 1, 2, 3;
    INSERT INTO earning_total (user_id, content_id, msat)
    SELECT owner_id, content_id, ${share} FROM big_zap GROUP BY 1, 2;
    INSERT INTO earning_source_day (user_id, day, source, msat)
    SELECT owner_id, day, CASE WHEN payer_id IS NULL THEN 'wallet' ELSE 'balance' END, ${share}
    FROM big_zap GROUP BY 1, 2, 3 ORDER BY 1, 2, 3;
    INSERT INTO supporter_day (user_id, day, supporter_id, msat, zaps)
    SELECT owner_id, day, coalesce(payer_id, ${nobody}), ${share}, count(*) FROM big_zap GROUP BY 1, 2, 3 ORDER BY 1, 2, 3;
    INSERT INTO supporter_month (user_id, month, supporter_id, msat, zaps)
    SELECT user_id, ${monthOf('day')}, supporter_id, sum(msat), sum(zaps) FROM supporter_day GROUP BY 1, 2, 3 ORDER BY 1, 2, 3;
    INSERT INTO support_message (user_id, payment_id, content_id, supporter_id, msat, comment, settled_at)
    SELECT owner_id, id, content_id, payer_id, msat * 95 / 100, comment, settled_at FROM big_zap WHERE comment IS NOT NULL;
    INSERT INTO counted_earning (payment_id) SELECT id FROM big_zap ORDER BY 1;
    INSERT INTO counted_payment (payment_id, content_id, payer_id, day) SELECT id, content_id, payer_id, day FROM big_zap;
    INSERT INTO content_total (content_id, msat_total) SELECT id, sum(msat)::bigint FROM ${paid} GROUP BY 1;
    INSERT INTO content_day (content_id, day, msat) SELECT id, day, sum(msat)::bigint FROM ${paid} GROUP BY 1, 2 ORDER BY 1, 2;`
}
