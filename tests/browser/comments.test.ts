/** Comments in a real browser: a zap with a message becomes a comment; replying, reporting, hiding and blocking;
 * without scripts, and on a phone. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { listComments, listReceivedComments } from '#contract/community/comments.ts'
import { send } from '#contract/payments/payments.ts'
import { fillBalance, until, type TestUser } from '../users.ts'
import { openBrowser, saveScreenshot, type Screen, PHONE } from './chromium.ts'
import { assertFaultless } from './screen-faults.ts'
import { storeSession, openTrackStage } from './stage.ts'

const stack = new AsyncDisposableStack()
const { world, browser, mara: artist, robin: fan, song } = await openTrackStage(stack, 'First Light', true)

before(async () => {
  await fillBalance(world, fan, 90_000_000)
  const early = { contentId: song.trackId, msatAmount: 210_000, comment: 'I heard it on the ferry', contentTime: 1 }
  await fan.call(send, { body: early })
  await until(async () => (await artist.call(listReceivedComments, { query: {} })).comments.length === 1)
})
after(() => stack.disposeAsync())

type Visit = { page: Page; close(): Promise<void> }

async function visit(user: TestUser, screen?: Screen): Promise<Visit> {
  const { context, page, complaints } = await openBrowser(browser, world.world.config.publicUrl, screen)
  await storeSession(page, user)
  const close = async () => {
    await context.close()
    assert.deepEqual(complaints, [])
  }
  return { page, close }
}

const commentWith = (page: Page, words: string) =>
  page.getByRole('region', { name: 'Comments' }).getByRole('listitem').filter({ hasText: words }).first()
const choose = async (page: Page, writer: string, words: string, entry: string) => {
  await commentWith(page, words)
    .getByRole('button', { name: `Options for the comment by ${writer}` })
    .first()
    .click()
  await page.getByRole('menuitem', { name: entry }).click()
  // The next menu may have the same entry, and this one takes a moment to close.
  await page.getByRole('menu').waitFor({ state: 'hidden' })
}

/** Messages are half transparent while they appear and disappear. */
const assertNoFaults = (page: Page) => assertFaultless(page, { except: '[data-sonner-toaster]' })

test('messages are in the page before any script, with their sats', async () => {
  const html = await (await fetch(`${world.origin}/track/${song.trackId}`)).text()
  for (const words of ['I heard it on the ferry', '210 sats', 'at 0:01', 'Supporters', 'robin'])
    assert.ok(html.replaceAll('<!-- -->', '').includes(words), words)
})

test('a zap with a message becomes a comment that is answered, reported, hidden and blocked', async (context) => {
  const listener = await visit(fan)
  const owner = await visit(artist, PHONE)
  const path = `/track/${song.trackId}`
  try {
    // The zap, and its message.
    await listener.page.goto(path)
    await listener.page.getByRole('button', { name: 'Zap with a message' }).click()
    const dialog = listener.page.getByRole('dialog')
    await dialog.getByText('Other', { exact: true }).click()
    await dialog.getByLabel('Amount in sats').fill('500')
    await dialog.getByLabel('Message').fill('Please come to our town')
    await dialog.getByRole('button', { name: 'Send 500 sats' }).click()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await dialog.waitFor({ state: 'detached' })
    await commentWith(listener.page, 'Please come to our town').getByText('500 sats').waitFor()

    // The artist replies on a phone. The server keeps a rendered page for some seconds.
    await until(async () => (await (await fetch(world.origin + path)).text()).includes('Please come'))
    await owner.page.goto(path)
    await commentWith(owner.page, 'Please come').getByRole('button', { name: 'Reply to robin' }).click()
    await owner.page.getByRole('textbox', { name: 'Reply to robin' }).fill('In spring, with the whole band')
    await owner.page.getByRole('button', { name: 'Send reply' }).click()
    await commentWith(owner.page, 'Please come').getByText('In spring, with the whole band').waitFor()
    await assertNoFaults(owner.page)

    // The position of the comment is played with one press.
    await owner.page.getByRole('button', { name: 'Play First Light at 0:01' }).click()
    await owner.page.getByRole('button', { name: /Pause/ }).first().waitFor()

    // The listener reports the reply.
    await listener.page.reload()
    await choose(listener.page, 'mara', 'In spring', 'Report…')
    const report = listener.page.getByRole('dialog', { name: 'Report “In spring, with the whole band”' })
    await report.getByLabel('It is spam').check()
    await report.getByRole('button', { name: 'Send report' }).click()
    await report.waitFor({ state: 'detached' })
    await assertNoFaults(listener.page)

    // The artist hides one, then blocks its author, and then finds both in the lists.
    await choose(owner.page, 'robin', 'I heard it on the ferry', 'Hide for everyone')
    await commentWith(owner.page, 'I heard it on the ferry').getByText('Hidden').waitFor()
    const asked = { params: { contentId: song.trackId }, query: {} }
    assert.equal((await fan.call(listComments, asked)).comments.length, 1)
    await choose(owner.page, 'robin', 'Please come', 'Block robin')
    await commentWith(owner.page, 'Please come').getByText('Blocked').waitFor()
    assert.deepEqual((await fan.call(listComments, asked)).comments, [])
    await owner.page.goto('/studio/comments')
    await owner.page.getByText('Please come to our town').waitFor()
    await assertNoFaults(owner.page)
    await owner.page.getByRole('button', { name: 'Unblock robin' }).click()
    await owner.page.getByText('You have not blocked anyone.', { exact: false }).waitFor()
    assert.equal((await fan.call(listComments, asked)).comments.length, 1)
  } catch (error) {
    for (const { page } of [listener, owner])
      context.diagnostic(`Screenshot: ${await saveScreenshot(page, 'comments')}`)
    throw error
  } finally {
    await listener.close()
    await owner.close()
  }
})
