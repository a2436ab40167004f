/** Users with a nostr key for browser tests: created by logging in with the key, or with the key linked; and the
 * extension that holds it. */
import type { Page } from 'playwright-core'
import { linkNostrKey, signInWithNostr } from '#contract/accounts/nostr.ts'
import { signEvent, type UnsignedEvent } from '#protocols/nostr/event.ts'
import { secretFromHex } from '#protocols/nostr/keys.ts'
import type { Call } from '#web/data/api.ts'
import { createPhraseSigner, makePhraseKey, type PhraseKey } from '#web/nostr/phrase-key.ts'
import { createSignedCall } from '#web/nostr/signer.ts'
import { createTestUser, PASSWORD } from '../users.ts'
import { startListeningRelay } from '../listening-relay.ts'
import { provingCall } from '../proofs.ts'
import { connectRelay } from '../relay-client.ts'
import { type TestWorld, transportTo } from '../world.ts'
import { openStage } from './stage.ts'

export type Session = { token: string; expiresAt: string }
export type KeyHolder = { key: PhraseKey; call: Call; session: Session }

/** A stage beside another relay, and a client of the relay of the server. */
export async function openRelayStage(stack: AsyncDisposableStack) {
  const elsewhere = stack.use(await startListeningRelay())
  const { world, browser } = await openStage(stack, { PUBLIC_RELAYS: elsewhere.address })
  const client = await connectRelay(world.origin)
  stack.defer(() => client.close())
  return { world, browser, elsewhere, client }
}

/** A user whose account was created by logging in with the key. */
export async function enterByKey(world: TestWorld): Promise<KeyHolder> {
  const { key } = makePhraseKey()
  const answer = await callSignedWith(world, key)(signInWithNostr, {})
  if (!('token' in answer)) throw new Error('A second factor was required')
  const { token, expiresAt } = answer
  return { key, call: world.callWith(token), session: { token, expiresAt } }
}

/** A user who may publish, with a key in addition to the password. */
export async function makeKeyHolder(world: TestWorld, name: string): Promise<KeyHolder> {
  const { key } = makePhraseKey()
  const { call, token } = await createTestUser(world, { name, hasFullName: true })
  const evidence = { method: 'password', password: PASSWORD } as const
  await provingCall(callSignedWith(world, key), evidence, call)(linkNostrKey, { body: { authToken: token } })
  return { key, call, session: { token, expiresAt: new Date(Date.now() + 3_600_000).toISOString() } }
}

export function callSignedWith(world: TestWorld, key: PhraseKey): Call {
  return createSignedCall(createPhraseSigner(key), transportTo(world.origin), world.origin)
}

/** Simulates the extension that holds this key. */
export async function installExtension(page: Page, { pubkey, secretHex }: PhraseKey): Promise<void> {
  await page.exposeFunction('extensionSigns', (event: UnsignedEvent) => signEvent(event, secretFromHex(secretHex)))
  await page.addInitScript((own) => {
    const { extensionSigns } = globalThis as unknown as Record<string, unknown>
    Object.assign(globalThis, { nostr: { getPublicKey: async () => own, signEvent: extensionSigns } })
  }, pubkey)
}
