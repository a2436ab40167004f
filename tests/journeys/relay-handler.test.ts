/** What this server announces to other nostr apps (NIP-89), and where nostr codes redirect. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { naddrEncode, neventEncode, npubEncode } from 'nostr-tools/nip19'
import { findOnNostr } from '#contract/accounts/nostr.ts'
import { signEvent } from '#protocols/nostr/event.ts'
import { generateSecretKey, publicKeyOf } from '#protocols/nostr/keys.ts'
import { publishHandler } from '#server/nostr/handler.ts'
import { connectRelay } from '#tests/relay-client.ts'
import { createTestWorld } from '#tests/world.ts'

test('clients learn once which events this server shows, and are redirected by their codes', async () => {
  await using world = await createTestWorld()
  const client = await connectRelay(world.origin)
  const { nostr, publicUrl } = world.world
  const told = () => client.list({ kinds: [31_990], authors: [nostr.key.pubkey] })
  const [handler, ...more] = await told()
  assert.deepEqual(more, [])
  assert.ok(handler !== undefined)
  assert.ok(handler.tags.some(([name, address]) => name === 'web' && address === `${publicUrl}/n/<bech32>`))
  assert.ok(handler.tags.some(([name, kind]) => name === 'k' && kind === '31337'))
  assert.equal(await publishHandler(nostr, { name: 'Peal', publicUrl }), false)
  assert.equal(await publishHandler(nostr, { name: 'Bell', publicUrl }), true)
  assert.deepEqual(
    (await told()).map(({ content }) => (JSON.parse(content) as { name: string }).name),
    ['Bell'],
  )

  const path = async (code: string) => (await world.call(findOnNostr, { query: { code } })).path
  const id = '0190f000-0000-7000-8000-000000000001'
  const key = generateSecretKey()
  const pubkey = publicKeyOf(key)
  assert.equal(await path(naddrEncode({ kind: 34_139, pubkey, identifier: id })), `/album/${id}`)
  const at = `${publicUrl}/podcast/weather`
  const tags = [['i', 'podcast:guid:x', at]]
  const show = signEvent({ kind: 10_154, created_at: 1_700_000_000, tags, content: '' }, key)
  assert.ok((await client.publish(show)).isAccepted)
  assert.equal(await path(neventEncode({ id: show.id })), '/podcast/weather')
  assert.equal(await path(naddrEncode({ kind: 10_154, pubkey, identifier: '' })), '/podcast/weather')
  for (const code of ['x', npubEncode(pubkey), neventEncode({ id: 'a'.repeat(64) })]) {
    await assert.rejects(path(code), { status: 404 })
  }
})
