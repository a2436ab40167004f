/** The studio's editors in a real browser, by mouse and keyboard: splits, time splits, timed artwork, lyrics, chapters,
 * credits and order. Each edit is saved on the server, and each screen passes the accessibility checker. */
import assert from 'node:assert/strict'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import type { Browser, Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { createAlbum } from '#contract/catalog/albums.ts'
import { createArtist } from '#contract/catalog/artists.ts'
import { createEpisode, getEpisode } from '#contract/catalog/episodes.ts'
import { getArtworkSegments, getChapters, setArtworkSegments, setChapters } from '#contract/catalog/moments.ts'
import { createPodcast } from '#contract/catalog/podcasts.ts'
import { getSplit, getTimeSplits } from '#contract/catalog/splits.ts'
import { createTrack, getTrack, listAlbumTracks, updateTrack } from '#contract/catalog/tracks.ts'
import { agreeToAll } from '../agreements.ts'
import { createTestUser, publishTrack, putAudio, until, type TestUser, type PublishedTrack } from '../users.ts'
import { makeWav } from '../audio-samples.ts'
import { type TestWorld } from '../world.ts'
import { openBrowser, saveScreenshot } from './chromium.ts'
import { assertAxePasses } from './screen-faults.ts'
import { openPages, storeSession } from './stage.ts'

const SECONDS = 20

const stack = new AsyncDisposableStack()
let world: TestWorld
let browser: Browser
let page: Page
let complaints: string[]
let mara: TestUser
let teodor: TestUser
let kite: PublishedTrack
let albumId = ''
let trackId = ''
let episodeId = ''
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'peal-editors-'))

before(async () => {
  stack.defer(() => fs.rmSync(folder, { recursive: true, force: true }))
  ;({ world, browser } = await openPages(stack))
  mara = await createTestUser(world, { name: 'mara', hasFullName: true })
  teodor = await createTestUser(world, { name: 'teodor' })
  const ana = await createTestUser(world, { name: 'ana' })
  kite = await publishTrack(world, ana, { title: 'Kite String' })
  await makeDrafts()
  for (const [name, background] of [
    ['dawn.png', '#d6246e'],
    ['dusk.png', '#0a7353'],
  ] as const) {
    const create = { width: 64, height: 64, channels: 3 as const, background }
    fs.writeFileSync(path.join(folder, name), await sharp({ create }).png().toBuffer())
  }
  fs.writeFileSync(
    path.join(folder, 'song.lrc'),
    '[ti:Song]\n[00:02.00] a line\n[00:75.00] a bad one\n[00:06.50] the last',
  )
  ;({ page, complaints } = await openBrowser(browser, world.origin))
  await storeSession(page, mara)
})
after(() => stack.disposeAsync())

/** An album of three tracks, the first with sound, and a podcast with an episode; all of them drafts. */
async function makeDrafts(): Promise<void> {
  const artist = await mara.call(createArtist, { body: { name: 'Mara Okafor' } })
  const album = await mara.call(createAlbum, { body: { artistId: artist.id, title: 'Slow Lightning' } })
  albumId = album.id
  for (const [index, title] of ['First Light', 'Last Bus', 'Paper Boats'].entries()) {
    const track = await mara.call(createTrack, { body: { albumId, title, order: index + 1, extension: 'wav' } })
    if (index > 0) continue
    trackId = track.id
    await putAudio(world, track.presignedUrl, makeWav(SECONDS))
  }
  const podcast = await mara.call(createPodcast, { body: { name: 'Night Bus' } })
  const episode = await mara.call(createEpisode, {
    body: { podcastId: podcast.id, title: 'One', order: 1, extension: 'wav' },
  })
  episodeId = episode.id
  await putAudio(world, episode.presignedUrl, makeWav(SECONDS))
  await until(async () => (await mara.call(getTrack, { params: { trackId } })).liveUrl !== null, 60_000)
  await until(async () => (await mara.call(getEpisode, { params: { episodeId } })).liveUrl !== null, 60_000)
}

/** One editor; a screenshot is saved when it fails. */
function scenario(name: string, work: () => Promise<void>): void {
  test(name, async (context) => {
    try {
      await work()
      await assertMainPasses()
    } catch (error) {
      context.diagnostic(`Screenshot: ${await saveScreenshot(page, 'studio-editors')}`)
      throw error
    }
  })
}

const assertMainPasses = () => assertAxePasses(page, { within: 'main' })

const field = (label: string | RegExp): Locator => page.getByLabel(label, { exact: true })
const button = (name: string): Locator => page.getByRole('button', { name, exact: true })
const slider = (name: string): Locator => page.getByRole('slider', { name, exact: true })
const dialog = (): Locator => page.getByRole('dialog')
const said = (words: string | RegExp): Promise<void> => page.getByText(words).first().waitFor()

async function save(): Promise<void> {
  await button('Save').click()
  await page.getByText('Saved.', { exact: true }).waitFor()
}

async function type(label: string, words: string): Promise<void> {
  await field(label).fill(words)
  await field(label).press('Enter')
}

scenario('the percentages of a split have to add up, and its users have to exist', async () => {
  await page.goto(`/studio/edit/track/${trackId}?part=split`)
  await button('Use a separate split').click()
  await field('Username of person 2').fill('nobody-at-all')
  await said('No user has this name.')
  await field('Username of person 2').fill('teodor')
  await page.getByText('User found').nth(1).waitFor()
  await field('Share of person 1').fill('57')
  await field('Share of person 2').fill('40')
  await said('The shares add up to 97 %. 3 % is left to assign.')
  // Of 950: what is entered, and what is missing.
  await said('28.500')
  await said('Not assigned yet')
  await field('Share of person 2').fill('x')
  await said('408.500')
  await field('Share of person 2').fill('50')
  await said('7 % too much')
  assert.equal(await page.getByText('Of 1,000 sats').count(), 0)
  await field('Share of person 2').fill('40')
  await button('Set this split').click()
  assert.equal(await dialog().count(), 0)
  await field('Share of person 2').fill('43')
  await said('541.500')
  await slider('Between mara and teodor').press('ArrowRight')
  assert.equal(await field('Share of person 1').inputValue(), '58')
  await said(/\b551(?![.\d])/)
  await slider('Between mara and teodor').press('ArrowLeft')
  await button('Set this split').click()
  await dialog().getByText('541.500').waitFor()
  await dialog().getByRole('button', { name: 'Set this split' }).click()
  await said('Every payment is divided like this.')
  assert.deepEqual(await sharesOf(), [
    ['mara', 57],
    ['teodor', 43],
  ])
})

scenario('it is changed to three equal parts, to the msat', async () => {
  await button('Change the split').click()
  await button('Add a person').click()
  await field('Username of person 3').fill('ana')
  await page.getByText('User found').nth(2).waitFor()
  await button('Split evenly').click()
  assert.equal(await field('Shares in').inputValue(), 'parts')
  await said('316.667')
  await button('Save this split').click()
  await dialog().getByRole('button', { name: 'Save this split' }).click()
  await said('Every payment is divided like this.')
  assert.deepEqual(await sharesOf(), [
    ['mara', 1],
    ['teodor', 1],
    ['ana', 1],
  ])
})

scenario('the answer of a partner appears without a reload', async () => {
  await page.getByText('Waiting for an answer', { exact: true }).nth(1).waitFor()
  await agreeToAll(teodor.call)
  await page.getByText('Agreed', { exact: true }).waitFor()
})

scenario('a Lightning address and a share of seven characters are legible at every width', async () => {
  await page.goto(`/studio/albums/${albumId}`)
  await button('Share with others').click()
  await field('Username of person 2').fill('teodor.lind@wallet.example')
  await field('Share of person 1').fill('100.000')
  await field('Share of person 2').fill('66.6667')
  for (const width of [360, 768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    for (const label of ['Username of person 2', 'Share of person 1', 'Share of person 2']) {
      const hidden = await field(label).evaluate((input) => input.scrollWidth - input.clientWidth)
      assert.ok(hidden <= 0, `${label} at ${width} px: ${hidden} px too narrow`)
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await button('Not now').click()
})

async function sharesOf(): Promise<[string, number][]> {
  const split = await mara.call(getSplit, { params: { contentId: trackId, contentType: 'track' } })
  return (split?.splitRecipients ?? []).map(({ share, user }) => [user.name, share])
}

async function shareWithKiteString(number: number): Promise<void> {
  const card = page.getByRole('group', { name: `Time split ${number}`, exact: true })
  await card.getByRole('combobox').fill('Kite')
  await page.getByRole('option', { name: 'Kite String Track by Artist of ana', exact: true }).click()
  await card.getByText('ana (Kite String)').waitFor()
}

scenario('two time splits on the waveform, which never overlap', async () => {
  await page.goto(`/studio/edit/track/${trackId}?part=time-splits`)
  await button('Add a time split here').click()
  await type('To', '0:08')
  await field('Shared').fill('25')
  await shareWithKiteString(1)
  await said('237.500')
  await button('Add a time split here').click()
  await shareWithKiteString(2)
  await slider('Start of Time split 2').press('ArrowRight')
  await slider('Start of Time split 2').press('ArrowRight')
  const second = page.getByRole('group', { name: 'Time split 2', exact: true })
  assert.equal(await second.getByLabel('From', { exact: true }).inputValue(), '0:10')
  await dragFar(slider('End of Time split 1'))
  assert.equal(await page.getByLabel('To', { exact: true }).first().inputValue(), '0:10')
  await second.getByLabel('From', { exact: true }).fill('0:05')
  await second.getByLabel('From', { exact: true }).press('Enter')
  await said('Overlaps the one before.')
  await button('Save').click()
  await said('Please fix the errors first.')
  await second.getByLabel('From', { exact: true }).fill('0:12')
  await second.getByLabel('From', { exact: true }).press('Enter')
  await save()
  const rows = await mara.call(getTimeSplits, { params: { contentId: trackId, contentType: 'track' } })
  assert.deepEqual(
    rows.map((row) => [row.startSeconds, row.endSeconds, row.shareNumerator, row.shareDenominator]),
    [
      [0, 10, 1, 4],
      [12, 20, 1, 2],
    ],
  )
  assert.ok(rows.every((row) => row.recipientContentId === kite.trackId))
})

/** Drags far to the right, with the mouse. */
async function dragFar(handle: Locator): Promise<void> {
  const box = await handle.boundingBox()
  assert.ok(box)
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + 120, y, { steps: 4 })
  await page.mouse.move(x + 600, y, { steps: 4 })
  await page.mouse.up()
}

/** What was saved elsewhere meanwhile is replaced at the second press only. */
async function saveOverOther(): Promise<void> {
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText(/^Nothing was saved: this was changed elsewhere/).waitFor()
  await save()
}

scenario('two images become timed artwork, shown at the playback position', async () => {
  await page.goto(`/studio/edit/track/${trackId}?part=artwork`)
  await said('Shown at this moment: the usual artwork.')
  const files = ['dawn.png', 'dusk.png'].map((name) => path.join(folder, name))
  await page.locator('input[type=file][multiple]').last().setInputFiles(files)
  await page.getByRole('group', { name: 'Picture 2', exact: true }).waitFor()
  await said('Shown at this moment.')
  await slider('Start of Picture 2').press('ArrowRight')
  await save()
  const segments = await mara.call(getArtworkSegments, { params: { trackId } })
  assert.deepEqual(
    segments.map(({ startTime }) => startTime),
    [0, 10.1],
  )
  assert.equal(segments[0]?.duration, 10)
  await slider('Start of Picture 2').press('ArrowRight')
  await mara.call(setArtworkSegments, { params: { trackId }, body: [] })
  await saveOverOther()
  assert.equal((await mara.call(getArtworkSegments, { params: { trackId } })).length, 2)
})

scenario('lyrics are written, timed while the track plays, corrected, and kept as a draft', async () => {
  await page.goto(`/studio/edit/track/${trackId}?part=lyrics`)
  await field('Text').fill('Slow lightning\nover the water\n\nand then the sound')
  await field('Type').selectOption('timed')
  await button('Tap along from the start').click()
  await said('Slow lightning')
  const presses: number[] = []
  for (const [place, atLeast] of [0.3, 0.8, 1.4].entries()) {
    presses.push(await playedBeyond(Math.max(atLeast, presses.at(-1) ?? 0)))
    await button('Now').press(place === 1 ? 'Enter' : ' ')
  }
  await button('Now').waitFor({ state: 'detached' })
  await type('Time of line 3', '0:05.5')
  // After navigating away and back the entered text is still there.
  await page.getByRole('link', { name: 'Slow Lightning' }).first().click()
  await page.getByRole('heading', { name: 'Slow Lightning' }).first().waitFor()
  await page.goBack()
  await said('Not saved yet.')
  await save()
  const { lyrics } = await mara.call(getTrack, { params: { trackId } })
  const [, first, second] =
    /^\[00:(\d\d\.\d\d)\] Slow lightning\n\[00:(\d\d\.\d\d)\] over the water\n\[00:05\.50\] and then the sound$/.exec(
      lyrics ?? '',
    ) ?? []
  // Each line begins between its press and the next one, however slow the machine is.
  const inOrder = [presses[0]!, Number(first), presses[1]!, Number(second), presses[2]!]
  assert.deepEqual(
    inOrder,
    inOrder.toSorted((one, other) => one - other),
    `${lyrics} after ${presses.join(', ')}`,
  )
})

/** Read from the clock beside the play button, the only text that is a time. */
async function playedBeyond(seconds: number): Promise<number> {
  const clock = page.getByText(/^\d:\d\d\.\d\d$/).first()
  let played = 0
  await until(async () => (played = Number((await clock.innerText()).slice(2))) > seconds)
  return played
}

scenario('lyrics word by word: tapped, moved with the arrow keys, undone, and kept', async () => {
  await mara.call(updateTrack, { body: { trackId, lyrics: 'Count with me' } })
  await page.goto(`/studio/edit/track/${trackId}?part=lyrics`)
  await field('Type').selectOption('timed')
  await button('Tap word by word').click()
  let reached = 0
  for (const word of ['Count', 'with', 'me']) {
    await page.locator('mark', { hasText: word }).waitFor()
    reached = await playedBeyond(reached + 0.3)
    await button('Now').press(' ')
  }
  await button('Now').waitFor({ state: 'detached' })
  const timeOf = async (word: string) =>
    Number(await page.getByRole('spinbutton', { name: word, exact: true }).getAttribute('aria-valuenow'))
  const [first, second, third] = [await timeOf('Count'), await timeOf('with'), await timeOf('me')]
  assert.ok(first < second && second < third, `${first}, ${second}, ${third}`)
  await page.getByRole('spinbutton', { name: 'me', exact: true }).press('ArrowRight')
  assert.ok(Math.abs((await timeOf('me')) - third - 0.05) < 0.006)
  await page.getByRole('spinbutton', { name: 'me', exact: true }).press('PageUp')
  await button('Undo').click()
  await button('Undo').click()
  assert.equal(await timeOf('me'), third)
  await save()
  const { lyrics } = await mara.call(getTrack, { params: { trackId } })
  const stamp = (seconds: number) => `<00:${seconds.toFixed(2).padStart(5, '0')}>`
  assert.equal(
    lyrics,
    `[00:${first.toFixed(2).padStart(5, '0')}] ${stamp(first)}Count ${stamp(second)}with ${stamp(third)}me`,
  )
})

scenario('an LRC file is imported, its invalid line is named, and an exported file can be imported again', async () => {
  const open = page.getByLabel('Open a file').and(page.locator('input'))
  await open.first().setInputFiles(path.join(folder, 'song.lrc'))
  await said('Line 3: seconds go up to 59.')
  assert.equal(await field('Text of line 2').inputValue(), 'the last')
  const [download] = await Promise.all([page.waitForEvent('download'), button('Save as a file').click()])
  assert.equal(download.suggestedFilename(), 'First Light.lrc')
  assert.equal(fs.readFileSync(await download.path(), 'utf8'), '[ti:Song]\n[00:02.00] a line\n[00:06.50] the last\n')
  await button('Undo changes').click()
  assert.equal(await field('Text of line 1').inputValue(), 'Count with me')
})

scenario('credits: an unknown name is reported, and the order is changed with the keyboard', async () => {
  await page.goto(`/studio/edit/track/${trackId}?part=credits`)
  await button('Add a credit').click()
  await field('Name of credit 1').fill('Teodor Lind')
  await field('Role of Teodor Lind').fill('bass')
  await field('Username of Teodor Lind').fill('nobody-at-all')
  await said('No user has this name.')
  await field('Username of Teodor Lind').fill('teodor')
  await page.getByText('User found').first().waitFor()
  await button('Add a credit').click()
  await field('Name of credit 2').fill('Mara Okafor')
  await field('Role of Mara Okafor').fill('vocals')
  await moveUp('Mara Okafor', 'Mara Okafor is now at position 1 of 2.')
  await save()
  const { credits } = await mara.call(getTrack, { params: { trackId } })
  assert.deepEqual(credits, [
    { name: 'Mara Okafor', role: 'vocals' },
    { name: 'Teodor Lind', role: 'bass', username: 'teodor' },
  ])
})

/** By the handle, with the keyboard; each step waits for the announcement of the previous one. */
async function moveUp(title: string, done: string): Promise<void> {
  const grip = button(`Move ${title}`)
  await grip.focus()
  await grip.press(' ')
  await said(`${title} picked up`)
  await page.keyboard.press('ArrowUp')
  await said(new RegExp(`^${title} at position`))
  await page.keyboard.press(' ')
  await said(done)
}

scenario('chapters: pasted as text, moved, given a link', async () => {
  await page.goto(`/studio/edit/episode/${episodeId}?part=chapters`)
  await button('As text…').click()
  await dialog()
    .getByLabel('One chapter per line')
    .fill('00:00 Welcome\nnothing\n(0:07) - Slow lightning\n0:12 Letters')
  await dialog().getByText('Skipped: line 2. Each chapter needs a title and a time of its own.').waitFor()
  await dialog().getByRole('button', { name: 'Use these 3' }).click()
  await dialog().waitFor({ state: 'detached' })
  await slider('Beginning of Letters').press('ArrowRight')
  const letters = page.getByRole('group', { name: 'Chapter 3', exact: true })
  assert.equal(await letters.getByLabel('Start', { exact: true }).inputValue(), '0:13')
  await letters.getByText('Link and picture').click()
  await letters.getByLabel('Link', { exact: true }).fill('nowhere')
  await said('Enter a complete address such as https://example.com.')
  await letters.getByLabel('Link', { exact: true }).fill('example.com/letters')
  await save()
  assert.deepEqual(await mara.call(getChapters, { params: { episodeId } }), [
    { startTime: 0, title: 'Welcome' },
    { startTime: 7, title: 'Slow lightning' },
    { startTime: 13, title: 'Letters', href: 'https://example.com/letters' },
  ])
  await slider('Beginning of Letters').press('ArrowRight')
  await mara.call(setChapters, { params: { episodeId }, body: [] })
  await saveOverOther()
  assert.equal((await mara.call(getChapters, { params: { episodeId } })).length, 3)
})

scenario('tracks are ordered with the keyboard and from their menus', async () => {
  await page.goto(`/studio/albums/${albumId}`)
  await button('Move Last Bus').waitFor()
  await moveUp('Last Bus', 'Last Bus is now at position 1 of 3.')
  await until(async () => (await titles()).join() === 'Last Bus,First Light,Paper Boats')
  await button('More options for Last Bus').click()
  await page.getByRole('menuitem', { name: 'Move to the end' }).click()
  await until(async () => (await titles()).join() === 'First Light,Paper Boats,Last Bus')
})

async function titles(): Promise<string[]> {
  const tracks = await mara.call(listAlbumTracks, { params: { albumId }, query: { unpublished: 'true' } })
  return tracks.map(({ title }) => title)
}

scenario('a release that got a track while its page was open is deleted with it at the second press', async () => {
  const mine = await mara.call(createArtist, { body: { name: 'Guest Rooms' } })
  const { id } = await mara.call(createAlbum, { body: { artistId: mine.id, title: 'Empty Rooms' } })
  await page.goto(`/studio/edit/album/${id}`)
  await button('Delete this release…').click()
  await dialog().getByRole('button', { name: 'Delete', exact: true }).waitFor()
  await mara.call(createTrack, { body: { albumId: id, title: 'A Guest', order: 1, extension: 'wav' } })
  await dialog().getByRole('button', { name: 'Delete', exact: true }).click()
  await dialog().getByRole('alert').waitFor()
  await dialog().getByRole('button', { name: 'Delete release and 1 track' }).click()
  await page.waitForURL('**/studio/albums')
})

test('the browser reports no errors', () => {
  assert.deepEqual(complaints, [])
})
