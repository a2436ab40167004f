/** The guide and the API reference in a real browser: in every language, with each anchor and each link that leads there. */
import assert from 'node:assert/strict'
import fs from 'node:fs'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { calls } from '#contract/calls.ts'
import { addressIn, languages } from '#contract/languages.ts'
import { writeIn } from '#web/words/language.ts'
import { t } from '#web/words/words.ts'
import { until } from '../users.ts'
import type { TestWorld } from '../world.ts'
import { openBrowser } from './chromium.ts'
import { openPages } from './stage.ts'
import { resizeTo } from './width-faults.ts'

/** Public since the first release: other sites may link to them. */
const LASTING_ANCHORS = ['sat', 'wallet']

const stack = new AsyncDisposableStack()
let world: TestWorld
let browser: Browser

before(async () => {
  ;({ world, browser } = await openPages(stack))
})
after(() => stack.disposeAsync())

function linkedAnchors(): string[] {
  const sources = fs.globSync(['web/**/*.{ts,tsx}', 'server/**/*.ts', 'contract/**/*.ts'])
  const found = sources.flatMap((file) =>
    [...fs.readFileSync(file, 'utf8').matchAll(/\/docs\b[^#\n]{0,40}#([a-z][\w-]*)/g)].map((match) => match[1]!),
  )
  assert.ok(found.includes('wallet'), 'the invoice of a zap links to the answer about wallets')
  return [...new Set([...LASTING_ANCHORS, ...found])]
}

test('each linked anchor is on the guide and is scrolled to, in every language', async () => {
  const { context, page, complaints } = await openBrowser(browser, world.origin, {
    width: 390,
    height: 844,
    colorScheme: 'light',
  })
  for (const language of languages) {
    for (const anchor of linkedAnchors()) {
      await page.goto('about:blank')
      await page.goto(`${addressIn('/docs', language)}#${anchor}`, { waitUntil: 'load' })
      const target = page.locator(':target')
      assert.equal(await target.getAttribute('id'), anchor)
      const isInSight = async () => {
        const top = await target.evaluate((one) => one.getBoundingClientRect().top)
        return top >= 0 && top < 422 ? null : `${language} #${anchor} is at ${top} px`
      }
      await until(async () => (await isInSight()) === null).catch(async () => assert.fail((await isInSight()) ?? ''))
    }
  }
  assert.deepEqual(complaints, [])
  await context.close()
})

test('the guide addresses listeners, artists and operators in every language', async () => {
  const { context, page } = await openBrowser(browser, world.origin)
  for (const language of languages) {
    await page.goto(addressIn('/docs', language), { waitUntil: 'load' })
    const titles = await page.locator('main h2').allInnerTexts()
    const wanted = writeIn(language, () => [
      t('docs.listeners'),
      t('docs.artists'),
      t('docs.operators'),
      t('docs.questions'),
      t('docs.more'),
    ])
    assert.deepEqual(titles, wanted)
    for (const id of await page
      .locator('main nav a')
      .evaluateAll((all) => all.map((one) => one.getAttribute('href')))) {
      assert.equal(await page.locator(`main ${id}`).count(), 1, `${language} ${id}`)
    }
  }
  await context.close()
})

test('every link to the guide has the same name, with which the menu fits in one line', async () => {
  const { context, page } = await openBrowser(browser, world.origin)
  for (const language of languages) {
    await page.goto(addressIn('/', language), { waitUntil: 'load' })
    const names = await page.locator('a[href$="/docs"]').allTextContents()
    assert.ok(names.length >= 3, names.join())
    assert.deepEqual([...new Set(names)], [writeIn(language, () => t('shell.docs'))])
    for (const width of [1024, 1136, 1280, 1408]) {
      await resizeTo(page, width)
      const { height } = (await page.getByRole('banner').boundingBox())!
      assert.ok(height < 80, `${language} at ${width} px: ${height} px`)
    }
  }
  await context.close()
})

test('the guide links to the API reference, which lists every call', async () => {
  const { context, page, complaints } = await openBrowser(browser, world.origin)
  await page.goto('/', { waitUntil: 'load' })
  await page.locator('main a[href="/docs"]').first().click()
  await page.getByRole('heading', { level: 1, name: 'How Peal works' }).waitFor()
  await page.locator('main').getByRole('link', { name: 'API reference' }).click()
  await page.waitForURL('**/docs/api')
  await page.getByRole('heading', { level: 1, name: 'API reference' }).waitFor()
  assert.equal(await page.locator('main li > code').count(), Object.keys(calls).length)
  assert.equal((await page.request.get('/openapi.json')).status(), 200)
  assert.deepEqual(complaints, [])
  await context.close()
})

test('the guide links to every document of the repository, and each is served as text', async () => {
  const html = await (await fetch(`${world.origin}/docs`)).text()
  const linked = new Set([...html.matchAll(/href="\/docs\/([\w-]+\.md)"/g)].map((match) => match[1]!))
  assert.deepEqual(
    [...linked].sort(),
    fs
      .readdirSync('docs')
      .filter((name) => name.endsWith('.md'))
      .sort(),
  )
  for (const name of linked) {
    const response = await fetch(`${world.origin}/docs/${name}`)
    assert.equal(response.headers.get('content-type'), 'text/plain; charset=utf-8')
    assert.equal(await response.text(), fs.readFileSync(`docs/${name}`, 'utf8'))
  }
  assert.equal((await fetch(`${world.origin}/docs/nothing.md`)).status, 404)
})
