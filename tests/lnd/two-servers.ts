/** Two servers, each over its own lnd: a playlist of one with tracks of the other, whose zaps pay an artist there and the curator
 * here, exactly on both sides, also after a recipient could not be paid at first. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import * as boosts from '#contract/listening/foreign/boosts.ts'
import * as feeds from '#contract/listening/foreign/feeds.ts'
import * as playlists from '#contract/listening/playlists.ts'
import { createDeposit } from '#contract/payments/payments.ts'
import { refreshForeignFeeds } from '#server/foreign/refresh.ts'
import { createLndNode } from '#server/lightning/lnd/adapter.ts'
import { auditPayments } from '#server/payments/audit/audit.ts'
import { describeFindings } from '#server/payments/audit/job.ts'
import { startFaultProxy, type FaultProxy } from '#tests/faults/fault-proxy.ts'
import { startHttpDouble, type HttpDouble } from '#tests/http-double.ts'
import { createTestUser, publishTrack, type PublishedTrack, type TestUser, until } from '#tests/users.ts'
import { createTestWorld, type TestWorld } from '#tests/world.ts'
import type { LndPair } from './lnd-pair.ts'
import type { LndProcess } from './lnd-process.ts'

const DEPOSIT_MSAT = 1_000_000
const AMOUNT_MSAT = 100_001
const CURATOR_MSAT = 10_000
/** What is left for the artist, less the fee of the platform there: 5 %, rounded down. */
const [ARTIST_MSAT, EARNED_MSAT] = [90_001, 85_501]

export function describeTwoServers(nodes: () => LndPair): void {
  describe('Two servers over two lnd', () => {
    const stack = new AsyncDisposableStack()
    /** The public address of the other server. */
    let line: FaultProxy
    let host: HttpDouble
    let here: TestWorld
    let there: TestWorld
    let listener: TestUser
    let curator: TestUser
    let artists: TestUser[]
    let songs: PublishedTrack[]
    let listId: string
    let itemIds: string[]

    before(async () => {
      host = stack.use(await startHttpDouble())
      line = await startFaultProxy(() => ({ host: '127.0.0.1', port: Number(new URL(there.origin).port) }))
      stack.defer(() => line.close())
      const publicThere = `http://127.0.0.1:${line.port}`
      const { ours, theirs } = nodes()
      const allowed = `${new URL(host.url).host},${new URL(publicThere).host}`
      here = stack.use(await startServer(ours, { PUBLIC_URL: 'https://here.example', OUTBOUND_ALLOW: allowed }))
      listener = await createTestUser(here)
      curator = await createTestUser(here, { name: 'cleo' })
      const { request } = await listener.call(createDeposit, { body: { msatAmount: DEPOSIT_MSAT } })
      assert.equal((await nodes().counterparty.payInvoice(request)).state, 'succeeded')
      await until(async () => (await listener.balance()) === DEPOSIT_MSAT)
      there = stack.use(await startServer(theirs, { PUBLIC_URL: publicThere }))
      artists = [await createTestUser(there), await createTestUser(there)]
      songs = []
      for (const artist of artists) songs.push(await publishTrack(there, artist))
      const items = songs.map(
        ({ albumId, trackId }) =>
          `<podcast:remoteItem feedUrl="${publicThere}/rss/album/${albumId}" itemGuid="${trackId}"/>`,
      )
      const fee =
        '<podcast:valueRecipient name="cleo" type="lnaddress" address="cleo@here.example" split="10" fee="true"/>'
      host.answerWith(() => ({
        text: `<rss version="2.0"><channel><title>Both</title><podcast:medium>musicL</podcast:medium>
          <podcast:value type="lightning" method="lnaddress">${fee}</podcast:value>${items.join('')}</channel></rss>`,
      }))
    })
    after(() => stack.disposeAsync())

    it('reads a playlist with tracks of the other server, which play, and can be in a playlist of a user here', async () => {
      listId = (await listener.call(feeds.addForeignFeed, { body: { url: host.url } })).id
      await refreshForeignFeeds({ ...here.world, outbound: here.world.origins.outbound })
      const { items } = await listener.call(feeds.getForeignFeed, { params: { feedId: listId } })
      itemIds = items.map(({ id }) => id)
      const { id: playlistId } = await listener.call(playlists.createPlaylist, { body: { title: 'Mine' } })
      for (const trackId of itemIds) {
        await listener.call(playlists.addPlaylistTrack, { body: { playlistId, trackId } })
      }
      const page = await here.call(playlists.getPlaylist, { params: { playlistId }, query: {} })
      assert.deepEqual(
        page.itemsElsewhere.map(({ id, isPayable }) => [id, isPayable]),
        itemIds.map((id) => [id, true]),
      )
      for (const { audioUrl } of page.itemsElsewhere) {
        const audio = await fetch(audioUrl)
        assert.deepEqual([audio.status, audio.headers.get('content-type')], [200, 'audio/mpeg'])
        await audio.body?.cancel()
      }
    })

    const zap = async (itemId: string) => {
      const params = { itemId }
      const query = { msatAmount: String(AMOUNT_MSAT), playlistId: listId }
      const { sharesHash } = await listener.call(boosts.getBoostShares, { params, query })
      const body = { msatAmount: AMOUNT_MSAT, playlistId: listId, sharesHash }
      return (await listener.call(boosts.sendBoost, { params, body })).id
    }
    const outcomeOf = async (boostId: string) => {
      const read = () => listener.call(boosts.getBoost, { params: { boostId } })
      await until(async () => (await read()).legs.every(({ state }) => state !== 'pending'))
      return (await read()).legs.map(({ role, msatAmount, msatFee, state }) => [role, msatAmount, msatFee, state])
    }
    const retry = async (boostId: string) => {
      await listener.call(boosts.retryBoost, { params: { boostId } })
      return outcomeOf(boostId)
    }
    const curated = ['curator', CURATOR_MSAT, 0, 'settled']
    const paid = [curated, ['share', ARTIST_MSAT, 0, 'settled']]

    it('pays the artist there and the curator here, after the artist’s address did not respond', async () => {
      line.set('cut')
      const boostId = await zap(itemIds[0]!)
      assert.deepEqual(await outcomeOf(boostId), [curated, ['share', ARTIST_MSAT, 0, 'unpaid']])
      assert.equal(await listener.balance(), DEPOSIT_MSAT - CURATOR_MSAT)
      line.set('none')
      assert.deepEqual(await retry(boostId), paid)
      await until(async () => (await artists[0]!.balance()) === EARNED_MSAT)
    })

    it('pays the other artist after the node there was disconnected', async () => {
      const { counterparty } = nodes()
      await counterparty.setBehaviour('offline')
      const boostId = await zap(itemIds[1]!)
      const [, share] = await outcomeOf(boostId)
      assert.deepEqual([share![0], share![3]], ['share', 'failed'])
      assert.equal(await listener.balance(), DEPOSIT_MSAT - AMOUNT_MSAT - CURATOR_MSAT)
      await counterparty.setBehaviour('normal')
      assert.deepEqual(await retry(boostId), paid)
      await until(async () => (await artists[1]!.balance()) === EARNED_MSAT)
    })

    it('has exact books on both sides', async () => {
      assert.equal(await listener.balance(), DEPOSIT_MSAT - 2 * AMOUNT_MSAT)
      assert.equal(await curator.balance(), 2 * CURATOR_MSAT)
      const inLightning = async (world: TestWorld) => {
        const { rows } = await world.world.database.pool.query<{ msat: bigint }>(
          `SELECT sum(account_balance(id))::bigint AS msat FROM account WHERE code IN ('lightning', 'suspense')`,
        )
        return Number(rows[0]!.msat)
      }
      // What the node holds for the server is negative. What the suites before have paid it is in suspense.
      assert.equal(await inLightning(there), -2 * ARTIST_MSAT)
      assert.equal(await inLightning(here), -(DEPOSIT_MSAT - 2 * ARTIST_MSAT))
      for (const world of [here, there]) {
        const audit = await auditPayments(world.world.payments, 'all', new Date(Date.now() - 600_000))
        // The suites before have paid over the same nodes.
        const differences = audit.differences.filter(({ ours }) => ours !== 'unknown to us')
        assert.deepEqual(describeFindings({ ...audit, differences }), [])
      }
    })
  })
}

/** With the settings of a sandbox, which may request feeds of loopback addresses. */
function startServer(lnd: LndProcess, settings: Record<string, string>): Promise<TestWorld> {
  // The suites before have paid these nodes and from them, and the deposit is paid by the other node, not by its server. The last
  // test compares the rest.
  const expectedLogs = ['money-in-suspense', 'books-differ']
  return createTestWorld({ otherNode: createLndNode(lnd), settings, expectedLogs })
}
