import { createTestDatabase } from '#tests/test-database.ts'
import { connectDatabase } from '#server/platform/database.ts'
import { sql } from 'kysely'
import * as tq from '#server/catalog/track-queries.ts'
import * as cq from '#server/catalog/chart-queries.ts'
import * as aq from '#server/catalog/album-queries.ts'
import * as arq from '#server/catalog/artist-queries.ts'
import * as pq from '#server/catalog/payable.ts'
const own = await createTestDatabase()
const db = connectDatabase({ url: own.url, role: own.role })
const run = (t: string) => sql.raw(t).execute(db.read)
const uid = (p: string, g = 'g') => `('00000000-0000-7000-${p}-' || lpad(${g}::text, 12, '0'))::uuid`
await run(`insert into content select ${uid('8001')}, 'artist', ${uid('8000')} from generate_series(1,2000) g`)
await run(`insert into artist (id,user_id,name,artist_url,created_at,updated_at) select ${uid('8001')}, ${uid('8000')}, 'artist '||g, 'artist-'||g, now(), now() from generate_series(1,2000) g`)
await run(`insert into content select ${uid('8002')}, 'album', ${uid('8000','(g%2000+1)')} from generate_series(1,10000) g`)
await run(`insert into album (id,artist_id,title,is_draft,published_at,created_at,updated_at) select ${uid('8002')}, ${uid('8001','(g%2000+1)')}, 'album '||g, false, now() - g * interval '1 hour', now(), now() from generate_series(1,10000) g`)
await run(`insert into content select ${uid('8003')}, 'track', ${uid('8000','(g%10000%2000+1)')} from generate_series(1,100000) g`)
await run(`insert into track (id,album_id,title,position,is_draft,published_at,asset_id,live_key,duration_ms,processing_state,created_at,updated_at) select ${uid('8003')}, ${uid('8002','(g%10000+1)')}, 'track '||g, g/10000+1, false, now() - interval '1 hour' * (g%10000+1), ${uid('8004')}, 'media/'||g||'.mp3', 1000, 'finished', now(), now() from generate_series(1,100000) g`)
await run(`insert into content_total select ${uid('8003')}, g*1000 from generate_series(1,50000) g`)
await run(`insert into content_day select ${uid('8003')}, current_date - d, (g*7919+d*31)%100000+1 from generate_series(1,20000) g, generate_series(0,30) d`)
await sql.raw('analyze').execute(db.read).catch(() => undefined)
const { Client } = (await import('pg')).default
const c = new Client({ connectionString: own.ownerUrl }); await c.connect(); await c.query('analyze'); await c.end()
const now = new Date()
const who = { kind: 'visitor', ip: '' } as const
const album = '00000000-0000-7000-8002-000000000100', track='00000000-0000-7000-8003-000000000100', artist='00000000-0000-7000-8001-000000000100'
async function time(name: string, work: () => Promise<unknown>) {
  await work(); const s = performance.now(); const n = 5; for (let i = 0; i < n; i++) await work()
  console.log(name, ((performance.now() - s) / n).toFixed(2), 'ms')
}
await time('album', () => aq.findVisibleAlbum(db.read, who, album, now))
await time('albumTracks', () => tq.selectAlbumTracks(db.read, who, album, {}, now))
await time('track', () => tq.findVisibleTrack(db.read, who, track, now))
await time('new', () => tq.selectNewTracks(db.read, 100, now))
await time('albumPage', () => aq.selectAlbumPage(db.read, { number: 1, limit: 50, offset: 0 }, now))
await time('artistPage', () => arq.selectArtistPage(db.read, { number: 1, limit: 50, offset: 0 }, now))
await time('best', () => tq.selectBestTracks(db.read, artist, 10, now))
await time('top7', () => cq.selectTopTracks(db.read, 7, 40, now))
await time('top30', () => cq.selectTopTracks(db.read, 30, 12, now))
await time('today', () => cq.selectTracksOfToday(db.read, 12, now))
await time('payable', () => pq.readPayable(db.read, track))
await time('terms', () => pq.readSplitTerms(db.read, track))
await db.close(); await own.drop()
