/** Wallets in a real browser: an app is connected by a code that is shown once, pays, is shown, changed and
 * disconnected; and the QR code of an invoice is scanned with a simulated camera and a simulated BarcodeDetector. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { NWCClient } from '@getalby/sdk/nwc'
import { listConnections } from '#contract/payments/connections.ts'
import { parseConnectionUri } from '#protocols/nostr/wallet-connect.ts'
import { fillBalance, createTestUser, until, type TestUser } from '../users.ts'
import type { TestWorld } from '../world.ts'
import { openBrowser, saveScreenshot, type Screen } from './chromium.ts'
import { answerProof, proofQuestion } from './answer-proof.ts'
import { faultsOf, settle } from './screen-faults.ts'
import { openStage, storeSession } from './stage.ts'

const stack = new AsyncDisposableStack()
let world: TestWorld
let browser: Browser
let robin: TestUser

before(async () => {
  ;({ world, browser } = await openStage(stack))
  robin = await createTestUser(world, { name: 'robin' })
  await fillBalance(world, robin, 100_000)
})
after(() => stack.disposeAsync())

async function visit(work: (page: Page, complaints: string[]) => Promise<void>, screen?: Screen): Promise<void> {
  const { context, page, complaints } = await openBrowser(browser, world.world.config.publicUrl, screen)
  await storeSession(page, robin)
  try {
    await work(page, complaints)
    assert.deepEqual(complaints, [])
  } catch (error) {
    throw new Error(`Screenshot: ${await saveScreenshot(page, 'connected-apps')}`, { cause: error })
  } finally {
    await context.close()
  }
}

test('an app is connected, pays, is shown, changed, and disconnected', async () => {
  await visit(async (page) => {
    const dialog = page.getByRole('dialog')
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    await page.goto('/settings/apps')
    await page.getByText('No apps are connected.').waitFor()
    assert.deepEqual(await faultsOf(page), [])
    await button('Connect an app').click()
    await button('Connect').click()
    await dialog.getByText('Please enter a name.').waitFor()
    await dialog.getByLabel('App name').fill('Amethyst')
    await dialog.getByLabel('Weekly budget').fill('50')
    await dialog.getByLabel('Limit per payment').fill('many')
    await button('Connect').click()
    await dialog.getByText('Please enter a whole number of sats.').waitFor()
    await dialog.getByLabel('Limit per payment').fill('30')
    await dialog.getByRole('switch', { name: 'Pay without an invoice (podcast apps)' }).click()
    assert.deepEqual(await faultsOf(page), [])
    await button('Connect').click()
    await proofQuestion(page).getByText('App with access to your balance: Amethyst').waitFor()
    assert.deepEqual(await faultsOf(page), [])
    await answerProof(page)
    await page.getByRole('heading', { name: 'Connect Amethyst' }).waitFor()
    await page.getByRole('img', { name: 'QR code of the connection' }).waitFor()
    assert.deepEqual(await faultsOf(page), [])
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await button('Copy the connection').click()
    await dialog.getByText('Copied').first().waitFor()
    const uri = await page.evaluate(() => navigator.clipboard.readText())
    assert.deepEqual(parseConnectionUri(uri).relays, [world.world.relay.relayUrl])
    assert.ok((await robin.call(listConnections, {}))[0]!.permissions.includes('pay_keysend'))
    await button('Done').click()

    const client = new NWCClient({ nostrWalletConnectUrl: uri })
    const { bolt11 } = world.node.makeInvoice({ amountMsat: 20_000n, description: 'A sticker' })
    await client.payInvoice({ invoice: bolt11 })
    client.close()
    await page.reload()
    await page.getByText('20 of 50 sats').waitFor()
    assert.equal(await page.getByRole('progressbar').getAttribute('aria-valuenow'), '40')
    await button('Payments of Amethyst').click()
    await dialog.getByText('20 sats').waitFor()
    await dialog.getByText(/^A sticker · /).waitFor()
    await dialog.getByRole('button', { name: 'Close' }).click()

    await button('Change Amethyst').click()
    await dialog.getByLabel('Weekly budget').fill('')
    await button('Save').click()
    await answerProof(page)
    await page.getByText('Amethyst has been changed.').waitFor()
    await page.getByText('20 sats in the last seven days, no budget').waitFor()
    await button('Remove Amethyst').click()
    await button('Disconnect').click()
    await page.getByText('No apps are connected.').waitFor()
    await until(async () => (await robin.call(listConnections, {})).length === 0)
  })
})

/** Runs in the page: simulates a camera, and a detector that finds this code once `isCodeSeen` is true. Without a code
 * the camera is not allowed. */
function playCamera(code: string): void {
  const played = { tracks: [] as MediaStreamTrack[], isCodeSeen: false }
  class BarcodeDetector {
    static getSupportedFormats = async () => ['qr_code']
    detect = async () => (played.isCodeSeen ? [{ rawValue: code }] : [])
  }
  Object.assign(globalThis, { played, BarcodeDetector })
  navigator.mediaDevices.getUserMedia = async () => {
    if (code === '') throw new DOMException('Not allowed', 'NotAllowedError')
    const canvas = document.createElement('canvas')
    const pen = canvas.getContext('2d')!
    setInterval(() => pen.fillRect(Math.random() * 100, 0, 50, 50), 50)
    const stream = canvas.captureStream()
    played.tracks.push(...stream.getTracks())
    return stream
  }
}

test('the code of an invoice is scanned if the browser supports it, and the camera is turned off afterwards', async () => {
  // For the network that pages assume without a sandbox.
  const described = { description: 'Off another screen', network: 'bc' as const }
  const { bolt11 } = world.node.makeInvoice({ amountMsat: 21_000n, ...described })
  await visit(async (page) => {
    const dialog = page.getByRole('dialog')
    const open = async () => {
      await page.goto('/transactions?open=withdraw')
      await dialog.getByLabel('Lightning invoice or address').waitFor()
    }
    await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'BarcodeDetector'))
    await open()
    await dialog.getByRole('button', { name: 'Continue' }).waitFor()
    assert.equal(await dialog.getByRole('button', { name: 'Scan a code' }).count(), 0)

    await page.addInitScript(playCamera, `lightning:${bolt11.toUpperCase()}`)
    await open()
    await dialog.getByRole('button', { name: 'Scan a code' }).click()
    await dialog.getByText('Point the camera at the QR code of an invoice or address.').waitFor()
    await dialog.getByRole('button', { name: 'Stop the camera', expanded: true }).waitFor()
    assert.deepEqual(await faultsOf(page), [])
    await page.evaluate(() => Object.assign((globalThis as never)['played'], { isCodeSeen: true }))
    await dialog.getByText('Off another screen').waitFor()
    await dialog.getByRole('button', { name: 'Scan a code', expanded: false }).waitFor()
    await page.waitForFunction(() =>
      ((globalThis as never)['played'] as { tracks: MediaStreamTrack[] }).tracks.every(
        ({ readyState }) => readyState === 'ended',
      ),
    )

    await page.addInitScript(playCamera, '')
    await open()
    await dialog.getByRole('button', { name: 'Scan a code' }).click()
    await dialog.getByText('The camera is not available. Allow it in your browser, or paste the text.').waitFor()
    assert.deepEqual(await faultsOf(page), [])
  })
})

test('it fits a phone, light and dark, in the longest language', async () => {
  await visit(
    async (page) => {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await page.goto('/de/settings/apps')
        await settle(page)
        await page.getByRole('button', { name: 'App verbinden' }).click()
        await page.getByRole('dialog').getByLabel('Name der App').waitFor()
        assert.deepEqual(await faultsOf(page), [])
      }
    },
    { width: 390, height: 844, colorScheme: 'light' },
  )
})
