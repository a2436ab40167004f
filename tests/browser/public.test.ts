/** Visitors on the public pages: search while typing, and browse by letter, genre and chart, while music keeps playing; also
 * without scripts. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import type { Browser, Page } from 'playwright-core'
import { createAlbum } from '#contract/catalog/albums.ts'
import { createArtist } from '#contract/catalog/artists.ts'
import { listTopTracks } from '#contract/catalog/charts.ts'
import { search } from '#contract/listening/search.ts'
import { publish, setCountdown } from '#contract/catalog/publish.ts'
import { createTrack, getTrack, updateTrack } from '#contract/catalog/tracks.ts'
import type { Sent } from '#contract/endpoint.ts'
import { send } from '#contract/payments/payments.ts'
import {
  fillBalance,
  createTestUser,
  lendAudio,
  publishTrack,
  until,
  type PublishedTrack,
  type TestUser,
} from '../users.ts'
import type { TestWorld } from '../world.ts'
import { openBrowser } from './chromium.ts'
import { openPages, runNamedVisit, storeSession } from './stage.ts'

const stack = new AsyncDisposableStack()
let world: TestWorld
let browser: Browser
let content: PublishedTrack
let mara: TestUser

before(async () => {
  ;({ world, browser } = await openPages(stack))
  mara = await createTestUser(world, { name: 'mara' })
  content = await publishTrack(world, mara, { title: 'Slow Lightning' })
  await publishTrack(world, await createTestUser(world, { name: 'zeno' }), { title: 'Paper Boats' })
  await sql`UPDATE album SET genre_id = 11 WHERE id = ${content.albumId}`.execute(world.world.database.read)
  const robin = await createTestUser(world, { name: 'robin' })
  await fillBalance(world, robin, 10_000_000)
  await robin.call(send, { body: { contentId: content.trackId, msatAmount: 2_100_000 } })
  await until(async () => (await world.call(search, { query: { term: 'paper boats' } })).length > 0)
  const track = { params: { trackId: content.trackId } }
  await until(async () => (await world.call(getTrack, track)).msatTotal > 0)
  // A chart is computed at most every half minute.
  world.clock.step(31_000)
  await until(async () => (await world.call(listTopTracks, { query: {} })).length > 0)
})
after(() => stack.disposeAsync())

async function visit(name: string, work: (page: Page) => Promise<void>, width = 1440): Promise<void> {
  const screen = { width, height: width === 390 ? 844 : 900, colorScheme: 'light' } as const
  const { context, page, complaints } = await openBrowser(browser, world.origin, screen)
  await runNamedVisit(name, { context, page, complaints }, () => work(page))
}

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name }).first()

test('selected words of the footer are dark on light, and a button to zap is named once', () =>
  visit('public-selected', async (page) => {
    await page.goto('/top')
    const terms = page.getByRole('contentinfo').getByRole('link', { name: 'Terms', exact: true })
    const [text, ground] = await terms.evaluate((link) => {
      const { color, backgroundColor } = getComputedStyle(link, '::selection')
      const of = (words: string) =>
        (words.match(/[\d.]+/g) ?? []).slice(0, 3).reduce((sum, one) => sum + Number(one), 0)
      return [of(color), of(backgroundColor)] as const
    })
    assert.ok(Math.abs(text - ground) > 300, `${text} on ${ground}`)
    await page.getByRole('button', { name: /Zap / }).first().waitFor()
    assert.equal(await page.getByRole('button', { name: /^Zap \W/ }).count(), 0)
  }))

test('the focus returns to the button of the first dialog of a page', () =>
  visit('public-focus', async (page) => {
    await page.goto(`/album/${content.albumId}`)
    const share = page.getByRole('button', { name: /^Share / })
    await share.press('Enter')
    await page.getByRole('dialog').getByRole('heading').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await share.and(page.locator(':focus')).waitFor()
  }))

test('a search starts in the header, continues while typing, and music keeps playing', () =>
  visit('public-search', async (page) => {
    await page.goto(`/album/${content.albumId}`)
    await page.getByRole('button', { name: /^Play Album of Slow/ }).click()
    await page.getByRole('button', { name: /^Pause Album of Slow/ }).waitFor()
    await page.getByRole('searchbox').fill('papr')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/search?q=papr')
    await page.getByRole('link', { name: 'Paper Boats', exact: true }).first().waitFor()
    await page.getByRole('region', { name: 'Player' }).waitFor()
    const field = page.getByRole('searchbox')
    await field.fill('slow lihgtning')
    await page.getByRole('link', { name: 'Slow Lightning', exact: true }).first().waitFor()
    await page.waitForURL('**/search?q=slow+lihgtning')
    await page.getByRole('link', { name: 'Artists', exact: true }).click()
    await page
      .getByText(/No results/)
      .first()
      .waitFor()
    await page.getByRole('link', { name: 'Search everything' }).click()
    await page.getByRole('link', { name: 'Slow Lightning', exact: true }).first().waitFor()
    await field.fill('zzqqxx')
    await page
      .getByText(/No results for “zzqqxx”/)
      .first()
      .waitFor()
    await field.fill('')
    await heading(page, 'Browse by genre').waitFor()
    await page.getByRole('link', { name: /^Folk/ }).click()
    await heading(page, 'Folk').waitFor()
    await page.getByRole('region', { name: 'Player' }).waitFor()
  }))

test('letters, charts and pages are links that the keyboard reaches', () =>
  visit('public-wander', async (page) => {
    await page.goto('/artists')
    const letters = page.getByRole('navigation', { name: 'First letter' })
    await letters.getByRole('link', { name: 'A', exact: true }).focus()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/artists?letter=A')
    await page.getByRole('link', { name: 'Artist of mara' }).waitFor()
    assert.equal(await letters.getByRole('link', { name: 'A', exact: true }).getAttribute('aria-current'), 'page')
    await page.goto('/top')
    await page.getByRole('link', { name: 'Slow Lightning', exact: true }).waitFor()
    await page.getByRole('link', { name: 'Today', exact: true }).focus()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/top?phase=day')
    await page.getByText('2,100', { exact: false }).first().waitFor()
    await page.getByRole('link', { name: 'Slow Lightning', exact: true }).click()
    await heading(page, 'Slow Lightning').waitFor()
    await page.getByRole('link', { name: 'Artist of mara' }).first().click()
    await heading(page, 'Artist of mara').waitFor()
  }))

test('an artist page groups releases by kind, and shows where else the artist is heard', () =>
  visit('public-kinds', async (page) => {
    const artist = await mara.call(createArtist, { body: { name: 'Many Kinds' } })
    for (const [index, kind] of (
      ['album', 'ep', 'single', 'live', 'compilation', 'mixtape', 'album'] as const
    ).entries()) {
      await release({ artistId: artist.id, title: `${kind} ${index}`, kind, originalDate: String(2001 + index) })
    }
    const performers = [{ name: 'Many Kinds', role: 'featured' as const, artistId: artist.id }]
    await mara.call(updateTrack, { body: { trackId: content.trackId, performers } })
    await page.goto(`/artist/${artist.artistUrl}`)
    const groups = ['Albums', 'EPs and singles', 'Live', 'Compilations']
    const titles = [['mixtape 5', 'album 0'], ['single 2', 'ep 1'], ['live 3'], ['compilation 4']]
    for (const [index, name] of groups.entries()) {
      const links = page.getByRole('region', { name, exact: true }).getByRole('link')
      await links.first().waitFor()
      const shown = await links.allTextContents()
      assert.deepEqual(
        shown.map((text) => titles[index]!.find((title) => text.startsWith(title))),
        titles[index],
        name,
      )
    }
    const headings = await page.getByRole('heading', { level: 3 }).allTextContents()
    assert.deepEqual(headings.slice(0, 5), ['album 6', ...groups], 'below the newest')
    await heading(page, 'Appears on').waitFor()
    await page.getByRole('link', { name: /^Album of Slow Lightning/ }).click()
    await heading(page, 'Album of Slow Lightning').waitFor()
    await page.getByText('Artist of mara feat. Many Kinds').first().waitFor()
  }))

/** A published release with one track. */
async function release(album: Sent<typeof createAlbum>['body'] & { title: string }): Promise<void> {
  const { id } = await mara.call(createAlbum, { body: album })
  const { title } = album
  const track = await mara.call(createTrack, { body: { albumId: id, title, order: 1, extension: 'wav' } })
  await lendAudio(world, track.id, content.trackId)
  await mara.call(publish, { params: { contentId: id }, body: { contentType: 'album' } })
}

test('without scripts, a phone can search, read and page', async () => {
  const context = await browser.newContext({
    baseURL: world.origin,
    viewport: { width: 390, height: 844 },
    javaScriptEnabled: false,
  })
  try {
    const page = await context.newPage()
    await page.goto('/search')
    await page.getByRole('searchbox').first().fill('slow light')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/search?q=slow+light')
    await page.getByRole('link', { name: 'Slow Lightning', exact: true }).first().click()
    await heading(page, /Slow Lightning/).waitFor()
    await page.goto('/top?phase=month')
    await page.getByRole('link', { name: 'Slow Lightning', exact: true }).waitFor()
  } finally {
    await context.close()
  }
})

/** A public page must load the player, menus and dialogs only with the first press. */
const SCRIPT_BYTES_MAX = 130_000
/** By then a page has started everything it does automatically. */
const LEFT_ALONE_MS = 5_000

test('an idle page loads no more JavaScript than its budget', async (context) => {
  const { artistUrl } = await world.call(getTrack, { params: { trackId: content.trackId } })
  const paths = ['/', `/album/${content.albumId}`, `/artist/${artistUrl}`]
  const weigh = (path: string) =>
    visit(`public-alone${path.replaceAll('/', '-')}`, async (page) => {
      const scripts: Promise<number>[] = []
      page.on('response', (response) => {
        if (response.request().resourceType() !== 'script') return
        scripts.push(response.body().then((body) => gzipSync(body).length))
      })
      await page.goto(path)
      await page.waitForTimeout(LEFT_ALONE_MS)
      const bytes = (await Promise.all(scripts)).reduce((sum, one) => sum + one, 0)
      context.diagnostic(`${path}: ${bytes} bytes in ${scripts.length} files`)
      assert.ok(bytes <= SCRIPT_BYTES_MAX, `${path} fetches ${bytes} bytes`)
    })
  await Promise.all(paths.map(weigh))
})

test('a song without audio is on the album only for its owner, and cannot be zapped', async () => {
  const { albumId } = content
  const { id } = await mara.call(createTrack, {
    body: { albumId, title: 'Still Uploading', order: 2, extension: 'wav' },
  })
  await sql`UPDATE track SET is_draft = false, published_at = created_at WHERE id = ${id}`.execute(
    world.world.database.read,
  )
  const rowsOf = async (page: Page) => {
    await page.goto(`/album/${albumId}`)
    await heading(page, 'Album of Slow Lightning').waitFor()
    return page.getByRole('listitem').filter({ hasText: 'Still Uploading' })
  }
  await visit('without-audio', async (page) => assert.equal(await (await rowsOf(page)).count(), 0))
  await visit('without-audio-owner', async (page) => {
    await storeSession(page, mara)
    const row = await rowsOf(page)
    await row.waitFor()
    assert.equal(await row.getByRole('button', { name: /Zap/ }).count(), 0)
  })
})

test('an album with a countdown has a page before its release, which becomes its ordinary page at its date', async () => {
  const artistId = content.artistId
  const { id: albumId } = await mara.call(createAlbum, { body: { artistId, title: 'Winter Light' } })
  const trackIds: string[] = []
  for (const title of ['First Snow', 'Thaw']) {
    const { id } = await mara.call(createTrack, { body: { albumId, title, order: 1, extension: 'wav' } })
    await lendAudio(world, id, content.trackId)
    trackIds.push(id)
  }
  const publishedAt = new Date(world.clock.now().getTime() + 3_600_000).toISOString()
  await mara.call(publish, { params: { contentId: albumId }, body: { publishedAt } })
  const [early = ''] = trackIds
  const body = { hasCountdown: true, showsTitles: false, earlyTrackIds: [early] }
  await mara.call(setCountdown, { params: { albumId }, body })
  const html = await (await fetch(`${world.origin}/album/${albumId}`)).text()
  assert.ok(/Winter Light[\s\S]*minutes/.test(html) && !html.includes('Thaw'))
  await visit('countdown', async (page) => {
    await page.clock.install({ time: world.clock.now() })
    await page.goto(`/artist/${artistId}`)
    await page.getByRole('heading', { name: 'Coming' }).scrollIntoViewIfNeeded()
    await page.getByRole('link', { name: /Winter Light 2/ }).click()
    await page.getByRole('heading', { name: 'Winter Light', level: 1 }).waitFor()
    await page.getByRole('button', { name: 'Remind me' }).waitFor()
    await page.getByText(/^Out on .*\(GMT.*\)$/).waitFor()
    await page.getByRole('button', { name: /Play First Snow/ }).waitFor()
    await page.getByText('00', { exact: true }).first().waitFor()
    world.clock.step(3_600_001)
    await page.clock.fastForward(3_600_001)
    await page.getByRole('button', { name: /Play Thaw/ }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Remind me' }).count(), 0)
  })
})
