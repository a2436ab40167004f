/** In browsers without CloseWatcher, Back closes what is open over a page, the topmost first, and leaves the page with one press
 * when nothing is open. */
import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import type { Browser, Locator, Page } from 'playwright-core'
import { createTestUser, until, type TestUser } from '../users.ts'
import type { TestWorld } from '../world.ts'
import { proofQuestion } from './answer-proof.ts'
import { DESKTOP, PHONE } from './chromium.ts'
import { makePlayerCatalogue, type PlayerCatalogue } from './player-catalogue.ts'
import { journeysOf, openStage } from './stage.ts'

const stack = new AsyncDisposableStack()
let world: TestWorld
let browser: Browser
let mara: TestUser
let robin: TestUser
let catalogue: PlayerCatalogue

before(async () => {
  ;({ world, browser } = await openStage(stack))
  mara = await createTestUser(world, { name: 'mara', hasFullName: true })
  robin = await createTestUser(world, { name: 'robin' })
  catalogue = await makePlayerCatalogue(world, mara)
})
after(() => stack.disposeAsync())

const journeys = journeysOf('back', () => ({ browser, origin: world.world.config.publicUrl }))
/** As in Safari, which has no CloseWatcher. */
const journey: typeof journeys.journey = (name, who, work, screen) => {
  const asInSafari = async (page: Page) => {
    await page.addInitScript(() => Reflect.deleteProperty(window, 'CloseWatcher'))
    await work(page)
  }
  journeys.journey(name, who, asInSafari, screen)
}

const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true })
const dialogs = (page: Page): Locator => page.getByRole('dialog')
const heading = (page: Page, name: string): Locator => page.getByRole('heading', { name, level: 1, exact: true })
const isAt = (page: Page, path: string): boolean => new URL(page.url()).pathname === path

/** The page of the album, reached by a link from the new releases. */
async function openAlbum(page: Page): Promise<void> {
  await page.goto('/new')
  await page.getByRole('main').getByRole('link', { name: 'Slow Lightning' }).first().click()
  await heading(page, 'Slow Lightning').waitFor()
  await page.evaluate(() => Object.assign(window, { isSame: true }))
}

async function openPlayer(page: Page): Promise<void> {
  const pause = page.getByRole('region', { name: 'Player', exact: true }).getByRole('button', { name: 'Pause' })
  if ((await pause.count()) === 0) await button(page, 'Play Slow Lightning').click()
  await pause.waitFor()
  await page.keyboard.press('f')
  await page.getByRole('dialog', { name: 'Now playing' }).getByRole('slider', { name: 'Position' }).waitFor()
}

async function openZap(page: Page): Promise<void> {
  await button(page, 'Zap Slow Lightning').click()
  await dialogs(page).getByRole('heading', { name: 'Zap Slow Lightning' }).waitFor()
}

/** One press of Back leads from the album to the new releases. */
async function assertBackLeaves(page: Page): Promise<void> {
  await dialogs(page).waitFor({ state: 'detached' })
  assert.ok(isAt(page, `/album/${catalogue.albumId}`), page.url())
  await page.goBack()
  await page.waitForURL('/new')
}

async function backCloses(page: Page, dialog: Locator): Promise<void> {
  await dialog.waitFor({ state: 'attached' })
  const path = new URL(page.url()).pathname
  const scrollY = await page.evaluate(() => window.scrollY)
  await page.goBack()
  await dialog.waitFor({ state: 'detached' })
  assert.ok(isAt(page, path), page.url())
  assert.equal(await page.evaluate(() => window.scrollY), scrollY)
}

journey(
  'on a phone, Back closes the full-screen player each time, then leaves the page',
  () => null,
  async (page) => {
    await openAlbum(page)
    for (const top of [150, 90]) {
      await openPlayer(page)
      await page.evaluate((to) => scrollTo(0, to), top)
      await backCloses(page, dialogs(page))
    }
    assert.ok(await page.evaluate(() => 'isSame' in window))
    await assertBackLeaves(page)
  },
  PHONE,
)

journey(
  'a dialog that is closed by a button, Escape or a press outside leaves nothing to go back through',
  () => null,
  async (page) => {
    await openAlbum(page)
    const closings = [
      () => dialogs(page).getByRole('button', { name: 'Close' }).click(),
      () => page.keyboard.press('Escape'),
      () => page.mouse.click(5, 400),
    ]
    for (const close of closings) {
      await openZap(page)
      await close()
      await dialogs(page).waitFor({ state: 'detached' })
    }
    await openZap(page)
    await backCloses(page, dialogs(page))
    await assertBackLeaves(page)
    await page.goForward()
    await heading(page, 'Slow Lightning').waitFor()
    // The entry of what was open: it opens nothing, and adds no press.
    await page.evaluate(() => history.forward())
    await until(() => page.evaluate(() => history.state.overlays === 1))
    assert.equal(await dialogs(page).count(), 0)
    await assertBackLeaves(page)
  },
)

journey(
  'an address that is replaced over what was open leaves one entry to go back through',
  () => mara,
  async (page) => {
    const edit = `/studio/edit/album/${catalogue.albumId}`
    await page.goto('/new')
    await page.goto(edit)
    await button(page, 'Delete this release…').click()
    await dialogs(page).waitFor({ state: 'attached' })
    await page.keyboard.press('Escape')
    await dialogs(page).waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Credits', exact: true }).click()
    await page.waitForURL(`${edit}?part=credits`)
    await page.goBack()
    await page.waitForURL('/new')
    await page.goForward()
    await page.waitForURL(`${edit}?part=credits`)
    await page.getByRole('button', { name: 'Add a credit' }).waitFor()
  },
)

journey(
  'what follows another in the player, and a link in it, leave only the pages to go back to',
  () => null,
  async (page) => {
    await openAlbum(page)
    await openPlayer(page)
    await dialogs(page).getByRole('button', { name: /^Zap/ }).first().click()
    await dialogs(page).getByRole('heading', { name: /^Zap / }).waitFor()
    await backCloses(page, dialogs(page))
    for (const title of ['First Light', 'Mara Okafor']) {
      await openPlayer(page)
      await dialogs(page).getByRole('link', { name: title }).click()
      await heading(page, title).waitFor()
      await dialogs(page).waitFor({ state: 'detached' })
      await page.goBack()
      await heading(page, 'Slow Lightning').waitFor()
    }
    await assertBackLeaves(page)
  },
  PHONE,
)

journey(
  'a page that is left while a dialog closes is left, and Back returns to it',
  () => null,
  async (page) => {
    await openAlbum(page)
    await openZap(page)
    await page.evaluate(() => {
      document.querySelector<HTMLElement>('[role=dialog] button[aria-label=Close]')!.click()
      location.assign('/artists')
    })
    await heading(page, 'Catalog').waitFor()
    await page.goBack()
    await heading(page, 'Slow Lightning').waitFor()
    await assertBackLeaves(page)
  },
)

journey(
  'after a reload nothing is open, and there is nothing more to go back through',
  () => null,
  async (page) => {
    await openAlbum(page)
    await openZap(page)
    await page.reload()
    assert.equal(await dialogs(page).count(), 0)
    await assertBackLeaves(page)
  },
)

journey(
  'of two dialogs Back closes the upper one first, and a link in a dialog leads back to the page itself',
  () => robin,
  async (page) => {
    await page.goto('/settings/apps')
    await button(page, 'Connect an app').click()
    await dialogs(page).getByLabel('App name').fill('Amethyst')
    await button(page, 'Connect').click()
    await backCloses(page, proofQuestion(page))
    assert.equal(await dialogs(page).getByLabel('App name').inputValue(), 'Amethyst')
    await backCloses(page, dialogs(page))
    await openAlbum(page)
    await openZap(page)
    await dialogs(page).getByRole('link', { name: 'add sats first' }).click()
    await page.waitForURL('/transactions?open=deposit')
    await page.getByRole('dialog', { name: 'Deposit' }).waitFor({ state: 'attached' })
    await page.goBack()
    await heading(page, 'Slow Lightning').waitFor()
    await assertBackLeaves(page)
  },
  DESKTOP,
)
