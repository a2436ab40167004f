/** A Lightning address elsewhere in a split, in a real browser: it is named with a proof, and paid. */
import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import type { Page } from 'playwright-core'
import { logIdentity } from '#contract/accounts/region.ts'
import { listOutsideRecipients } from '#contract/catalog/split-offers.ts'
import { send } from '#contract/payments/payments.ts'
import { startAddressServer, type AddressServer } from '../address-server.ts'
import { createTestUser, fillBalance, publishTrack, until, type TestUser } from '../users.ts'
import type { TestWorld } from '../world.ts'
import { answerProof } from './answer-proof.ts'
import { openBrowser } from './chromium.ts'
import { axeFaultsOf, stopAnimations } from './screen-faults.ts'
import { openStage, stepsOf, storeSession } from './stage.ts'

const stack = new AsyncDisposableStack()
let world: TestWorld
let page: Page
let elsewhere: AddressServer
let mara: TestUser
let trackId = ''

before(async () => {
  elsewhere = await startAddressServer((invoice) => world.node.makeInvoice(invoice))
  stack.defer(() => elsewhere.close())
  const stage = await openStage(stack, { OUTBOUND_ALLOW: elsewhere.hostAndPort })
  world = stage.world
  mara = await createTestUser(world, { name: 'mara' })
  await mara.call(logIdentity, { body: { firstName: 'Mara', lastName: 'Okafor' } })
  trackId = (await publishTrack(world, mara, { title: 'First Light' })).trackId
  ;({ page } = await openBrowser(stage.browser, world.origin))
  await storeSession(page, mara)
})
after(() => stack.disposeAsync())

const step = stepsOf('outside-recipients', 60_000, () => page)
const button = (name: string) => page.getByRole('button', { name, exact: true })
const said = (words: string | RegExp): Promise<void> => page.getByText(words).first().waitFor()

async function assertAxePasses(): Promise<void> {
  await stopAnimations(page)
  assert.deepEqual(await axeFaultsOf(page, { within: 'main' }), [])
}

step('an address is named with a proof', async () => {
  await page.goto(`/studio/edit/track/${trackId}?part=split`)
  await button('Use a separate split').click()
  await page.getByLabel('Username of person 2').fill(elsewhere.address)
  await said('Lightning address on another server')
  await assertAxePasses()
  await button('Set this split').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Set this split' }).click()
  await answerProof(page)
  await said('Nothing has been paid yet.')
  await assertAxePasses()
})

const readOutside = async () => {
  const params = { contentId: trackId, contentType: 'track' } as const
  return (await mara.call(listOutsideRecipients, { params }))[0]
}

step('its share of a zap is sent, and the owner sees it', async () => {
  const listener = await createTestUser(world)
  await fillBalance(world, listener, 1_000_000)
  await listener.call(send, { body: { contentId: trackId, msatAmount: 800_000 } })
  await until(async () => world.node.payCalls.length > 0)
  await until(async () => (await readOutside())?.lastPaid !== null)
  await page.reload()
  await said(/Last payment: /)
  await assertAxePasses()
})
