/** Users and content of a test world, created by calling /v1. */
import { getAccount } from '#contract/accounts/account.ts'
import { createAlbum } from '#contract/catalog/albums.ts'
import { createArtist } from '#contract/catalog/artists.ts'
import { register, verifyEmail } from '#contract/accounts/auth.ts'
import { logIdentity } from '#contract/accounts/region.ts'
import { createDeposit } from '#contract/payments/payments.ts'
import { publish } from '#contract/catalog/publish.ts'
import { createSplit } from '#contract/catalog/splits.ts'
import { createTrack, getTrack } from '#contract/catalog/tracks.ts'
import { decodeInvoice } from '#protocols/lightning/bolt11.ts'
import { listUnsentMails } from '#server/platform/mail.ts'
import type { World } from '#server/world.ts'
import type { Call } from '#web/data/api.ts'
import { agreeToAll } from './agreements.ts'
import { provingCall } from './proofs.ts'
import { makeWav } from './audio-samples.ts'
import type { TestWorld } from './world.ts'

export type TestUser = {
  userId: string
  name: string
  email: string
  token: string
  call: Call
  /** The same with a proof by password wherever one is needed. */
  prove: Call
  balance(): Promise<number>
}

/** A server that users are created on: of this process, or of another one. */
export type TestServer = Pick<TestWorld, 'origin' | 'call' | 'callWith'> & { world: Pick<World, 'database'> }

/** All users created by the test. */
export const PASSWORD = 'a long enough password'

let count = 0
/** The users of each world, by name. */
const usersOf = new WeakMap<TestServer, Map<string, TestUser>>()

/** Registers a user and, unless `verified` is false, confirms the e-mail address. Without a full name the studio redirects to
 * /onboarding. */
export async function createTestUser(
  test: TestServer,
  {
    name = `person${++count}`,
    verified = true,
    hasFullName = false,
  }: { name?: string; verified?: boolean; hasFullName?: boolean } = {},
): Promise<TestUser> {
  const email = `${name}@example.com`
  const { token, user } = await test.call(register, { body: { email, password: PASSWORD, name } })
  if (verified) {
    const [mail] = await listUnsentMails(test.world.database, email)
    const oobCode = new URL(mail!.links[0]!).searchParams.get('oobCode')!
    await test.call(verifyEmail, { body: { oobCode } })
  }
  const call = test.callWith(token)
  if (hasFullName) await call(logIdentity, { body: { firstName: 'Mara', lastName: 'Okafor' } })
  const prove = provingCall(call, { method: 'password', password: PASSWORD })
  const created: TestUser = {
    userId: user.id,
    name,
    email,
    token,
    call,
    prove,
    balance: async () => (await call(getAccount, {})).msatBalance,
  }
  usersOf.set(test, (usersOf.get(test) ?? new Map<string, TestUser>()).set(name, created))
  return created
}

/** Fills a balance by a deposit that the scripted node reports as paid. */
export async function fillBalance(test: TestWorld, person: TestUser, amountMsat: number): Promise<void> {
  const { request } = await person.call(createDeposit, { body: { msatAmount: amountMsat } })
  const wanted = (await person.balance()) + amountMsat
  await test.node.settle(decodeInvoice(request).paymentHash)
  await until(async () => (await person.balance()) === wanted)
}

/** These users of the world agree to all shares that they are offered. */
export async function agreeByName(test: TestServer, names: readonly string[]): Promise<void> {
  for (const name of names) await agreeToAll(usersOf.get(test)!.get(name)!.call)
}

export type PublishedTrack = { trackId: string; albumId: string; artistId: string }

/** A published track of this user with real audio and the given split, to which everybody in it agrees. */
export async function publishTrack(
  test: TestServer,
  owner: TestUser,
  {
    title = 'A track',
    split = [],
    audio = makeWav(2),
  }: { title?: string; split?: { name: string; share: number }[]; audio?: Buffer } = {},
): Promise<PublishedTrack> {
  const artist = await owner.call(createArtist, { body: { name: `Artist of ${owner.name}` } })
  const album = await owner.call(createAlbum, { body: { artistId: artist.id, title: `Album of ${title}` } })
  const track = await owner.call(createTrack, { body: { albumId: album.id, title, order: 1, extension: 'wav' } })
  await putAudio(test, track.presignedUrl, audio)
  await until(async () => (await owner.call(getTrack, { params: { trackId: track.id } })).liveUrl !== null)
  if (split.length > 0) {
    await owner.call(createSplit, { body: { contentId: album.id, splitRecipients: split } })
    await agreeByName(
      test,
      split.flatMap(({ name }) => (name === owner.name ? [] : name)),
    )
  }
  await owner.call(publish, { params: { contentId: album.id }, body: { contentType: 'album' } })
  return { trackId: track.id, albumId: album.id, artistId: artist.id }
}

export async function putAudio(
  test: Pick<TestWorld, 'origin'>,
  presignedUrl: string,
  bytes: Buffer,
): Promise<Response> {
  const url = new URL(presignedUrl, test.origin)
  return fetch(new URL(url.pathname + url.search, test.origin), { method: 'PUT', body: new Uint8Array(bytes) })
}

/** Waits until a condition becomes true, without causing it. */
export async function until(isTrue: () => Promise<boolean> | boolean, timeoutMs = 60_000): Promise<void> {
  const deadline = performance.now() + timeoutMs
  while (!(await isTrue())) {
    if (performance.now() > deadline) throw new Error(`Not true after ${timeoutMs} ms: ${isTrue}`)
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}

/** Gives a new track or episode the audio of a finished track, for tests that are not about processing. */
export async function lendAudio(
  { world }: TestWorld,
  id: string,
  fromTrackId: string,
  table: 'track' | 'episode' = 'track',
): Promise<void> {
  await world.database.pool.query(
    `UPDATE ${table} SET processing_state = 'finished', (live_key, duration_ms) =
       (SELECT live_key, duration_ms FROM track WHERE id = $2) WHERE id = $1`,
    [id, fromTrackId],
  )
}
