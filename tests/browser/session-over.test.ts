/** A session ends while its user is at work in a tab: in another tab, by an operator, or because it has expired. The page says
 * so and leads to the log-in, and afterwards what was typed is there, for the same user only. What must not
 * remain of an account is in sign-out.test.ts. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { logout } from '#contract/accounts/auth.ts'
import { createAlbum } from '#contract/catalog/albums.ts'
import { createTrack, getTrack } from '#contract/catalog/tracks.ts'
import { listLibraryIds } from '#contract/listening/library.ts'
import { createTestUser, lendAudio, PASSWORD, publishTrack, type TestUser, until } from '../users.ts'
import type { TestWorld } from '../world.ts'
import { openBrowser } from './chromium.ts'
import { openStage, runVisit } from './stage.ts'

const stack = new AsyncDisposableStack()
let world: TestWorld
let browser: Browser
let mara: TestUser
let albumId = ''
let trackId = ''
let song: Awaited<ReturnType<typeof publishTrack>>

before(async () => {
  ;({ world, browser } = await openStage(stack))
  mara = await createTestUser(world, { name: 'mara', hasFullName: true })
  song = await publishTrack(world, mara, { title: 'First Light' })
  albumId = (await mara.call(createAlbum, { body: { artistId: song.artistId, title: 'Night Bus' } })).id
  trackId = (await mara.call(createTrack, { body: { albumId, title: 'Last Bus', order: 1, extension: 'wav' } })).id
  await lendAudio(world, trackId, song.trackId)
})
after(() => stack.disposeAsync())

const OVER = /^You are logged out/

async function logIn(page: Page, { email }: TestUser): Promise<void> {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.locator('main').getByRole('button', { name: 'Log in', exact: true }).click()
}

function visit(name: string, work: (page: Page, context: BrowserContext, end: () => Promise<void>) => Promise<void>) {
  test(name, async (t) => {
    const opened = await openBrowser(browser, world.world.config.publicUrl)
    await runVisit(t, opened, 'session-over', async () => {
      const { page, context } = opened
      await page.goto('/login')
      await logIn(page, mara)
      await page.waitForURL('/')
      const end = async () => {
        const { token } = await page.evaluate(
          () => JSON.parse(localStorage.getItem('peal.session')!) as { token: string },
        )
        await world.callWith(token)(logout, {})
      }
      await work(page, context, end)
    })
  })
}

const edit = () => `/studio/edit/track/${trackId}`
const title = (page: Page) => page.getByLabel('Title', { exact: true })
const save = (page: Page) => page.getByRole('button', { name: 'Save changes' }).click()

async function assertAsked(page: Page): Promise<void> {
  await page.waitForURL((url) => url.pathname === '/login' && url.searchParams.get('next') === edit())
  await page.getByText(OVER).waitFor()
  await page.getByText('What you typed is kept in this tab').waitFor()
}

visit('signed out in another tab, a form is there again after the log-in', async (page, context) => {
  await page.goto(edit())
  await title(page).fill('Last Tram')
  await page.getByText('Not saved yet.').waitFor()
  const other = await context.newPage()
  await other.goto('/')
  await other.getByRole('button', { name: 'Open user menu' }).click()
  await other.getByRole('menuitem', { name: 'Log out' }).click()
  await assertAsked(page)
  // As after a log-in at another site.
  await page.reload()
  await assertAsked(page)
  await logIn(page, mara)
  await page.waitForURL(edit())
  assert.equal(await title(page).inputValue(), 'Last Tram')
  await save(page)
  await until(async () => (await mara.call(getTrack, { params: { trackId } })).title === 'Last Tram')
})

visit('ended by the server, a form that is sent is not saved and waits for its user', async (page, _context, end) => {
  await page.goto(edit())
  await title(page).fill('Night Tram')
  await page.getByText('Not saved yet.').waitFor()
  await end()
  await save(page)
  await assertAsked(page)
  await logIn(page, mara)
  await page.waitForURL(edit())
  assert.equal(await title(page).inputValue(), 'Night Tram')
})

visit('an event that is typed and cells that are changed wait for their user too', async (page, _context, end) => {
  const places = [
    { path: '/studio/create/event', field: page.getByLabel('Place', { exact: true }) },
    { path: `/studio/table/${song.artistId}`, field: page.locator('[data-cell="0 title"]') },
  ]
  for (const { path, field } of places) {
    await page.goto(path)
    await field.fill('The tram depot')
    await page.getByText(/^(Not saved yet|1 change)/).waitFor()
  }
  await end()
  await page.reload()
  await page.waitForURL((url) => url.pathname === '/login')
  await page.getByText('What you typed is kept in this tab').waitFor()
  await logIn(page, mara)
  for (const { path, field } of places) {
    await page.waitForURL((url) => url.pathname !== '/login')
    await page.goto(path)
    await field.waitFor()
    assert.equal(await field.inputValue(), 'The tram depot', path)
  }
})

visit('another user who logs in finds nothing of it', async (page, _context, end) => {
  await page.goto(edit())
  await title(page).fill('Secret Tram')
  await page.getByText('Not saved yet.').waitFor()
  await end()
  await save(page)
  await assertAsked(page)
  await logIn(page, await createTestUser(world))
  await page.waitForURL((url) => url.pathname !== '/login')
  await page.waitForFunction(() => !sessionStorage.getItem('peal.drafts')?.includes('Secret Tram'))
})

visit('on a public page a song plays, and a like asks for a log-in that leads back', async (page, _context, end) => {
  const album = `/album/${song.albumId}`
  await page.goto(album)
  await end()
  const main = page.locator('main')
  await main.getByRole('button', { name: /^Play/ }).first().click()
  await page.getByRole('region', { name: 'Player', exact: true }).waitFor()
  await main.getByRole('button', { name: /^Like/ }).first().click()
  const toast = page.locator('[data-sonner-toast]', { hasText: OVER })
  await toast.waitFor()
  assert.equal(await page.locator('[data-sonner-toast]').count(), 1, 'nothing else is said')
  await toast.getByRole('button', { name: 'Log in' }).click()
  await page.waitForURL((url) => url.pathname === '/login' && url.searchParams.get('next') === album)
  await logIn(page, mara)
  await page.waitForURL(album)
  await main.getByRole('button', { name: /^Like/ }).first().click()
  await until(async () => (await mara.call(listLibraryIds, {})).contentIds.length > 0)
})
