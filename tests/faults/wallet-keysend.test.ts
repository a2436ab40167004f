/** Apps pay nodes over a wallet connection while servers are killed, and up to a budget over two servers: each request
 * is paid once and has one response, and never more than the budget is paid. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { createConnection, listConnections } from '#contract/payments/connections.ts'
import { type NostrEvent, readEvent } from '#protocols/nostr/event.ts'
import { clientOf, createRequest, parseConnectionUri, parseResponse } from '#protocols/nostr/wallet-connect.ts'
import { connectRelay, type RelayClient } from '#tests/relay-client.ts'
import type { Call } from '#web/data/api.ts'
import { createSmallLab, type SmallLab } from './small-lab.ts'

/** A point of the curve with an unknown private key. */
const NODE = '02c6047f9441ed7d6d3045406e95c07cd85c778e4b8cef3ca7abac09b95c709ee5'
const AMOUNT_MSAT = 10_000
/** Where a server is killed: before anything is booked, with the money reserved, with the money sent. */
const POINTS = ['wallet:taken', 'withdraw:held', 'payout:node-paid']
const AT_ONCE = 40
const settings = { SECRET: 'a secret of the lab, long enough for all of it', RELAY_EVENTS_PER_MINUTE: '10000' }

type App = {
  makeEvent(): NostrEvent
  hear(relay: RelayClient, id: string): Promise<string>
  spentMsat(): Promise<number>
}

async function connectApp(user: Call, weeklyBudgetMsat: number | null): Promise<App> {
  const limits = { weeklyBudgetMsat, maxPaymentMsat: null, expiresAt: null }
  const { uri } = await user(createConnection, { body: { name: 'App', permissions: ['pay_keysend'], ...limits } })
  const client = clientOf(parseConnectionUri(uri), 'nip44_v2')
  return {
    makeEvent() {
      const now = Math.floor(Date.now() / 1_000)
      const params = { amount: AMOUNT_MSAT, pubkey: NODE }
      return createRequest(client, {
        method: 'pay_keysend',
        params,
        createdAtSeconds: now,
        expiresAtSeconds: now + 300,
      })
    },
    async hear(relay, requestId) {
      const isAnswer = ([type, , event]: unknown[]) =>
        type === 'EVENT' && (event as NostrEvent).tags.some(([, value]) => value === requestId)
      const [, , said] = await relay.hear(isAnswer)
      return parseResponse(readEvent(said), { ...client, requestId }).error?.code ?? 'paid'
    },
    spentMsat: async () => (await user(listConnections, {}))[0]!.spentMsat,
  }
}

async function listen(origin: string): Promise<RelayClient> {
  const relay = await connectRelay(origin)
  relay.say('REQ', 'answers', { kinds: [23_195] })
  await relay.hear(([type, name]) => type === 'EOSE' && name === 'answers')
  return relay
}

/** Processes that have died are not waited for. */
async function endLeases({ database }: SmallLab): Promise<void> {
  await sql`UPDATE wallet_request SET leased_until = now() WHERE state IN ('taken', 'paying')`.execute(database.read)
}

test('a payment whose server is killed is made once, and the next server responds', async () => {
  await using lab = await createSmallLab({ settings })
  const ann = await lab.createTestUser('ann')
  await lab.fill(ann, 1_000_000)
  const app = await connectApp(ann, null)
  const other = await lab.addServer()
  const relay = await listen(other)
  for (const point of POINTS) {
    await lab.restart(`${point}:1`)
    const event = app.makeEvent()
    const dying = await connectRelay(lab.origin)
    dying.say('EVENT', event)
    await lab.server().ended
    assert.equal(lab.server().diedAt(), point)
    await relay.publish(event)
    await lab.restart('')
    await endLeases(lab)
    assert.equal(await app.hear(relay, event.id), 'paid', point)
    dying.close()
  }
  relay.close()
  const { timesPaid, sentMsat } = await lab.node.truth()
  assert.deepEqual(
    Object.values(timesPaid),
    POINTS.map(() => 1),
  )
  assert.equal(sentMsat, BigInt(POINTS.length * AMOUNT_MSAT))
  const { breaches } = await lab.check(20_000)
  assert.deepEqual(breaches, [])
})

test('of forty concurrent payments over two servers against a budget for ten, ten are made', async () => {
  // Without a fee reserve the budget is for exactly ten payments, whichever of them have ended.
  await using lab = await createSmallLab({
    settings: { ...settings, FEE_RESERVE_PPM: '0', FEE_RESERVE_MIN_MSAT: '0' },
  })
  const ann = await lab.createTestUser('ann')
  await lab.fill(ann, 1_000_000)
  const app = await connectApp(ann, 10 * AMOUNT_MSAT)
  const relays = [await listen(lab.origin), await listen(await lab.addServer())]
  const events = Array.from({ length: AT_ONCE }, () => app.makeEvent())
  await Promise.all(events.flatMap((event) => relays.map((relay) => relay.publish(event))))
  const answers = await Promise.all(events.map(({ id }) => app.hear(relays[0]!, id)))
  for (const relay of relays) relay.close()
  const count = (what: string) => answers.filter((answer) => answer === what).length
  assert.deepEqual([count('paid'), count('QUOTA_EXCEEDED')], [10, AT_ONCE - 10])
  assert.equal(await app.spentMsat(), 10 * AMOUNT_MSAT)
  assert.equal((await lab.node.truth()).sentMsat, BigInt(10 * AMOUNT_MSAT))
  const { breaches } = await lab.check(20_000)
  assert.deepEqual(breaches, [])
})
