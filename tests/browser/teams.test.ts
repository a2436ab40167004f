/** A team in the browser: the owner invites by a link, a user joins and edits a release as a manager, and sees no money. Then the
 * user becomes the owner. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { createAlbum, getAlbum } from '#contract/catalog/albums.ts'
import { createArtist } from '#contract/catalog/artists.ts'
import { logIdentity } from '#contract/accounts/region.ts'
import { acceptInvitation, inviteMember } from '#contract/accounts/teams.ts'
import type { MemberRole } from '#contract/team-roles.ts'
import { createPodcast } from '#contract/catalog/podcasts.ts'
import { createTestUser, until, type TestUser } from '../users.ts'
import type { TestWorld } from '../world.ts'
import { answerProof } from './answer-proof.ts'
import { openBrowser } from './chromium.ts'
import { openStage, runVisit, storeSession } from './stage.ts'

const stack = new AsyncDisposableStack()
let world: TestWorld
let browser: Browser
let mara: TestUser
let robin: TestUser
let artistId: string
let albumId: string
let link = ''

before(async () => {
  ;({ world, browser } = await openStage(stack))
  mara = await createTestUser(world, { name: 'mara', hasFullName: true })
  // Members of teams need no full name.
  robin = await createTestUser(world, { name: 'robin' })
  artistId = (await mara.call(createArtist, { body: { name: 'Nightshift' } })).id
  albumId = (await mara.call(createAlbum, { body: { artistId, title: 'Harbour' } })).id
  await robin.call(createArtist, { body: { name: 'Robin Alone' } })
})
after(() => stack.disposeAsync())

async function visit(user: TestUser | null) {
  const opened = await openBrowser(browser, world.origin, { width: 390, height: 844, colorScheme: 'light' })
  if (user !== null) await storeSession(opened.context, user)
  return opened
}

test('the owner creates a link for a manager', async (t) => {
  const opened = await visit(mara)
  await runVisit(t, opened, 'team-invite', async () => {
    const { page } = opened
    await page.goto(`/studio/artists/${artistId}`)
    await page.getByRole('link', { name: 'Team' }).click()
    await page.getByRole('heading', { name: 'Team of Nightshift' }).waitFor()
    await page.getByRole('combobox', { name: 'Role', exact: true }).selectOption('manager')
    await page.getByRole('button', { name: 'Create link' }).click()
    link = (await page.getByText(/\/invitations\//).textContent()) ?? ''
    await page.getByText('By link').waitFor()
  })
})

test('a visitor is offered to log in or to create an account, and comes back afterwards', async (t) => {
  const opened = await visit(null)
  await runVisit(t, opened, 'team-visitor', async () => {
    const { page } = opened
    await page.goto(link)
    await page.getByRole('heading', { name: 'mara invites you to the team of Nightshift' }).waitFor()
    const next = `?next=${encodeURIComponent(new URL(link).pathname)}`
    for (const [name, path] of [
      ['Log in', '/login'],
      ['Create account', '/register'],
    ] as const) {
      const href = await page.getByRole('main').getByRole('link', { name, exact: true }).getAttribute('href')
      assert.equal(href, path + next)
    }
  })
})

test('the invited user joins, edits the release, and sees neither splits nor prices', async (t) => {
  const opened = await visit(robin)
  await runVisit(t, opened, 'team-manager', async () => {
    const { page } = opened
    await page.goto(link)
    await page.getByRole('button', { name: 'Join the team' }).click()
    await page.waitForURL(`**/studio/artists/${artistId}`)
    const switcher = page.getByRole('combobox', { name: 'Artist or podcast' })
    await switcher.waitFor()
    assert.deepEqual(await switcher.getByRole('option').allTextContents(), [
      'Everything',
      'Robin Alone',
      'Nightshift · Manager',
    ])
    await page.goto(`/studio/edit/album/${albumId}?part=split`)
    const title = page.getByRole('textbox', { name: 'Title', exact: true })
    await title.waitFor()
    assert.equal(await page.getByRole('link', { name: 'Split', exact: true }).count(), 0)
    assert.equal(await page.getByRole('link', { name: 'Downloads', exact: true }).count(), 0)
    await title.fill('Harbour at Night')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await until(async () => {
      return (await mara.call(getAlbum, { params: { albumId } })).title === 'Harbour at Night'
    })
    await page.goto(`/studio/albums/${albumId}`)
    await page.getByRole('heading', { name: 'Publish' }).waitFor()
    assert.equal(await page.getByRole('heading', { name: 'Who gets the sats' }).count(), 0)
    await page.goto(`/studio/team/${artistId}`)
    await page.getByRole('button', { name: 'Leave team' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Leave team' }).click()
    await page.waitForURL('**/studio')
    await page.goto(link)
    await page.getByText('has been used or revoked').waitFor()
  })
})

async function joinTeam(makerId: string, role: MemberRole): Promise<void> {
  const { url } = await mara.call(inviteMember, { params: { makerId }, body: { role } })
  await robin.call(acceptInvitation, { params: { token: url.split('/').at(-1)! } })
}

test('an editor sees no buttons of the owner, and an analyst of a podcast reads what the role allows', async (t) => {
  await joinTeam(artistId, 'editor')
  const { id: podcastId } = await mara.call(createPodcast, { body: { name: 'Night Talk' } })
  await joinTeam(podcastId, 'analyst')
  const opened = await visit(robin)
  await runVisit(t, opened, 'team-editor', async () => {
    const { page } = opened
    const main = page.getByRole('main')
    await page.goto(`/studio/artists/${artistId}`)
    await main.getByRole('link', { name: 'Edit', exact: true }).waitFor()
    for (const name of ['Team', 'Room']) assert.equal(await main.getByRole('link', { name, exact: true }).count(), 0)
    await page.goto(`/studio/podcasts/${podcastId}`)
    await page.getByRole('heading', { name: 'Night Talk' }).waitFor()
    await main.getByText('Sees how often it is played').waitFor()
    await main.getByRole('link', { name: 'Analytics', exact: true }).last().click()
    await page.waitForURL(`**/studio/analytics?release=${podcastId}`)
  })
})

test('the owner offers the artist, the other user takes it over, and each studio shows who owns it', async (t) => {
  await robin.call(logIdentity, { body: { firstName: 'Robin', lastName: 'Example' } })
  const before_ = await visit(mara)
  await runVisit(t, before_, 'ownership-offer', async () => {
    const { page } = before_
    await page.goto(`/studio/team/${artistId}`)
    await page.getByText('What stays with mara').waitFor()
    await page.getByRole('textbox', { name: 'Username or e-mail address' }).fill('robin')
    await page.getByRole('switch', { name: 'Stay in the team as a manager' }).click()
    await page.getByRole('button', { name: 'Offer ownership' }).click()
    await answerProof(page)
    await page.getByText('Offered to robin').waitFor()
    await page.getByRole('button', { name: 'Withdraw offer' }).waitFor()
  })
  const taking = await visit(robin)
  await runVisit(t, taking, 'ownership-accept', async () => {
    const { page } = taking
    await page.goto('/transactions?tab=notifications')
    await page.getByRole('link', { name: /mara offers you the ownership of/ }).click()
    await page.getByRole('heading', { name: 'mara offers you the ownership of Nightshift' }).waitFor()
    await page.getByText('Everything earned so far').waitFor()
    await page.getByText('mara becomes a manager.').waitFor()
    await page.getByRole('button', { name: 'Take over' }).click()
    await answerProof(page)
    await page.waitForURL(`**/studio/artists/${artistId}`)
    await page.goto(`/studio/team/${artistId}`)
    await page.getByRole('combobox', { name: 'Role of mara' }).waitFor()
    await page.getByRole('button', { name: 'Offer ownership' }).waitFor()
    await page.goto(`/studio/edit/album/${albumId}?part=split`)
    await page.getByRole('link', { name: 'Split', exact: true }).waitFor()
  })
  const after_ = await visit(mara)
  await runVisit(t, after_, 'ownership-former', async () => {
    const { page } = after_
    await page.goto(`/studio/team/${artistId}`)
    await page.getByText('Your role: Manager').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Offer ownership' }).count(), 0)
    await page.goto(`/studio/edit/album/${albumId}`)
    await page.getByRole('textbox', { name: 'Title', exact: true }).waitFor()
    assert.equal(await page.getByRole('link', { name: 'Split', exact: true }).count(), 0)
  })
})
