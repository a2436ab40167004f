/** The start page while the demo catalogue is being created: it says so in every language, and shows the catalogue
 * without a reload. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { type Language, languages } from '#contract/languages.ts'
import { catalogues } from '#web/words/source.ts'
import { createTestUser, publishTrack } from '../users.ts'
import { createTestWorld, type TestWorld } from '../world.ts'
import { launchBrowser, lookAt, openBrowser } from './chromium.ts'

const words = (language: Language, key: 'home.demoTitle' | 'home.emptySentence') => catalogues[language][key]
const read = async ({ origin }: TestWorld, path: string) => (await fetch(origin + path)).text()

test('the demo is announced while it is being created, and the note disappears afterwards', async () => {
  await using world = await createTestWorld({ pages: true, lightning: 'sandbox', settings: { DEMO: 'on' } })
  const tx = world.world.database.read
  for (const language of languages) {
    const html = await read(world, language === 'en' ? '/' : `/${language}`)
    assert.ok(html.includes(words(language, 'home.demoTitle')), language)
    assert.equal(html.includes(words(language, 'home.emptySentence')), false, language)
  }
  // As the server does when it begins.
  await sql`INSERT INTO demo DEFAULT VALUES`.execute(tx)
  const browser = await launchBrowser()
  try {
    const { page, complaints } = await openBrowser(browser, world.origin)
    await page.goto('/')
    const note = page.getByText('A demo catalog is being prepared')
    await note.waitFor()
    await lookAt(page, 'demo-note')
    await publishTrack(world, await createTestUser(world, { name: 'mara' }), { title: 'Slow Lightning' })
    await page
      .getByRole('link', { name: /Slow Lightning/ })
      .first()
      .waitFor()
    assert.equal(await note.count(), 1, 'it is not complete yet')
    await lookAt(page, 'demo-note-half')
    // It failed, and only the next start continues it.
    const stopped = page.getByText('start it again: it continues where it stopped')
    await sql`UPDATE demo SET stopped_at = now()`.execute(tx)
    await stopped.waitFor()
    assert.equal(await note.count(), 0)
    await lookAt(page, 'demo-note-stopped')
    await sql`UPDATE demo SET stopped_at = NULL`.execute(tx)
    await note.waitFor()
    assert.deepEqual(complaints, [])
    // The server has ended.
    await page.route('**/v1/demo', (route) => route.abort())
    await stopped.waitFor()
    await page.unroute('**/v1/demo')
    await note.waitFor()
    await sql`UPDATE demo SET made_at = now()`.execute(tx)
    await note.waitFor({ state: 'detached' })
  } finally {
    await browser.close()
  }
})

test('a server without a demo says that nothing is here yet', async () => {
  await using world = await createTestWorld({ pages: true, lightning: 'sandbox' })
  const html = await read(world, '/')
  assert.ok(html.includes(words('en', 'home.emptySentence')))
  assert.equal(html.includes(words('en', 'home.demoTitle')), false)
})
