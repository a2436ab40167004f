/** A catalogue for a test: a fresh database, users, a clock that is stepped, and calls over HTTP. Not for production
 * code. Audio is not processed: `finishAudio` sends the events of the media module. */
import { signEvent, type UnsignedEvent } from '#protocols/nostr/event.ts'
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { sql } from 'kysely'
import sharp from 'sharp'
import { insertNewUser, findUsersByUsernames } from '#server/accounts/users.ts'
import { connectDatabase } from '#server/platform/database/connect.ts'
import type { Database } from '#server/platform/database/database.ts'
import { openDiskFiles } from '#server/platform/files/disk-files.ts'
import { createHttpServer } from '#server/platform/http/server.ts'
import { silentLog } from '#server/platform/log.ts'
import { signedIn } from '#server/platform/http/caller.fixture.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { createTestDatabase } from '#tests/test-database.ts'
import { catalogRoutes } from './routes.ts'
import { agreeToOffers } from './splits/consent.fixture.ts'
import { onAssetFailed, onAssetFinished } from './subscribers.ts'

/** Parsed JSON: each test checks what it expects. */
type Parsed = ReturnType<typeof JSON.parse>
export type TestResponse = { status: number; data: Parsed; error: string; code: string }
type Send = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: object,
  headers?: Record<string, string>,
) => Promise<TestResponse>

export type CatalogUser = { userId: string; username: string; send: Send; form: Send }

export type TestCatalog = {
  database: Database
  visitor: { send: Send }
  person(username: string): Promise<CatalogUser>
  step(ms: number): Date
  now(): Date
  finishAudio(contentId: string): Promise<void>
  failAudio(contentId: string, reason: string): Promise<void>
  /** An artist with an album of these tracks, all finished and none published. */
  album(
    owner: CatalogUser,
    titles: string[],
    fields?: object,
  ): Promise<{ artistId: string; albumId: string; trackIds: string[] }>
  track(owner: CatalogUser, albumId: string, title: string): Promise<string>
  /** These users agree to all shares that they are offered. */
  agree(...users: CatalogUser[]): Promise<void>
  close(): Promise<void>
}

export const DAY_MS = 86_400_000

const sign = (event: UnsignedEvent) => signEvent(event, new Uint8Array(32).fill(7))
const invitationMail = { mailer: { send: () => Promise.resolve() }, publicUrl: '', brandName: 'Peal' }
const addresses = { readOwnName: () => null, check: (address: string) => Promise.resolve(address) }

export async function openTestCatalog(): Promise<TestCatalog> {
  const own = await createTestDatabase()
  const database = connectDatabase({ url: own.url, role: own.role })
  const root = await mkdtemp(join(tmpdir(), 'peal-catalog-'))
  let now = new Date('2030-06-15T12:00:00Z')
  const clock = { now: () => now }
  const files = await openDiskFiles({ root, publicUrl: '', secret: 'secret', clock })
  const app = await createHttpServer({ database, log: silentLog, trustedProxies: '', authenticate })
  catalogRoutes(app, { database, clock, files, feedHome: null, addresses, invitationMail, sign }, async () => [])
  const catalog: TestCatalog = {
    database,
    visitor: { send: sender(app, {}) },
    async person(username) {
      const claims = { issuer: 'test', subject: username, email: null, emailVerified: false }
      const [user] = await database.transaction(async (tx) => {
        await insertNewUser(tx, { claims, username, now })
        return findUsersByUsernames(tx, [username])
      })
      assert(user !== undefined)
      const { userId } = user
      const headers = { 'x-user': userId }
      return { userId, username, send: sender(app, headers), form: formSender(app, headers) }
    },
    step(ms) {
      now = new Date(now.getTime() + ms)
      return now
    },
    now: () => now,
    async finishAudio(contentId) {
      const assetId = await assetOf(database, contentId)
      await formatFinished(database, assetId, now)
      await onAssetFinished(database, clock)({ assetId })
    },
    async failAudio(contentId, reason) {
      await onAssetFailed(database, clock)({ assetId: await assetOf(database, contentId), reason, code: 'damaged' })
    },
    async album(owner, titles, fields = {}) {
      const artist = await owner.form('POST', '/v1/artists/create', { name: 'Ada' })
      assert.equal(artist.status, 200, artist.error)
      const made = await owner.form('POST', '/v1/albums', { artistId: artist.data.id, title: 'Dawn', ...fields })
      assert.equal(made.status, 200, made.error)
      const trackIds: string[] = []
      for (const title of titles) {
        const trackId = await catalog.track(owner, made.data.id, title)
        await catalog.finishAudio(trackId)
        trackIds.push(trackId)
      }
      return { artistId: artist.data.id, albumId: made.data.id, trackIds }
    },
    async track(owner, albumId, title) {
      const made = await owner.send('POST', '/v1/tracks', { albumId, title, order: 1, extension: 'mp3' })
      assert.equal(made.status, 200, made.error)
      return made.data.id
    },
    async agree(...users) {
      await agreeToOffers(
        database,
        users.map(({ userId }) => userId),
        now,
      )
    },
    async close() {
      await app.close()
      await database.close()
      await own.drop()
      await rm(root, { recursive: true, force: true })
    },
  }
  return catalog
}

/** A catalogue for all tests of a file, with two users. */
export async function openFileCatalog(): Promise<{ catalog: TestCatalog; ada: CatalogUser; ben: CatalogUser }> {
  const catalog = await openTestCatalog()
  after(() => catalog.close())
  return { catalog, ada: await catalog.person('ada'), ben: await catalog.person('ben') }
}

/** The user whose id is in the header `x-user`. */
async function authenticate({ headers }: { headers: Record<string, unknown> }): Promise<Caller> {
  const userId = headers['x-user']
  return typeof userId === 'string' ? signedIn(userId) : { kind: 'visitor', ip: '192.0.2.1' }
}

async function assetOf(database: Database, contentId: string): Promise<string> {
  const { rows } = await sql<{ asset_id: string }>`
    SELECT asset_id FROM track WHERE id = ${contentId}
    UNION ALL SELECT asset_id FROM episode WHERE id = ${contentId}`.execute(database.read)
  assert(rows[0] !== undefined)
  return rows[0].asset_id
}

/** Sets an asset to the state in which the media module leaves it after processing. */
async function formatFinished(database: Database, assetId: string, now: Date): Promise<void> {
  const streams = JSON.stringify({ mp3: { key: `media/${assetId}.mp3`, bytes: 1_000, bitRate: 128_000 } })
  await sql`
    UPDATE asset SET state = 'finished', finished_at = ${now}, duration_ms = 1234, peaks = ${Buffer.alloc(1_000, 7)},
      streams = ${streams}::jsonb WHERE id = ${assetId}`.execute(database.read)
}

function parseResponse(response: LightMyRequestResponse): TestResponse {
  const { statusCode: status } = response
  return { status, data: undefined, error: '', code: '', ...response.json<Partial<TestResponse>>() }
}

function sender(app: FastifyInstance, headers: Record<string, string>): Send {
  return async (method, path, body, more = {}) => {
    const payload = body === undefined ? {} : { payload: body }
    const response = await app.inject({ method, url: path, headers: { ...headers, ...more }, ...payload })
    return parseResponse(response)
  }
}

function formSender(app: FastifyInstance, headers: Record<string, string>): Send {
  return async (method, path, body = {}, more = {}) => {
    const form = new FormData()
    for (const [name, value] of Object.entries(body)) form.append(name, value as string | Blob)
    const encoded = new Response(form)
    const response = await app.inject({
      method,
      url: path,
      headers: { ...headers, ...more, 'content-type': encoded.headers.get('content-type') ?? '' },
      payload: Buffer.from(await encoded.arrayBuffer()),
    })
    return parseResponse(response)
  }
}

export async function makeJpeg(background: string): Promise<File> {
  const picture = sharp({ create: { width: 8, height: 8, channels: 3, background } }).jpeg()
  return new File([new Uint8Array(await picture.toBuffer())], 'a.jpg')
}
