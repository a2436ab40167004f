/** Two tabs of the same user: what was changed in the other one is not overwritten without a word, one tab sounds, and both show
 * the same balance. Also what takes a removal back. */
import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { getAlbum, updateAlbum } from '#contract/catalog/albums.ts'
import { getLinerNotes, setLinerNotes } from '#contract/catalog/imagery.ts'
import { listSplitVersions } from '#contract/catalog/split-offers.ts'
import { createSplit, getSplit } from '#contract/catalog/splits.ts'
import { getTrack, updateTrack } from '#contract/catalog/tracks.ts'
import { addToLibrary, listLibraryIds } from '#contract/listening/library.ts'
import { send } from '#contract/payments/payments.ts'
import { fillBalance, type TestUser, until } from '../users.ts'
import { journeysOf, playedSeconds, recordAudio, storeSession, openTrackStage } from './stage.ts'

const stack = new AsyncDisposableStack()
const { world, browser, mara, robin, song } = await openTrackStage(stack, 'First Light', true)

before(async () => {
  await fillBalance(world, robin, 5_000_000)
})
after(() => stack.disposeAsync())

const { journey } = journeysOf('two-tabs', () => ({ browser, origin: world.world.config.publicUrl }))
const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name })

async function openOther(page: Page, user: TestUser): Promise<Page> {
  const other = await page.context().newPage()
  await storeSession(other, user)
  return other
}

/** The list of toasts is focused with Alt + T, and its button is the next stop. */
async function undoByKeyboard(page: Page): Promise<void> {
  const undo = page.getByRole('button', { name: 'Undo', exact: true })
  await undo.waitFor()
  await page.keyboard.press('Alt+KeyT')
  for (let stops = 0; stops < 3; stops++) {
    await page.keyboard.press('Tab')
    if (await undo.evaluate((one) => one === document.activeElement)) break
  }
  await page.keyboard.press('Enter')
}

journey(
  'a release that was changed in another tab is overwritten at the second press, and that can be undone',
  () => mara,
  async (page) => {
    const { albumId } = song
    const description = async () => (await mara.call(getAlbum, { params: { albumId } })).description
    await page.goto(`/studio/edit/album/${albumId}`)
    const field = page.getByLabel('Description', { exact: true })
    await field.fill('Mine')
    await mara.call(updateAlbum, { body: { albumId, description: 'Of the other tab' } })
    await button(page, 'Save changes').click()
    await page.getByText('changed elsewhere meanwhile to: Of the other tab').waitFor()
    assert.equal(await description(), 'Of the other tab')
    assert.equal(await field.inputValue(), 'Mine')
    await button(page, 'Save changes').click()
    await until(async () => (await description()) === 'Mine')
    await undoByKeyboard(page)
    await until(async () => (await description()) === 'Of the other tab')
  },
)

journey(
  'discarding what was typed shows what the other tab has saved',
  () => mara,
  async (page) => {
    const { albumId } = song
    await page.goto(`/studio/edit/album/${albumId}`)
    const field = page.getByLabel('Description', { exact: true })
    await field.fill('Mine')
    await mara.call(updateAlbum, { body: { albumId, description: 'Theirs' } })
    await button(page, 'Save changes').click()
    await page.getByText('changed elsewhere meanwhile').waitFor()
    await button(page, 'Undo changes').click()
    await until(async () => (await field.inputValue()) === 'Theirs')
  },
)

const elsewhere = (page: Page): Locator => page.getByText(/^Nothing was saved: this was changed elsewhere/)

journey(
  'lyrics and credits that were changed in another tab are replaced at the second press, or shown by undoing',
  () => mara,
  async (page) => {
    const { trackId } = song
    const saved = async () => mara.call(getTrack, { params: { trackId } })
    const save = page.getByRole('button', { name: 'Save', exact: true })
    await page.goto(`/studio/edit/track/${trackId}?part=lyrics`)
    const lyrics = page.getByLabel('Text', { exact: true })
    await lyrics.fill('Mine')
    await page.getByText('Not saved yet.').waitFor()
    await mara.call(updateTrack, { body: { trackId, lyrics: 'Theirs' } })
    // What it was begun from is known after a reload too.
    await page.reload()
    await save.click()
    await elsewhere(page).waitFor()
    assert.equal((await saved()).lyrics, 'Theirs')
    await save.click()
    await until(async () => (await saved()).lyrics === 'Mine')
    await page.goto(`/studio/edit/track/${trackId}?part=credits`)
    await button(page, 'Add a credit').click()
    await page.getByLabel('Name of credit 1', { exact: true }).fill('Robin')
    await page.getByLabel('Role of Robin', { exact: true }).fill('Bass')
    await mara.call(updateTrack, { body: { trackId, credits: [{ name: 'Teodor', role: 'Drums' }] } })
    await save.click()
    await elsewhere(page).waitFor()
    await button(page, 'Undo changes').click()
    assert.equal(await page.getByLabel('Name of Teodor', { exact: true }).inputValue(), 'Teodor')
    assert.deepEqual(
      (await saved()).credits.map(({ name }) => name),
      ['Teodor'],
    )
  },
)

journey(
  'liner notes that were changed in another tab are not overwritten, and shown by undoing',
  () => mara,
  async (page) => {
    const params = { albumId: song.albumId }
    await page.goto(`/studio/edit/album/${song.albumId}?part=notes`)
    const text = page.getByLabel('Text', { exact: true })
    await text.fill('Mine')
    await page.getByText('Not saved yet.').waitFor()
    await mara.call(setLinerNotes, { params, body: { text: 'Theirs' } })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await elsewhere(page).waitFor()
    assert.equal((await mara.call(getLinerNotes, { params })).text, 'Theirs')
    await button(page, 'Undo changes').click()
    await until(async () => (await text.inputValue()) === 'Theirs')
  },
)

journey(
  'a split that was set in another tab is replaced at the second press, and says that it is not saved',
  () => mara,
  async (page) => {
    const { albumId: contentId } = song
    const shares = async () => {
      const split = await mara.call(getSplit, { params: { contentId, contentType: 'album' } })
      return split?.splitRecipients.map(({ user, share }) => [user.name, share])
    }
    await page.goto(`/studio/edit/album/${contentId}?part=split`)
    await button(page, 'Share with others').click()
    await page.getByLabel('Username of person 2', { exact: true }).fill('robin')
    const set = page.getByRole('button', { name: 'Set this split', exact: true })
    await set.click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Set this split' }).waitFor()
    await page.reload()
    await page.getByText('Not saved yet.').waitFor()
    await set.click()
    await mara.call(createSplit, { body: { contentId, splitRecipients: [{ name: 'mara', share: 3 }] } })
    await dialog.getByRole('button', { name: 'Set this split' }).click()
    await elsewhere(page).waitFor()
    assert.deepEqual(await shares(), [['mara', 3]])
    await dialog.getByRole('button', { name: 'Set this split' }).click()
    await dialog.waitFor({ state: 'detached' })
    await until(
      async () => (await mara.call(listSplitVersions, { params: { contentId, contentType: 'album' } })).length > 1,
    )
    assert.equal(await page.getByText('Not saved yet.').count(), 0)
  },
)

journey(
  'one of two tabs sounds, and a zap in one changes the balance in both',
  () => robin,
  async (page) => {
    const other = await openOther(page, robin)
    const tabs = [page, other]
    for (const tab of tabs) {
      await recordAudio(tab)
      await tab.goto(`/album/${song.albumId}`)
    }
    const sounding = async () => Promise.all(tabs.map(async (tab) => (await playedSeconds(tab)) > 0))
    for (const [at, tab] of tabs.entries()) {
      await tab.bringToFront()
      await tab.locator('main').getByRole('button', { name: /^Play/ }).first().click()
      await until(async () => JSON.stringify(await sounding()) === JSON.stringify([at === 0, at === 1]))
    }
    await robin.call(send, { body: { contentId: song.trackId, msatAmount: 1_000_000 } })
    for (const tab of tabs) {
      await tab.bringToFront()
      await tab.locator('header').getByText('4,000').filter({ visible: true }).first().waitFor()
    }
  },
)

journey(
  'a song that leaves the library comes back by Undo, by keyboard',
  () => robin,
  async (page) => {
    await robin.call(addToLibrary, { body: { contentId: song.trackId } })
    await page.goto('/library')
    const row = page.locator('main').getByRole('listitem').filter({ hasText: 'First Light' }).first()
    await row.hover()
    await row.getByRole('button', { name: /^More/ }).click()
    await page.getByRole('menuitem', { name: 'Remove like' }).click()
    await page.getByText('Songs you like will appear here.').waitFor()
    await undoByKeyboard(page)
    await row.waitFor()
    const { contentIds } = await robin.call(listLibraryIds, {})
    assert.ok(contentIds.includes(song.trackId))
  },
)
