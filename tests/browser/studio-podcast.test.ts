/** A podcast from its first form to its third public episode: files dropped on the page, one upload interrupted and
 * resumed, one file without audio, one scheduled date. */
import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import type { Browser, Locator, Page, Request } from 'playwright-core'
import { listOwnPodcasts } from '#contract/catalog/podcasts.ts'
import { createTestUser, type TestUser, until } from '../users.ts'
import { makeWav } from '../audio-samples.ts'
import { makeFlac } from '../tagged-audio.ts'
import { type TestWorld } from '../world.ts'
import { dropFiles } from './drop-files.ts'
import { lookAt, openBrowser } from './chromium.ts'
import { openThrottledConnection, type ThrottledConnection } from './throttled-connection.ts'
import { openPages, playedSeconds, recordAudio, scheduleSoon, stepsOf, storeSession } from './stage.ts'

const stack = new AsyncDisposableStack()
let world: TestWorld
let line: ThrottledConnection
let browser: Browser
let page: Page
let complaints: string[]
let mara: TestUser
let podcastPath = ''
let episodePath = ''

before(async () => {
  ;({ world, browser } = await openPages(stack))
  line = stack.use(await openThrottledConnection(world.origin))
  mara = await createTestUser(world, { name: 'mara', hasFullName: true })
  ;({ page, complaints } = await openBrowser(browser, line.origin))
  await storeSession(page, mara)
})
after(() => stack.disposeAsync())

const step = stepsOf('studio-podcast', 120_000, () => page)

const field = (label: string | RegExp): Locator => page.getByLabel(label)
const button = (name: string | RegExp): Locator => page.getByRole('button', { name })
const dialog = (): Locator => page.getByRole('dialog')
const episodes = (): Locator => page.getByRole('list', { name: 'Episodes' })

step('a user starts a podcast in a category', async () => {
  await page.goto('/studio/create/podcast')
  await field('Name').fill('Storm Talk')
  await field('Category').first().selectOption({ label: 'Music' })
  await field('Description').fill('Weather, songs, and people who like both.')
  await button('Continue to the episodes').click()
  await page.waitForURL(/\/studio\/podcasts\/[0-9a-f-]{36}$/)
  podcastPath = new URL(page.url()).pathname
})

step('of three dropped files two become episodes; one of another type says why it was left out', async () => {
  await page.getByText('Drop audio files or a whole folder').waitFor()
  await dropFiles(page, [
    { name: '01 Thunder.wav', bytes: makeWav(3, 220) },
    { name: '02 Rain.flac', bytes: makeFlac({ seconds: 2, frequencyHz: 330, tags: { title: 'Rain' } }) },
    { name: 'notes.docx', bytes: Buffer.from('not a sound') },
  ])
  await page.getByText('notes.docx was skipped: please use mp3, wav, flac').waitFor()
  await page.locator('[data-upload]').nth(1).waitFor()
  await button('Upload 2 episodes').click()
  await page.getByText('2 ready').first().waitFor()
})

const noSound = () => Buffer.from('not a sound at all, '.repeat(400))

step('files without audio are refused with a reason, and are no episodes', async () => {
  await dropFiles(page, [
    { name: '03 Broken.wav', bytes: noSound() },
    { name: '04 Torn.wav', bytes: noSound() },
  ])
  await button('Upload 2 episodes').click()
  await page
    .getByText(/We do not recognise this as audio/)
    .nth(1)
    .waitFor()
  await page.getByText('2 failed').first().waitFor()
  const [podcast] = await mara.call(listOwnPodcasts, { query: {} })
  assert.deepEqual([podcast!.episodeCount, podcast!.readyCount], [2, 2])
})

step('another file can be chosen for a refused one, and it can be removed', async () => {
  await lookAt(page, 'refused')
  const asked = page.waitForEvent('filechooser')
  await button('Choose another file for Torn').click()
  const sent = page.waitForRequest(isPut)
  await (await asked).setFiles({ name: 'again.wav', mimeType: 'audio/wav', buffer: noSound() })
  await sent
  await page.getByText('2 failed').first().waitFor()
  await button('Remove Torn').click()
  await dialog().getByRole('button', { name: 'Delete' }).click()
  await page.getByText('1 failed').first().waitFor()
})

const isPut = (request: Request) => request.method() === 'PUT' && new URL(request.url()).pathname.startsWith('/files/')

step('an interrupted upload resumes where it stopped', async () => {
  await dropFiles(page, [{ name: '03 Lightning.wav', bytes: makeWav(40, 440) }])
  // Its tags are read over the same connection first.
  await page.locator('[data-upload]').waitFor()
  await until(async () => (await page.getByText('Reading tags').count()) === 0)
  line.narrow(800_000)
  line.cut()
  await button('Upload 1 episode').click()
  await page.getByText(/^Uploading \d+ % of/).waitFor()
  const again = page.waitForEvent('request', {
    predicate: (request) => isPut(request) && /^bytes [1-9]/.test(request.headers()['content-range'] ?? ''),
    timeout: 60_000,
  })
  // The browser itself retries a request that fails on a reused connection: so it fails twice.
  await until(() => line.isStuck())
  line.cut()
  await until(() => line.isStuck())
  line.narrow(Infinity)
  line.cut()
  assert.match((await again).headers()['content-range'] ?? '', /^bytes [1-9]\d{4,}-/)
  await page.getByText('3 ready').first().waitFor()
})

step('the failed file is deleted, and leaves the list immediately', async () => {
  await field('Select Broken').check()
  await page.getByRole('region', { name: 'Actions for selected items' }).getByRole('button', { name: 'Delete' }).click()
  await dialog().getByRole('button', { name: 'Delete' }).click()
  await field('Select Broken').waitFor({ state: 'detached' })
  assert.equal(await episodes().getByRole('listitem').count(), 3)
})

step('an episode gets a season, a description and a new title', async () => {
  await episodes().getByRole('link', { name: 'Thunder' }).click()
  await field('Title').fill('Thunder, explained')
  await field('Season').fill('2')
  await field('Number').fill('7')
  await field('Kind').selectOption('Bonus')
  await field('Description').fill('Why it comes after the lightning.')
  await button('Add a piece').click()
  const piece = page.getByRole('group', { name: 'Piece 1' })
  await page.keyboard.type('0:01')
  await piece.getByLabel('Length').fill('20:00')
  await button('Save changes').click()
  await piece.getByText('From 1 second to 10 minutes.').waitFor()
  await piece.getByText('Please fill this in.').waitFor()
  await piece.getByLabel('Length').fill('0:01')
  await piece.getByLabel('Title').fill('The bang')
  await button('Save changes').click()
  await page.getByRole('heading', { name: 'Edit Thunder, explained' }).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'Edit Thunder, explained' }).waitFor()
  assert.equal(await field('Season').inputValue(), '2')
  assert.equal(await field('Number').inputValue(), '7')
  assert.equal(await field('Kind').inputValue(), 'bonus')
  assert.equal(await field('Title').nth(1).inputValue(), 'The bang')
})

const TRANSCRIPT = `WEBVTT

00:00.000 --> 00:01.400
<v Mara>First the light, then the <b>café</b>.

00:01.500 --> 00:02.900
<v Ben>The café is loud.`

step('a transcript is uploaded; a file that is none says so', async () => {
  await page.getByRole('link', { name: 'Transcript' }).click()
  const upload = (name: string, text: string) =>
    page
      .locator('input[type=file][accept*=".vtt"]')
      .setInputFiles({ name, mimeType: 'text/vtt', buffer: Buffer.from(text) })
  await upload('notes.vtt', 'Thunder is late.')
  await page.getByText('This is not a transcript in VTT, SRT or JSON').waitFor()
  await upload('thunder.vtt', TRANSCRIPT)
  await page.getByText('Saved: 2 lines').waitFor()
  await page.getByText('First the light').waitFor()
  episodePath = `/episode/${/[0-9a-f-]{36}/.exec(page.url())![0]}`
})

step('the podcast becomes public at its date, and an episode plays', async () => {
  await page.goto(podcastPath)
  await scheduleSoon(page)
  await page.getByText(/^Public since/).waitFor()
  await until(async () => (await fetch(`${world.origin}/podcast/storm-talk`)).status === 200)
  const visitor = await openBrowser(browser, world.origin)
  await recordAudio(visitor.page)
  await visitor.page.goto('/podcast/storm-talk')
  for (const title of ['Thunder, explained', 'Rain', 'Lightning']) {
    await visitor.page.getByRole('link', { name: title }).first().waitFor()
  }
  await visitor.page.getByRole('button', { name: /^Play/ }).first().click()
  await until(async () => (await playedSeconds(visitor.page)) > 0.5)
  await visitor.context.close()
})

step('the transcript is in the HTML, is searched, and follows what plays', async () => {
  assert.match(
    await (await fetch(world.origin + episodePath)).text(),
    /<b>Ben<\/b><span data-at="1.5">The café is loud\.<\/span>/,
  )
  const visitor = await openBrowser(browser, world.origin)
  const read = visitor.page
  await read.goto(episodePath)
  await read.getByText('Bonus').first().waitFor()
  await read.getByText('Season 2').first().waitFor()
  await read.getByRole('heading', { name: 'Transcript' }).scrollIntoViewIfNeeded()
  const search = read.getByLabel('Search the transcript')
  await search.fill('CAFE')
  await read.getByText('1 of 2').waitFor()
  await search.press('Enter')
  await read.getByText('2 of 2').waitFor()
  assert.deepEqual(await read.locator('mark').allInnerTexts(), ['café', 'café'])
  assert.equal(await read.locator('mark[data-selected]').getAttribute('data-hit'), '1')
  const [first, second] = [
    read.getByRole('button', { name: 'Play from 0:00' }),
    read.getByRole('button', { name: 'Play from 0:01' }),
  ]
  await first.focus()
  await read.keyboard.press('ArrowDown')
  await second.and(read.locator(':focus')).waitFor()
  // Lines are spoken for a second only, so what was marked is recorded.
  await read.evaluate(() => {
    const spoken: (string | null)[] = []
    const record = new MutationObserver((changes) => {
      for (const { target } of changes) if (target instanceof HTMLElement) spoken.push(target.getAttribute('data-at'))
    })
    record.observe(document.querySelector('.transcript')!, { subtree: true, attributeFilter: ['aria-current'] })
    Object.assign(window, { spoken })
  })
  await read.keyboard.press('Enter')
  await read.waitForFunction(() => (window as unknown as { spoken: string[] }).spoken.includes('1.5'))
  assert.deepEqual(visitor.complaints, [])
  await visitor.context.close()
})

step('its page announces a feed, the studio shows its address, and a browser reads it', async () => {
  const link = page.getByRole('region', { name: 'RSS feed' }).getByRole('link', { name: /^http/ })
  const address = (await link.getAttribute('href')) ?? ''
  const html = await (await fetch(`${world.origin}/podcast/storm-talk`)).text()
  assert.ok(html.includes(`<link rel="alternate" type="application/rss+xml" href="${address}" title="Storm Talk"/>`))
  const xml = await (await fetch(address)).text()
  const { faults, titles } = await page.evaluate((feed) => {
    const parsed = new DOMParser().parseFromString(feed, 'application/xml')
    return {
      faults: parsed.querySelectorAll('parsererror').length,
      titles: [...parsed.querySelectorAll('item > title')].map((title) => title.textContent ?? ''),
    }
  }, xml)
  assert.equal(faults, 0)
  assert.deepEqual(titles.toSorted(), ['Lightning', 'Rain', 'Thunder, explained'])
})

step('the browser reports no errors', async () => {
  assert.deepEqual(complaints, [])
})

step('two more episodes are scheduled as a series, a week apart', async () => {
  await page.goto(podcastPath)
  await episodes().waitFor()
  await dropFiles(page, [
    { name: '04 Hail.wav', bytes: makeWav(2, 500) },
    { name: '05 Fog.wav', bytes: makeWav(2, 600) },
  ])
  await button('Upload 2 episodes').click()
  await page.getByText('Not public').nth(1).waitFor()
  await field('Select Hail').check()
  await field('Select Fog').check()
  await button('Schedule a series…').click()
  await dialog().getByLabel('First date and time').fill('2099-10-16T07:00')
  await dialog().getByLabel('Time zone').selectOption('Europe/Stockholm')
  const dates = dialog().getByRole('list', { name: 'Dates' }).getByRole('listitem')
  assert.deepEqual(await dates.allInnerTexts(), ['Hail\nFri, 16 Oct 2099, 07:00', 'Fog\nFri, 23 Oct 2099, 07:00'])
  await dialog().getByRole('button', { name: 'Schedule', exact: true }).click()
  await page.getByText('2 scheduled.').waitFor()
  await episodes().getByText('Will be public on').nth(1).waitFor()
  await page.goto('/studio')
  const coming = page.locator('section', { has: page.getByRole('heading', { name: 'Coming' }) })
  await coming.getByRole('link', { name: 'Hail Storm Talk' }).waitFor()
  assert.equal(await coming.getByRole('link').count(), 2)
  assert.deepEqual(complaints, [])
})
