/** People with a nostr key for tests in a browser: whose account came of it or has it linked, and the extension that holds it. */
import type { Page } from 'playwright-core'
import { linkNostrKey, signInWithNostr } from '#contract/accounts/nostr.ts'
import { logIdentity } from '#contract/accounts/region.ts'
import { signEvent, type UnsignedEvent } from '#protocols/nostr/event.ts'
import { secretFromHex } from '#protocols/nostr/keys.ts'
import type { Call } from '#web/data/api.ts'
import { createPhraseSigner, makePhraseKey, type PhraseKey } from '#web/nostr/phrase-key.ts'
import { createSignedCall } from '#web/nostr/signer.ts'
import { createTestUser, PASSWORD } from '../users.ts'
import { provingCall } from '../proofs.ts'
import { type TestWorld, transportTo } from '../world.ts'

export type Session = { token: string; expiresAt: string }
export type KeyHolder = { key: PhraseKey; call: Call; session: Session }

/** Whose account came of their key. */
export async function enterByKey(world: TestWorld): Promise<KeyHolder> {
  const { key } = makePhraseKey()
  const answer = await callSignedWith(world, key)(signInWithNostr, {})
  if (!('token' in answer)) throw new Error('A second step was asked for')
  const { token, expiresAt } = answer
  return { key, call: world.callWith(token), session: { token, expiresAt } }
}

/** Who may publish, with a key beside their password. */
export async function makeKeyHolder(world: TestWorld, name: string): Promise<KeyHolder> {
  const { key } = makePhraseKey()
  const { call, token } = await createTestUser(world, { name })
  await call(logIdentity, { body: { firstName: 'Mara', lastName: 'Okafor' } })
  const evidence = { method: 'password', password: PASSWORD } as const
  await provingCall(callSignedWith(world, key), evidence, call)(linkNostrKey, { body: { authToken: token } })
  return { key, call, session: { token, expiresAt: new Date(Date.now() + 3_600_000).toISOString() } }
}

export function callSignedWith(world: TestWorld, key: PhraseKey): Call {
  return createSignedCall(createPhraseSigner(key), transportTo(world.origin), world.origin)
}

/** Acts the extension that holds this key. */
export async function installExtension(page: Page, { pubkey, secretHex }: PhraseKey): Promise<void> {
  await page.exposeFunction('extensionSigns', (event: UnsignedEvent) => signEvent(event, secretFromHex(secretHex)))
  await page.addInitScript((own) => {
    const { extensionSigns } = globalThis as unknown as Record<string, unknown>
    Object.assign(globalThis, { nostr: { getPublicKey: async () => own, signEvent: extensionSigns } })
  }, pubkey)
}
