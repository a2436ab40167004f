/** A release, a podcast and an event are published to nostr from the studio, signed by their artist's own key; relays have
 * only the newest version, and nothing after they were removed. The contents of the events are tested in
 * protocols/nostr/release-events.test.ts and calendar-events.test.ts. */
import assert from 'node:assert/strict'
import { after, afterEach } from 'node:test'
import type { Page } from 'playwright-core'
import { deleteConcert, getConcert, updateConcert } from '#contract/concerts/concerts.ts'
import { cancelConcert } from '#contract/concerts/tickets.ts'
import { createAlbum } from '#contract/catalog/albums.ts'
import { createArtist } from '#contract/catalog/artists.ts'
import { createEpisode, getEpisode, updateEpisode } from '#contract/catalog/episodes.ts'
import { listGenres } from '#contract/catalog/meta.ts'
import { createPodcast } from '#contract/catalog/podcasts.ts'
import { publish } from '#contract/catalog/publish.ts'
import { createTrack, deleteTrack, getTrack, updateTrack } from '#contract/catalog/tracks.ts'
import { type NostrEvent, readEvent, signEvent, type UnsignedEvent } from '#protocols/nostr/event.ts'
import { generateSecretKey, secretFromHex } from '#protocols/nostr/keys.ts'
import { publishTestConcert } from '../concerts.ts'
import { answerWell } from '../listening-relay.ts'
import { faultsOfEvent, faultsOfOtherEvent } from '../nostr-schemas.ts'
import { createTestUser, publishTrack, putAudio, until } from '../users.ts'
import { makeWav } from '../audio-samples.ts'
import { assertFaultless } from './screen-faults.ts'
import { scenariosOf } from './scenarios.ts'
import { type KeyHolder, makeKeyHolder, openRelayStage } from './nostr-people.ts'
import { PHONE, DESKTOP } from './chromium.ts'

const MUSIC_KINDS = [31_337, 36_787, 34_139]
const PODCAST_KINDS = [10_154, 54]
const EVENT_KINDS = [31_923]
const WHOLE = 'Everything public here is up to date on nostr.'

const stack = new AsyncDisposableStack()
const { world, browser, elsewhere, client } = await openRelayStage(stack)

after(() => stack.disposeAsync())
afterEach(() => {
  elsewhere.answer = (message) => answerWell(elsewhere, message)
})

async function publishAlbum({ call }: KeyHolder): Promise<{ albumId: string; trackIds: string[] }> {
  const artist = await call(createArtist, { body: { name: 'The Quiet Hours' } })
  const [genre] = await call(listGenres, {})
  const body = { artistId: artist.id, title: 'Storm Songs', genreId: String(genre?.id) }
  const album = await call(createAlbum, { body })
  const trackIds: string[] = []
  for (const [index, title] of ['Paper Boats', 'Low Tide'].entries()) {
    const track = { albumId: album.id, title, order: index + 1, extension: 'wav' }
    const { id, presignedUrl } = await call(createTrack, { body: track })
    await putAudio(world, presignedUrl, makeWav(1))
    await until(async () => (await call(getTrack, { params: { trackId: id } })).liveUrl !== null)
    trackIds.push(id)
  }
  await call(publish, { params: { contentId: album.id }, body: { contentType: 'album' } })
  return { albumId: album.id, trackIds }
}

async function publishPodcast({ call }: KeyHolder): Promise<{ podcastId: string; episodeId: string }> {
  const podcast = await call(createPodcast, { body: { name: 'Storm Talk', description: 'Weather.' } })
  const body = { podcastId: podcast.id, title: 'On rain', order: 1, extension: 'wav' }
  const { id, presignedUrl } = await call(createEpisode, { body })
  await putAudio(world, presignedUrl, makeWav(1))
  await until(async () => (await call(getEpisode, { params: { episodeId: id } })).liveUrl !== null)
  await call(publish, { params: { contentId: podcast.id }, body: { contentType: 'podcast' } })
  return { podcastId: podcast.id, episodeId: id }
}

const scenario = scenariosOf('nostr-release', 90_000, () => ({ browser, origin: world.world.config.publicUrl }))

const box = (page: Page) => page.getByRole('region', { name: 'On nostr' })
const rows = (page: Page) => box(page).getByRole('listitem')
const button = (page: Page, name: string) => box(page).getByRole('button', { name, exact: true })
const stored = (author: KeyHolder, kinds: number[]) => client.list({ kinds, authors: [author.key.pubkey] })
const valueOf = ({ tags }: NostrEvent, name: string) => tags.find((tag) => tag[0] === name)?.[1] ?? ''

/** Each event is by this author, signed by them, and valid against the published schema. */
function assertValidEvents(events: readonly NostrEvent[], { key }: KeyHolder): void {
  for (const event of events) {
    assert.deepEqual(readEvent(event), event)
    assert.equal(event.pubkey, key.pubkey)
    assert.deepEqual(faultsOfOtherEvent(event), [])
  }
}

scenario(
  'an album of two tracks is published on nostr, again after a change, and removed when it is hidden',
  async (open) => {
    const mara = await makeKeyHolder(world, 'mara')
    const { albumId, trackIds } = await publishAlbum(mara)
    elsewhere.answer = (message) =>
      message[0] === 'EVENT'
        ? [['OK', (message[1] as NostrEvent).id, false, 'restricted: members only']]
        : answerWell(elsewhere, message)
    const page = await open({ 'peal.session': mara.session, 'peal.nostr-key': mara.key }, DESKTOP)
    await page.goto(`/studio/albums/${albumId}`)
    await button(page, 'Publish on nostr').waitFor()
    const row = (title: string, state: string) =>
      rows(page).filter({ hasText: title }).getByText(state, { exact: true })
    for (const title of ['Paper Boats', 'Low Tide', 'Storm Songs']) await row(title, 'Not published').waitFor()
    await assertFaultless(page)
    await button(page, 'Publish on nostr').click()
    await box(page).getByText(WHOLE).waitFor()
    // A relay's refusal is shown in its own words; our relay has the event all the same.
    await box(page)
      .getByText(`${new URL(elsewhere.address).host}: restricted: members only`)
      .waitFor()

    const first = await stored(mara, MUSIC_KINDS)
    assertValidEvents(first, mara)
    assert.equal(first.length, 5)
    assert.deepEqual(
      new Set(first.map((event) => `${event.kind} ${valueOf(event, 'd')}`)),
      new Set([...trackIds.flatMap((id) => [`31337 ${id}`, `36787 ${id}`]), `34139 ${albumId}`]),
    )
    const list = first.find(({ kind }) => kind === 34_139)!
    assert.deepEqual(
      list.tags.flatMap(([name, value]) => (name === 'a' ? [value] : [])),
      trackIds.map((id) => `36787:${mara.key.pubkey}:${id}`),
    )
    const song = first.find((event) => event.kind === 36_787 && valueOf(event, 'd') === trackIds[0])!
    const audio = await fetch(valueOf(song, 'url'))
    assert.deepEqual([audio.status, audio.headers.get('content-type')], [200, 'audio/mpeg'])
    const zap = ['zap', mara.key.pubkey, `${world.world.publicUrl.replace('http', 'ws')}/relay`, '1']
    assert.deepEqual(
      song.tags.find(([name]) => name === 'zap'),
      zap,
    )

    await mara.call(updateTrack, { body: { trackId: trackIds[0]!, title: 'Paper Boats in Rain' } })
    await page.reload()
    await row('Paper Boats in Rain', 'Out of date').waitFor()
    await row('Low Tide', 'Up to date').waitFor()
    await button(page, 'Publish again on nostr').click()
    await box(page).getByText(WHOLE).waitFor()
    const second = await stored(mara, MUSIC_KINDS)
    assertValidEvents(second, mara)
    assert.equal(second.length, first.length)
    const changed = second.filter(({ id }) => !first.some((event) => event.id === id))
    assert.deepEqual(
      changed.map((event) => valueOf(event, 'title')),
      ['Paper Boats in Rain', 'Paper Boats in Rain'],
    )

    // A track that was deleted here is still in the list of the release.
    await mara.call(deleteTrack, { params: { trackId: trackIds[1]! } })
    await page.reload()
    await box(page).getByText('2 entries on nostr are no longer public here.').waitFor()
    await row('Storm Songs', 'Out of date').waitFor()
    await button(page, 'Publish again on nostr').click()
    await box(page).getByText(WHOLE).waitFor()
    const third = await stored(mara, MUSIC_KINDS)
    assert.deepEqual(new Set(third.map((event) => valueOf(event, 'd'))), new Set([trackIds[0], albumId]))

    const hide = (isDraft: boolean) =>
      mara.call(publish, { params: { contentId: albumId }, body: { contentType: 'album', isDraft } })
    await hide(true)
    await page.reload()
    await box(page).getByText('It is hidden here, but still on nostr.').waitFor()
    await removeAll(page)
    assert.deepEqual(await stored(mara, MUSIC_KINDS), [])
    const [deletion] = await stored(mara, [5])
    assert.deepEqual(faultsOfEvent(deletion!), [])

    // A deleted event can be published again, because it is dated later.
    await hide(false)
    await page.reload()
    await button(page, 'Publish on nostr').click()
    await box(page).getByText(WHOLE).waitFor()
    assert.equal((await stored(mara, MUSIC_KINDS)).length, 3)
  },
)

scenario(
  'a podcast is published with an extension that may refuse; only the new version of a changed episode stays',
  async (open) => {
    const lena = await makeKeyHolder(world, 'lena')
    const { podcastId, episodeId } = await publishPodcast(lena)
    let isWilling = false
    const page = await open({ 'peal.session': lena.session }, PHONE)
    await page.exposeFunction('signForTest', (event: UnsignedEvent) => {
      if (!isWilling) throw new Error('no')
      return signEvent(event, secretFromHex(lena.key.secretHex))
    })
    await page.addInitScript((own) => {
      const sign = (event: unknown) =>
        (window as unknown as Record<string, (one: unknown) => unknown>)['signForTest']!(event)
      Object.assign(window, { nostr: { getPublicKey: async () => own, signEvent: sign } })
    }, lena.key.pubkey)
    await page.goto(`/studio/podcasts/${podcastId}`)
    await button(page, 'Publish on nostr').click()
    await box(page).getByRole('alert').getByText('The nostr extension did not sign.').waitFor()
    assert.deepEqual(await stored(lena, PODCAST_KINDS), [])
    await assertFaultless(page)
    isWilling = true
    await button(page, 'Publish on nostr').click()
    await box(page).getByText(WHOLE).waitFor()
    const first = await stored(lena, PODCAST_KINDS)
    assertValidEvents(first, lena)
    assert.deepEqual(
      first.map(({ kind }) => kind).toSorted((one, other) => one - other),
      [54, 10_154],
    )

    await lena.call(updateEpisode, { body: { episodeId, title: 'On rain, and after' } })
    await page.reload()
    await rows(page).filter({ hasText: 'On rain, and after' }).getByText('Out of date').waitFor()
    await button(page, 'Publish again on nostr').click()
    await box(page).getByText(WHOLE).waitFor()
    const episodes = await stored(lena, [54])
    assert.deepEqual(
      episodes.map((event) => valueOf(event, 'title')),
      ['On rain, and after'],
    )

    // A second podcast would replace the first one, so it is not published with this key.
    const other = await lena.call(createPodcast, { body: { name: 'Storm Talk, the other' } })
    await lena.call(publish, { params: { contentId: other.id }, body: { contentType: 'podcast' } })
    await page.goto(`/studio/podcasts/${other.id}`)
    await box(page)
      .getByText(/^This key already belongs to another podcast on nostr: Storm Talk\./)
      .waitFor()
    assert.equal(await box(page).getByRole('button').count(), 0)
  },
)

scenario(
  'an event is published on nostr, again after a change, and removed when it is cancelled or deleted',
  async (open) => {
    const nina = await makeKeyHolder(world, 'nina')
    const owner = { call: nina.call, name: 'nina' }
    const { id } = await publishTestConcert(world, owner)
    const page = await open({ 'peal.session': nina.session, 'peal.nostr-key': nina.key }, PHONE)
    await page.goto(`/studio/events/${id}`)
    await button(page, 'Publish on nostr').waitFor()
    await assertFaultless(page)
    await button(page, 'Publish on nostr').click()
    await box(page).getByText(WHOLE).waitFor()
    const [first, ...more] = await stored(nina, EVENT_KINDS)
    assertValidEvents([first!], nina)
    assert.deepEqual([valueOf(first!, 'd'), valueOf(first!, 'title'), more], [id, 'Rooms at night', []])

    const tags = [
      ['a', `31923:${nina.key.pubkey}:${id}`],
      ['d', 'response'],
      ['status', 'accepted'],
    ]
    const response = { kind: 31_925, created_at: first!.created_at, tags, content: '' }
    await client.publish(signEvent(response, generateSecretKey()))
    await page.goto(valueOf(first!, 'r'))
    await page.getByText('One person on nostr says they are going.').waitFor()

    const { tiers, ...event } = await nina.call(getConcert, { params: { concertId: id } })
    const { description, place, city, beginsAt, endsAt, timeZone, personMax } = event
    const name = 'Rooms at dawn'
    const fields = { name, description, place, city, beginsAt, endsAt, timeZone, personMax }
    const kept = tiers.map(({ msatNow: _now, left: _left, ...tier }) => tier)
    await nina.call(updateConcert, { params: { concertId: id }, body: { ...fields, tiers: kept } })
    await page.goto(`/studio/events/${id}`)
    await rows(page).filter({ hasText: name }).getByText('Out of date').waitFor()
    await button(page, 'Publish again on nostr').click()
    await box(page).getByText(WHOLE).waitFor()
    const titles = async () => (await stored(nina, EVENT_KINDS)).map((one) => valueOf(one, 'title'))
    assert.deepEqual(await titles(), [name])

    await nina.call(cancelConcert, { params: { concertId: id } })
    await page.reload()
    await box(page).getByText('It is cancelled or hidden here, but still on nostr.').waitFor()
    await removeAll(page)
    assert.deepEqual(await titles(), [])

    // The page of a deleted event is gone, so the list offers it.
    const { id: secondId } = await publishTestConcert(world, owner)
    await page.goto(`/studio/events/${secondId}`)
    await button(page, 'Publish on nostr').click()
    await box(page).getByText(WHOLE).waitFor()
    await nina.call(deleteConcert, { params: { concertId: secondId } })
    await page.goto('/studio/events')
    await box(page).getByText('One entry on nostr is no longer public here.').waitFor()
    await assertFaultless(page)
    await removeAll(page)
    assert.deepEqual(await titles(), [])
  },
)

async function removeAll(page: Page): Promise<void> {
  await button(page, 'Remove from nostr').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove from nostr' }).click()
  await box(page).waitFor({ state: 'detached' })
}

scenario('a user without a key gets a link to add one', async (open) => {
  const nora = await createTestUser(world, { name: 'nora', hasFullName: true })
  const { albumId } = await publishTrack(world, nora)
  const session = { token: nora.token, expiresAt: new Date(Date.now() + 3_600_000).toISOString() }
  const page = await open({ 'peal.session': session }, PHONE)
  await page.goto(`/studio/albums/${albumId}`)
  await box(page).getByRole('link', { name: 'Add a key in the settings' }).click()
  await page.waitForURL('/settings/log-in')
  await page.getByRole('button', { name: 'Link a nostr key' }).waitFor()
})
