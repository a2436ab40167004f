/** Every text on the pages that covers colour keeps 4.5 : 1, with any cover: 24 covers, among them the hardest. The long
 * form, with 500, is `npm run covers`. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { createSplit } from '#contract/catalog/splits.ts'
import { send } from '#contract/payments/payments.ts'
import { agreeToAll } from '../agreements.ts'
import { createTestUser, fillBalance, type TestUser } from '../users.ts'
import type { TestWorld } from '../world.ts'
import type { Part } from './collage.ts'
import { COVER_KINDS, drawCovers, drawExtremes } from './cover-pictures.ts'
import { collectParts, colourCovers, describeFaults, measureEmbeds, measureParts } from './covers.ts'
import { makePlayerCatalogue, type PlayerCatalogue } from './player-catalogue.ts'
import { openPages } from './stage.ts'

const COVERS = 24

const stack = new AsyncDisposableStack()
let world: TestWorld
let browser: Browser
let mara: TestUser
let catalogue: PlayerCatalogue
let parts: Part[]

before(async () => {
  ;({ world, browser } = await openPages(stack, { settings: { STEP_UP_MSAT: '1000000000' } }))
  mara = await createTestUser(world, { name: 'mara' })
  catalogue = await makePlayerCatalogue(world, mara)
  const [trackId = ''] = catalogue.trackIds
  const robin = await createTestUser(world, { name: 'robin' })
  const splitRecipients = ['mara', 'robin'].map((name, index) => ({ name, share: 2 - index }))
  await mara.call(createSplit, { body: { contentId: catalogue.albumId, contentType: 'album', splitRecipients } })
  await agreeToAll(robin.call)
  await world.world.database.pool.query('UPDATE track SET is_explicit = TRUE')
  await fillBalance(world, mara, 50_000_000)
  await mara.prove(send, { body: { contentId: trackId, msatAmount: 21_000_000, comment: 'What an ending.' } })
  const paths = ['/', '/top', `/track/${trackId}`]
  parts = await collectParts(browser, world.origin, { user: mara, albumId: catalogue.albumId, paths })
})
after(() => stack.disposeAsync())

async function colourAll() {
  const hardest = await drawExtremes(96)
  return colourCovers([...hardest, ...(await drawCovers(COVERS - hardest.length, COVER_KINDS.length))])
}

test('every text is readable in the colours of any cover', async () => {
  const measured = await measureParts(browser, world.origin, { colours: await colourAll(), parts, width: 1_440 })
  // A text counts once, on the first page that has it in this colour.
  const byPart = Map.groupBy(measured, (one) => one.part)
  const isMeasured = (name: string) => (byPart.get(name)?.length ?? 0) > 3
  for (const name of ['album', 'now playing, Lyrics', '/', '/top', '/track/…']) assert.ok(isMeasured(name), name)
  assert.ok(measured.length > 80, `${measured.length} texts`)
  assert.deepEqual(describeFaults(measured), [])
})

test('the same in the embedded player', async () => {
  const paths = [`/embed/album/${catalogue.albumId}`]
  const measured = await measureEmbeds(browser, world.origin, { colours: await colourAll(), paths })
  assert.ok(measured.length > 5, `${measured.length} texts`)
  assert.deepEqual(describeFaults(measured), [])
})

test('unreadable colours are found', async () => {
  const [any] = await colourAll()
  const faint = { flood: '#777777', on: '#999999', two: '#888888', three: '#888888', under: '#777777' }
  const colours = [any!, { ...any!, name: 'faint', day: faint }]
  const faults = describeFaults(await measureParts(browser, world.origin, { colours, parts, width: 1_440 }))
  assert.ok(
    faults.length > 50 && faults.every((fault) => fault.includes('faint (light')),
    faults.slice(0, 3).join('\n'),
  )
})
