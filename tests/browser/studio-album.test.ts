/** From a folder of twelve files to a public release, by mouse: the form fills itself in, everything is uploaded, time
 * splits and timed artwork are added, and a date is set, after which everybody can play it. */
import assert from 'node:assert/strict'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, before } from 'node:test'
import type { Browser, Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { createTestUser, until } from '../users.ts'
import { makeWav } from '../audio-samples.ts'
import { makeFlac, tagWav } from '../tagged-audio.ts'
import { type TestWorld } from '../world.ts'
import { openBrowser } from './chromium.ts'
import { resizeTo } from './width-faults.ts'
import { openPages, playedSeconds, recordAudio, scheduleSoon, stepsOf, storeSession } from './stage.ts'

const TITLES = [
  'First Light',
  'Kite String',
  'Last Bus',
  'Paper Boats',
  'Low Tide',
  'Amber Rooms',
  'Salt Hymn',
  'Half a Moon',
  'Undertow',
  'Night Bus',
  'Bell Weather',
  'Slow Lightning',
]
/** Long enough for time splits; the other files only have to exist. */
const FIRST_SECONDS = 12
const OTHER_SECONDS = 2

const stack = new AsyncDisposableStack()
let world: TestWorld
let browser: Browser
let page: Page
let complaints: string[]
let albumId = ''
const home = fs.mkdtempSync(path.join(os.tmpdir(), 'peal-studio-'))
const folder = path.join(home, 'Storm Songs')

before(async () => {
  stack.defer(() => fs.rmSync(home, { recursive: true, force: true }))
  ;({ world, browser } = await openPages(stack))
  const mara = await createTestUser(world, { name: 'mara', hasFullName: true })
  ;({ page, complaints } = await openBrowser(browser, world.origin))
  await storeSession(page, mara)
  await writeFolder()
})
after(() => stack.disposeAsync())

/** Six wav and six flac files, whose order is in their tags and not in their names. */
async function writeFolder(): Promise<void> {
  fs.mkdirSync(folder)
  const square = { width: 600, height: 600, channels: 3 as const, background: '#5a35e0' }
  const picture = await sharp({ create: square }).jpeg().toBuffer()
  fs.writeFileSync(path.join(home, 'moment.png'), await sharp({ create: square }).png().toBuffer())
  for (const [index, title] of TITLES.entries()) {
    const tags = { title, artist: 'Mara Okafor', album: 'Storm Songs', trackNumber: index + 1, genre: 'Folk', picture }
    const [seconds, frequencyHz] = [index === 0 ? FIRST_SECONDS : OTHER_SECONDS, 200 + index * 25]
    const isFlac = index % 2 === 1
    const bytes = isFlac ? makeFlac({ seconds, frequencyHz, tags }) : tagWav(makeWav(seconds, frequencyHz), tags)
    fs.writeFileSync(path.join(folder, `${String.fromCodePoint(122 - index)}.${isFlac ? 'flac' : 'wav'}`), bytes)
  }
}

const step = stepsOf('studio-album', 150_000, () => page)

const field = (label: string | RegExp): Locator => page.getByLabel(label)
const button = (name: string | RegExp): Locator => page.getByRole('button', { name })
const link = (name: string | RegExp): Locator => page.getByRole('link', { name })
const dialog = (): Locator => page.getByRole('dialog')
const studioTabs = (): Locator => page.getByRole('navigation', { name: 'Studio' })

step('an empty studio shows the next step, and no tabs', async () => {
  await page.goto('/studio')
  await page.getByRole('heading', { name: 'Publish your music today' }).waitFor()
  assert.equal(await studioTabs().count(), 0)
  assert.equal(await page.title(), 'Peal Studio')
  await link('Start with your files').click()
  await page.waitForURL('/studio/upload')
})

step('a folder of twelve files fills in the form of a release', async () => {
  await page.locator('input[type=file][webkitdirectory]').setInputFiles(folder)
  await button('Create the release and upload 12 tracks').waitFor()
  // All files have been read once they are in the order of their tags.
  await page.waitForFunction(
    ([first, last]) => {
      const inputs = [
        ...document.querySelectorAll<HTMLInputElement>(
          '[data-upload] input[type=text], [data-upload] input:not([type])',
        ),
      ]
      return inputs.length === 12 && inputs[0]?.value === first && inputs[11]?.value === last
    },
    [TITLES[0], TITLES[11]] as const,
  )
  assert.equal(await field('Title').first().inputValue(), 'Storm Songs')
  assert.equal(await field('Artist name').inputValue(), 'Mara Okafor')
  await page.getByText('Artwork from the files').first().waitFor()
})

step('one button creates artist and release, and uploads twelve files', async () => {
  await button('Create the release and upload 12 tracks').click()
  await page.waitForURL(/\/studio\/albums\/[0-9a-f-]{36}$/)
  albumId = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  await page.getByRole('heading', { name: 'Storm Songs' }).waitFor()
  await page.getByText('12 ready').first().waitFor({ timeout: 120_000 })
  assert.deepEqual(await page.getByRole('list', { name: 'Tracks' }).getByRole('link').allTextContents(), TITLES)
})

step('no word of a tab is cut, in any language', async () => {
  const cut: string[] = []
  for (const path of ['/studio', '/de/studio', '/es/studio', '/pt/studio', '/ja/studio']) {
    await page.goto(path)
    for (const width of [768, 1024, 1440]) {
      await resizeTo(page, width)
      const words = page.locator('nav:has(> [href$="/studio/analytics"]) > a')
      await words.first().waitFor()
      cut.push(
        ...(await words.evaluateAll(
          (spans, where) =>
            spans.filter((one) => one.scrollWidth > one.clientWidth).map((one) => where + one.textContent),
          `${path} at ${width}: `,
        )),
      )
    }
  }
  assert.deepEqual(cut, [])
  await page.goto(`/studio/albums/${albumId}`)
})

step('tabs for the content there is appear, each label 100 px wide', async () => {
  await studioTabs().getByRole('link').first().waitFor()
  assert.deepEqual(await studioTabs().getByRole('link').allTextContents(), [
    'Studio',
    'Analytics',
    'Releases',
    'Artists',
    'Events',
    'Promos',
  ])
  const chosen = studioTabs().locator('[aria-current=page]')
  assert.equal(await chosen.textContent(), 'Releases')
  // With 10 px on either side.
  assert.equal((await chosen.boundingBox())?.width, 120)
})

step('the first track shares two ranges with another', async () => {
  await link('First Light').click()
  await page.getByRole('heading', { name: 'Edit First Light' }).waitFor()
  assert.equal(await studioTabs().locator('[aria-current=page]').count(), 0)
  await link('Time splits').click()
  for (const [number, end] of [
    [1, '0:04'],
    [2, '0:08'],
  ] as const) {
    await button('Add a time split here').click()
    const card = page.getByRole('group', { name: `Time split ${number}`, exact: true })
    await card.getByLabel('With').fill('Kite')
    await page
      .getByRole('option', { name: /Kite String/ })
      .first()
      .click()
    await card.getByLabel('To', { exact: true }).fill(end)
    await card.getByLabel('To', { exact: true }).press('Enter')
  }
  const part = page.getByRole('region', { name: 'Time splits' }).last()
  await part.getByRole('button', { name: 'Save', exact: true }).click()
  await part.getByText('Saved.').waitFor()
})

step('the first track shows its own image while it plays', async () => {
  await link('Timed artwork').click()
  const part = page.getByRole('region', { name: 'Timed artwork' }).last()
  await part.locator('input[type=file]').last().setInputFiles(path.join(home, 'moment.png'))
  await part.getByRole('group', { name: 'Picture 1' }).waitFor()
  await part.getByRole('button', { name: 'Save', exact: true }).click()
  await part.getByText('Saved.').waitFor()
})

step('the preview is visible to its owner and to nobody else', async () => {
  await page.goto(`/studio/albums/${albumId}/preview`)
  await page.getByText('For now, only you can see it.').waitFor()
  await page.getByRole('heading', { name: 'Storm Songs' }).waitFor()
  assert.equal(await page.title(), 'Preview of a release · Peal Studio')
  assert.equal((await fetch(`${world.origin}/album/${albumId}`)).status, 404)
})

step('a date in the near future publishes it automatically', async () => {
  await page.goto(`/studio/albums/${albumId}`)
  await scheduleSoon(page)
  assert.equal((await fetch(`${world.origin}/album/${albumId}`)).status, 404)
  // Without any action, the page is updated and everybody can see the release.
  await page.getByText(/^Public since/).waitFor()
  await until(async () => (await fetch(`${world.origin}/album/${albumId}`)).status === 200)
})

step('a visitor plays it', async () => {
  const visitor = await openBrowser(browser, world.origin)
  await recordAudio(visitor.page)
  await visitor.page.goto(`/album/${albumId}`)
  for (const title of TITLES) await visitor.page.getByRole('link', { name: title }).first().waitFor()
  await visitor.page.getByRole('button', { name: /^Play/ }).first().click()
  await until(async () => (await playedSeconds(visitor.page)) > 0.5)
  await visitor.context.close()
})

step(
  'a date in the future asks before it hides the release, and lists follow; dates before all recordings are refused',
  async () => {
    const save = (name: string) => dialog().getByRole('button', { name }).click()
    await page.goto(`/studio/albums/${albumId}`)
    await link('Published (12)').waitFor()
    await button('Change the date…').click()
    await dialog().getByLabel('Date and time').fill('1820-05-01T12:00')
    await save('Save the date')
    await dialog()
      .getByText(/^This release date is not possible/)
      .waitFor()
    await dialog().getByLabel('Date and time').fill('2090-05-01T12:00')
    await save('Save the date')
    await dialog()
      .getByText(/Buyers keep their files/)
      .waitFor()
    assert.equal((await fetch(`${world.origin}/album/${albumId}`)).status, 200)
    await save('Hide until then')
    await page.getByText(/^Will be published automatically on .*2090/).waitFor()
    assert.equal(await link(/^Published/).count(), 0)
    await studioTabs().getByRole('link', { name: 'Releases' }).click()
    await link('Published (0)').waitFor()
    await link('Unpublished (1)').waitFor()
    await page.goto(`/studio/albums/${albumId}`)
    await button('Change the date or publish now…').click()
    await dialog().getByRole('switch', { name: 'Choose a date' }).click()
    await save('Publish now')
    await page.getByText(/^Public since/).waitFor()
  },
)

step('kind, original date and rights of the release are on its page', async () => {
  await page.getByRole('main').getByRole('link', { name: 'Edit', exact: true }).click()
  await field('Kind of release').selectOption({ label: 'Live' })
  await field('Original release date').fill('2019-02-30')
  await page.getByText('Label, rights and language').click()
  await page.getByLabel('Label', { exact: true }).fill('Moon Records')
  await field('℗ line').fill('℗ 2019 Moon Records')
  await field('© line').fill('2020 Moon Records')
  await field('Licence').selectOption({ label: 'CC BY-SA 4.0' })
  await field('Language of the lyrics').selectOption({ label: 'German' })
  await button('Save changes').click()
  await page.getByText(/^This original date is not valid/).waitFor()
  await field('Original release date').fill('2019-05')
  await button('Save changes').click()
  await page.getByText('Saved.').waitFor()
  const html = async () => (await fetch(`${world.origin}/album/${albumId}`)).text()
  await until(async () => (await html()).includes('CC BY-SA 4.0'))
  const data = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(await html())?.[1] ?? ''
  const { datePublished, albumProductionType, license, inLanguage } = JSON.parse(data) as Record<string, string>
  assert.deepEqual(
    [datePublished, albumProductionType, license, inLanguage],
    ['2019-05', 'https://schema.org/LiveAlbum', 'https://creativecommons.org/licenses/by-sa/4.0/', 'de'],
  )
  const visitor = await openBrowser(browser, world.origin)
  await visitor.page.goto(`/album/${albumId}`)
  const main = visitor.page.getByRole('main')
  for (const fact of ['Live', '2019']) await main.getByText(fact, { exact: true }).first().waitFor()
  await visitor.page.getByRole('link', { name: 'Licence: CC BY-SA 4.0' }).scrollIntoViewIfNeeded()
  for (const line of ['Release date: May 2019', 'Label: Moon Records', '℗ 2019 Moon Records', '© 2020 Moon Records']) {
    await visitor.page.getByText(line, { exact: true }).waitFor()
  }
  await visitor.context.close()
  await page.goto(`/studio/albums/${albumId}`)
})

step('selected tracks are deleted together and leave the list', async () => {
  for (const title of ['Night Bus', 'Bell Weather']) await field(`Select ${title}`).check()
  await page.getByText('2 selected').waitFor()
  await page.getByRole('region', { name: 'Actions for selected items' }).getByRole('button', { name: 'Delete' }).click()
  await dialog().getByRole('button', { name: 'Delete' }).click()
  await field('Select Night Bus').waitFor({ state: 'detached' })
  await field('Select Bell Weather').waitFor({ state: 'detached' })
  assert.equal(await page.getByRole('list', { name: 'Tracks' }).getByRole('link').count(), 10)
})

step('the dialog for deleting a release lists the tracks that are deleted with it', async () => {
  await page.getByRole('main').getByRole('link', { name: 'Edit', exact: true }).click()
  await button('Delete this release…').click()
  await dialog().getByText('These tracks are deleted with Storm Songs:').waitFor()
  await dialog().getByText('First Light').waitFor()
  await dialog().getByRole('button', { name: 'Delete release and 10 tracks' }).waitFor()
  await dialog().getByRole('button', { name: 'Back' }).click()
})

step('the browser reports no errors', async () => {
  assert.deepEqual(complaints, [])
})
