/** The start page while the demo catalogue is being created: it says so in every language, and shows the catalogue
 * without a reload. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { getDemo } from '#contract/operator/demo.ts'
import { type Language, languages } from '#contract/languages.ts'
import { catalogues } from '#web/words/source.ts'
import { createTestUser, publishTrack, until } from '../users.ts'
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
    const note = page.getByText('A demo catalogue is being prepared')
    await note.waitFor()
    await lookAt(page, 'demo-note')
    await publishTrack(world, await createTestUser(world, { name: 'mara' }), { title: 'Slow Lightning' })
    await page
      .getByRole('link', { name: /Slow Lightning/ })
      .first()
      .waitFor()
    assert.equal(await note.count(), 1, 'it is not complete yet')
    await lookAt(page, 'demo-note-half')
    await sql`UPDATE demo SET made_at = now()`.execute(tx)
    await note.waitFor({ state: 'detached' })
    assert.deepEqual(complaints, [])
  } finally {
    await browser.close()
  }
  // It failed, and only the next start continues it.
  await sql`UPDATE demo SET made_at = NULL`.execute(tx)
  await until(async () => (await world.call(getDemo, {})).isMaking)
  await sql`UPDATE demo SET stopped_at = now()`.execute(tx)
  await until(async () => !(await world.call(getDemo, {})).isMaking)
})

test('a server without a demo says that nothing is here yet', async () => {
  await using world = await createTestWorld({ pages: true, lightning: 'sandbox' })
  const html = await read(world, '/')
  assert.ok(html.includes(words('en', 'home.emptySentence')))
  assert.equal(html.includes(words('en', 'home.demoTitle')), false)
})
