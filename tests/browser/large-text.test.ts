/** The home page with nine new releases: titles have room beside the covers, also with text of 200 %, and in German. The other
 * pages are in every-page.test.ts. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { createAlbum } from '#contract/catalog/albums.ts'
import { publish } from '#contract/catalog/publish.ts'
import { createTrack } from '#contract/catalog/tracks.ts'
import { createTestUser, fillBalance, lendAudio, publishTrack, type TestUser } from '../users.ts'
import type { TestWorld } from '../world.ts'
import { openBrowser } from './chromium.ts'
import { settle } from './screen-faults.ts'
import { openStage, runVisit, storeSession } from './stage.ts'
import { textFaultsOf } from './text-faults.ts'
import { resizeTo, setBrowserText, widthFaultsOf } from './width-faults.ts'

const TITLES = ['Rooftop Weather', 'Slow Lightning', 'Kilometre Nine', 'Night Bus 41', 'After the Rain', 'Guarda-chuva']
const MORE = ['Five Rooms, One Breath', 'Substation', 'Window Light']

const stack = new AsyncDisposableStack()
let world: TestWorld
let browser: Browser
let mara: TestUser

before(async () => {
  ;({ world, browser } = await openStage(stack))
  mara = await createTestUser(world, { name: 'mara', hasFullName: true })
  const song = await publishTrack(world, mara, { title: 'First Light' })
  for (const title of [...TITLES, ...MORE]) {
    const { id: albumId } = await mara.call(createAlbum, { body: { artistId: song.artistId, title } })
    const { id } = await mara.call(createTrack, { body: { albumId, title, order: 1, extension: 'wav' } })
    await lendAudio(world, id, song.trackId)
    await mara.call(publish, { params: { contentId: albumId }, body: {} })
  }
  await fillBalance(world, mara, 1_000_000)
})
after(() => stack.disposeAsync())

const isOfVisitors = (path: string) => /register|login|password|verify/.test(path)

for (const [path, sizePx, widths] of [
  ['/', 16, [768, 834, 1024]],
  ['/', 32, [320, 390, 768, 1440]],
  ['/de', 32, [320, 390]],
  ['/de/transactions', 32, [320, 390]],
  ['/de/studio', 32, [320, 390]],
  ['/de/register', 32, [320, 390]],
  ['/de/login', 32, [320, 390]],
  ['/de/login/key', 32, [320, 390]],
  ['/de/register/key', 32, [320, 390]],
  ['/de/forgot-password', 32, [320, 390]],
  ['/de/reset-password', 32, [320, 390]],
  ['/de/verify-email', 32, [320, 390]],
] as const) {
  test(`${path} with text of ${sizePx} px`, async (t) => {
    const opened = await openBrowser(browser, world.world.config.publicUrl)
    await runVisit(t, opened, 'large-text', async () => {
      const { page } = opened
      if (!isOfVisitors(path)) await storeSession(page, mara)
      await setBrowserText(page, sizePx)
      await page.goto(path)
      const faults: string[] = []
      for (const width of widths) {
        await resizeTo(page, width, 4_000)
        if (path === '/') await page.locator('.mosaic').waitFor()
        await settle(page)
        const found = [...(await widthFaultsOf(page)), ...(await textFaultsOf(page))]
        faults.push(...found.map((fault) => `${width} px: ${fault}`))
      }
      assert.deepEqual(faults, [])
    })
  })
}
