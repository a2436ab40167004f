/** ROLE: one process for pages and calls, one for background jobs and one for the relay do together what one process does. */
import assert from 'node:assert/strict'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import { createAlbum } from '#contract/catalog/albums.ts'
import { createArtist } from '#contract/catalog/artists.ts'
import { createTrack, getTrack } from '#contract/catalog/tracks.ts'
import { completeUpload, uploadIdOf } from '#contract/catalog/uploads.ts'
import { send } from '#contract/payments/payments.ts'
import { signEvent } from '#protocols/nostr/event.ts'
import { generateSecretKey } from '#protocols/nostr/keys.ts'
import { makeWav } from '#tests/audio-samples.ts'
import { runStore, STORE_KEY } from '#tests/object-store.ts'
import { connectRelay } from '#tests/relay-client.ts'
import { until } from '#tests/users.ts'
import { createTestWorld } from '#tests/world.ts'
import { createSmallLab } from './small-lab.ts'

const statusOf = async (origin: string, path: string) => (await fetch(origin + path)).status

test('web, jobs and relay as three processes transcode an upload, settle a zap and store an event', async () => {
  await using stack = new AsyncDisposableStack()
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'peal-roles-'))
  stack.defer(() => fs.rmSync(folder, { recursive: true, force: true }))
  const store = await runStore(path.join(folder, 'store'))
  stack.defer(() => store.close())
  const settings = {
    ROLE: 'web',
    SECRET: 'a secret that all of these processes share',
    S3_BUCKET: 'peal',
    S3_ENDPOINT: `http://127.0.0.1:${store.port}`,
    S3_ACCESS_KEY_ID: STORE_KEY,
    S3_SECRET_ACCESS_KEY: STORE_KEY,
    S3_PATH_STYLE: 'on',
  }
  const lab = stack.use(await createSmallLab({ settings }))
  // As on another machine: it shares the database, the node and the bucket, and has a folder of its own.
  const elsewhere = { ROLE: 'jobs', DATA_DIR: path.join(folder, 'elsewhere') }
  const [jobs, relay] = await Promise.all([lab.addServer(elsewhere), lab.addServer({ ROLE: 'relay' })])
  for (const [origin, role, serves] of [
    [lab.origin, 'web', ['/v1/settings']],
    [jobs, 'jobs', []],
    [relay, 'relay', ['/relay']],
  ] as const) {
    const { roles } = (await (await fetch(`${origin}/readyz`)).json()) as { roles: string[] }
    assert.deepEqual(roles, [role])
    assert.equal(await statusOf(origin, '/livez'), 200)
    for (const path of ['/v1/settings', '/relay']) {
      const isServed = (serves as readonly string[]).includes(path)
      assert.equal(await statusOf(origin, path), isServed ? 200 : 404, `${role} ${path}`)
    }
  }
  const ann = await lab.createTestUser('ann')
  const { id: artistId } = await ann(createArtist, { body: { name: 'In three processes' } })
  const album = await ann(createAlbum, { body: { artistId, title: 'Three' } })
  const track = await ann(createTrack, { body: { albumId: album.id, title: 'One', order: 1, extension: 'wav' } })
  const put = await fetch(track.presignedUrl, { method: 'PUT', body: new Uint8Array(makeWav(2)) })
  assert.equal(put.status, 200)
  await ann(completeUpload, { params: { uploadId: uploadIdOf(track.presignedUrl)! } })
  await lab.fill(ann, 50_000)
  await ann(send, { body: { contentId: artistId, msatAmount: 10_000 } })
  await until(async () => {
    const { rows } = await sql`SELECT FROM counted_payment`.execute(lab.database.read)
    return rows.length === 1
  })
  await until(async () => (await ann(getTrack, { params: { trackId: track.id } })).liveUrl !== null)
  const { liveUrl } = await ann(getTrack, { params: { trackId: track.id } })
  assert.equal((await fetch(new URL(liveUrl!, lab.origin))).status, 200)

  const now = Math.floor(Date.now() / 1_000)
  const event = signEvent({ kind: 1_111, created_at: now, tags: [], content: 'words' }, generateSecretKey())
  const client = await connectRelay(relay)
  assert.deepEqual(await client.publish(event), { isAccepted: true, words: '' })
  assert.deepEqual(
    (await client.list({ ids: [event.id] })).map(({ id }) => id),
    [event.id],
  )
  client.close()
  await assert.rejects(connectRelay(lab.origin), /Refused with 404/)
  assert.deepEqual((await lab.check(30_000)).breaches, [])
})

test('a process for pages and calls runs no job', async () => {
  const startedAt = Date.now() / 1_000
  await using world = await createTestWorld({ settings: { ROLE: 'web', METRICS_LISTEN: '127.0.0.1:0' } })
  assert.deepEqual(await world.app.runJobs(), [])
  const metrics = await (await fetch(`${world.app.metricsOrigin}/metrics`)).text()
  assert.deepEqual(metrics.match(/^peal_role\{.*/gm), ['peal_role{role="web"} 1'])
  // Servers of other test files may have run jobs in this process before.
  const ended = [...metrics.matchAll(/^peal_job_success_time_seconds\{.* (\S+)$/gm)].map(([, at]) => Number(at))
  assert.deepEqual(
    ended.filter((at) => at >= startedAt),
    [],
  )
})
