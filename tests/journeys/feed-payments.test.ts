/** A podcast app that follows the value blocks of feeds pays everybody the same as a payment here at the same second. With a
 * thousand random splits: `FEED_PAYMENTS=1000 node --test --test-timeout=0 tests/journeys/feed-payments.test.ts`. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { createEpisode } from '#contract/catalog/episodes.ts'
import { createPodcast } from '#contract/catalog/podcasts.ts'
import { publish } from '#contract/catalog/publish.ts'
import { createSplit, createTimeSplits, updateSplit, updateTimeSplits } from '#contract/catalog/splits.ts'
import { agreeToOffers } from '#server/catalog/splits/consent.fixture.ts'
import { all, one, parseXml, text, type XmlNode } from '#protocols/rss/parse-xml.ts'
import { assertBooksBalance } from '../refusals.ts'
import { createTestUser, lendAudio, publishTrack, until, type PublishedTrack, type TestUser } from '../users.ts'
import { createTestWorld, type TestWorld } from '../world.ts'

const RUNS = Number(process.env['FEED_PAYMENTS'] ?? 12)
const timeout = 60_000 + 2_000 * RUNS
const FEE_PPM = 50_000n
const PUBLIC_URL = 'https://peal.example'

const stack = new AsyncDisposableStack()
let world: TestWorld
let users: TestUser[]
let song: PublishedTrack
let podcastId: string
let episodeId: string

before(async () => {
  world = stack.use(await createTestWorld({ settings: { PUBLIC_URL, FEE_PPM: String(FEE_PPM) } }))
  users = await Promise.all(['mara', 'dia', 'ben', 'leo', 'ana'].map((name) => createTestUser(world, { name })))
  const [mara, dia] = users as [TestUser, TestUser]
  song = await publishTrack(world, dia, { title: 'Guest' })
  podcastId = (await mara.call(createPodcast, { body: { name: 'Night Talk' } })).id
  const body = { podcastId, title: 'Pilot', order: 1, extension: 'wav' as const }
  episodeId = (await mara.call(createEpisode, { body })).id
  await lendAudio(world, episodeId, song.trackId, 'episode')
  await mara.call(publish, { params: { contentId: podcastId }, body: { contentType: 'podcast' } })
  const alone = (contentId: string, name: string) => ({ contentId, splitRecipients: [{ name, share: 1 }] })
  await mara.call(createSplit, { body: alone(episodeId, 'mara') })
  await dia.call(createSplit, { body: alone(song.trackId, 'dia') })
  await mara.call(createTimeSplits, {
    body: {
      contentId: episodeId,
      contentType: 'episode',
      timeSplits: [{ ...WHOLE, recipientContentId: song.trackId }],
    },
  })
})
after(() => stack.disposeAsync())

const WHOLE = { startSeconds: 0, endSeconds: 2, shareNumerator: 1, shareDenominator: 2 }

/** By the index of the user in `users`. */
type Weights = ReadonlyMap<number, number>
type Part = { address: string; amountMsat: bigint }
type TimeSplit = typeof WHOLE | null

const weights = fc
  .uniqueArray(fc.tuple(fc.nat(4), fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 100_000 }))), {
    minLength: 1,
    maxLength: 5,
    selector: ([user]) => user,
  })
  .map((pairs): Weights => new Map(pairs))
const timeSplit = fc.option(
  fc.integer({ min: 1, max: 1_000 }).chain((shareDenominator) =>
    fc.record({
      startSeconds: fc.constantFrom(0, 1),
      endSeconds: fc.constant(2),
      shareNumerator: fc.integer({ min: 1, max: shareDenominator }),
      shareDenominator: fc.constant(shareDenominator),
    }),
  ),
)
const payment = fc.record({ amountMsat: fc.bigInt(1_000n, 50_000_000n), seconds: fc.constantFrom(0, 1) })

test(
  'an app that reads the feeds pays everybody what they get here, and nothing is split twice',
  { timeout },
  async () => {
    const property = fc.asyncProperty(weights, weights, timeSplit, payment, async (own, guest, timed, paid) => {
      await setSplits(own, guest, timed)
      const parts = await readParts(paid)
      assert.equal(
        parts.reduce((sum, { amountMsat }) => sum + amountMsat, 0n),
        paid.amountMsat,
      )
      const payable = parts.every(({ amountMsat }) => amountMsat >= 1_000n)
      // LNURL cannot pay less than a sat, so an app omits such a part.
      fc.pre(payable)
      const byApp = new Map<string, bigint>()
      for (const { address, amountMsat } of parts) {
        const legs = await pay(
          { address, amountMsat },
          { comment: 'rss::payment::boost https://app.example/x', ...paid },
        )
        assertPlainSplit(legs, amountMsat, address.startsWith('track.') ? guest : own)
        for (const [userId, legMsat] of legs) byApp.set(userId, (byApp.get(userId) ?? 0n) + legMsat)
      }
      const direct = { address: `episode.${episodeId}@peal.example`, amountMsat: paid.amountMsat }
      const byHand = await pay(direct, { comment: '', ...paid })
      const bound = roundingOf(timed, paid)
      for (const userId of new Set([...byApp.keys(), ...byHand.keys()])) {
        const difference = (byApp.get(userId) ?? 0n) - (byHand.get(userId) ?? 0n)
        assert.ok(difference <= bound && difference >= -bound, `${userId}: ${difference} msat, bound ${bound}`)
      }
    })
    await fc.assert(property, { numRuns: RUNS, endOnFailure: true })
    await assertBooksBalance(world)
  },
)

async function setSplits(own: Weights, guest: Weights, timed: TimeSplit): Promise<void> {
  const [mara, dia] = users as [TestUser, TestUser]
  const recipients = (shares: Weights) => [...shares].map(([index, share]) => ({ name: users[index]!.name, share }))
  await mara.call(updateSplit, { body: { contentId: episodeId, splitRecipients: recipients(own) } })
  await dia.call(updateSplit, { body: { contentId: song.trackId, splitRecipients: recipients(guest) } })
  const { database } = world.world
  await agreeToOffers(
    database,
    users.map(({ userId }) => userId),
    world.clock.now(),
  )
  const timeSplits = timed === null ? [] : [{ ...timed, recipientContentId: song.trackId }]
  await mara.call(updateTimeSplits, { body: { contentId: episodeId, contentType: 'episode', timeSplits } })
  // Limits count per minute.
  world.clock.step(60_000)
}

/** Computes the parts as an app does that knows only the namespace: from the value block of the item, and that of the item
 * that a time split names. */
async function readParts({ amountMsat, seconds }: { amountMsat: bigint; seconds: number }): Promise<Part[]> {
  const value = await readValue(`${PUBLIC_URL}/rss/podcast/${podcastId}`, episodeId)
  const active = all(value, 'podcast:valueTimeSplit').find(({ attributes }) => {
    const startTime = Number(attributes['startTime'])
    return startTime <= seconds && seconds < startTime + Number(attributes['duration'])
  })
  if (active === undefined) return shareOut(value, amountMsat)
  const remoteMsat = (amountMsat * BigInt(active.attributes['remotePercentage']!)) / 100n
  const { feedUrl, itemGuid } = one(active, 'podcast:remoteItem').attributes
  const remote = await readValue(feedUrl!, itemGuid!)
  return [...shareOut(value, amountMsat - remoteMsat), ...shareOut(remote, remoteMsat)]
}

async function readValue(feedUrl: string, itemGuid: string): Promise<XmlNode> {
  const channel = one(parseXml(await (await fetch(feedUrl.replace(PUBLIC_URL, world.origin))).text()), 'channel')
  const item = all(channel, 'item').find((each) => text(each, 'guid') === itemGuid)
  return one(item!, 'podcast:value')
}

function shareOut(value: XmlNode, amountMsat: bigint): Part[] {
  const recipients = all(value, 'podcast:valueRecipient').map(({ attributes }) => attributes)
  const shares = recipients.reduce((sum, { split }) => sum + BigInt(split!), 0n)
  const parts = recipients.map(({ address, split }) => ({
    address: address!,
    amountMsat: (amountMsat * BigInt(split!)) / shares,
  }))
  return parts.filter((part) => part.amountMsat > 0n)
}

/** Pays by LNURL and returns what was booked for each user, and for the platform as ''. */
async function pay(
  { address, amountMsat }: Part,
  { comment, seconds }: { comment: string; seconds: number },
): Promise<Map<string, bigint>> {
  const [name] = address.split('@')
  const request = (await (await fetch(`${world.origin}/.well-known/lnurlp/${name}`)).json()) as { callback: string }
  const callback = new URL(request.callback.replace(PUBLIC_URL, world.origin))
  // The position is sent to provoke a second split.
  const query = { amount: String(amountMsat), t: String(seconds), ...(comment === '' ? {} : { comment }) }
  for (const [key, value] of Object.entries(query)) callback.searchParams.set(key, value)
  const { pr, reason } = (await (await fetch(callback)).json()) as { pr?: string; reason?: string }
  assert.ok(pr !== undefined, reason)
  const before = await newestZap()
  await world.node.settleInvoice(pr)
  await until(async () => (await newestZap()) !== before)
  const { rows } = await sql<{ user_id: string | null; amount_msat: string }>`
    SELECT user_id, amount_msat::text FROM zap_leg WHERE zap_id = ${await newestZap()}`.execute(
    world.world.database.read,
  )
  const legs = new Map<string, bigint>()
  for (const { user_id: userId, amount_msat: legMsat } of rows) {
    legs.set(userId ?? '', (legs.get(userId ?? '') ?? 0n) + BigInt(legMsat))
  }
  assert.equal(
    [...legs.values()].reduce((sum, leg) => sum + leg, 0n),
    amountMsat,
  )
  return legs
}

async function newestZap(): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`SELECT id FROM zap ORDER BY id DESC LIMIT 1`.execute(
    world.world.database.read,
  )
  return rows[0]?.id
}

/** Each user gets the exact share, rounded up or down to a msat, and no other account gets anything. */
function assertPlainSplit(legs: ReadonlyMap<string, bigint>, amountMsat: bigint, shares: Weights): void {
  const sum = BigInt([...shares.values()].reduce((total, share) => total + share, 0))
  const quotas = new Map<string, [bigint, bigint]>([['', [amountMsat * FEE_PPM, 1_000_000n]]])
  for (const [index, share] of shares) {
    quotas.set(users[index]!.userId, [amountMsat * (1_000_000n - FEE_PPM) * BigInt(share), 1_000_000n * sum])
  }
  for (const [userId, leg] of legs) {
    const [numerator, denominator] = quotas.get(userId) ?? [0n, 1n]
    const off = leg * denominator - numerator
    assert.ok(off < denominator && off > -denominator, `${userId} got ${leg} of ${amountMsat}`)
  }
}

/** The maximum rounding difference: to whole percent, to whole msat in the app, and to whole msat in each of three bookings. */
function roundingOf(timed: TimeSplit, { amountMsat }: { amountMsat: bigint }): bigint {
  if (timed === null) return 0n
  const { shareNumerator, shareDenominator } = timed
  const percent = BigInt(Math.round((100 * shareNumerator) / shareDenominator))
  const off = percent * BigInt(shareDenominator) - 100n * BigInt(shareNumerator)
  const distance = off < 0n ? -off : off
  return (amountMsat * distance) / (100n * BigInt(shareDenominator)) + 5n
}
