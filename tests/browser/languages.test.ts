/** The app in a real browser in German and in Japanese: all texts in the language of the page, links that keep it, a
 * choice that lasts, and space for long words on a phone. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { getAccount } from '#contract/accounts/account.ts'
import { languages, prefixOf, type Language } from '#contract/languages.ts'
import { languageNames, writeIn } from '#web/words/language.ts'
import { catalogues } from '#web/words/source.ts'
import { t } from '#web/words/words.ts'
import { createTestUser, publishTrack, until, type PublishedTrack, type TestUser } from '../users.ts'
import type { TestWorld } from '../world.ts'
import { openBrowser, saveScreenshot } from './chromium.ts'
import { openStage, runNamedVisit, storeSession } from './stage.ts'
import { setBrowserText } from './width-faults.ts'

const stack = new AsyncDisposableStack()
const PHONE = { width: 390, height: 844, colorScheme: 'light' } as const
let world: TestWorld
let browser: Browser
let song: PublishedTrack
let robin: TestUser

before(async () => {
  ;({ world, browser } = await openStage(stack))
  song = await publishTrack(world, await createTestUser(world, { name: 'mara' }), { title: 'Zzyx' })
  robin = await createTestUser(world, { name: 'robin' })
})
after(() => stack.disposeAsync())

/** All text that is visible or read out. The names of languages are in their own language. */
function readTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const texts: string[] = []
    const own = document.documentElement.lang
    for (const element of document.body.querySelectorAll('*')) {
      if (element.closest('script,style') || element.closest('[lang]')?.getAttribute('lang') !== own) continue
      for (const name of ['aria-label', 'placeholder', 'title', 'alt']) texts.push(element.getAttribute(name) ?? '')
      for (const node of element.childNodes) if (node.nodeType === Node.TEXT_NODE) texts.push(node.textContent ?? '')
    }
    return texts.map((text) => text.trim()).filter((text) => text !== '')
  })
}

/** English texts whose translation differs. */
function englishAmong(texts: readonly string[], language: Language): string[] {
  const said = new Set(Object.values(catalogues[language]).flatMap((words) => words.split(' | ')))
  const english = Object.values(catalogues.en).flatMap((words) => words.split(' | '))
  const foreign = new Set(english.filter((words) => /[a-z]{2}/i.test(words) && !said.has(words)))
  return texts.filter((text) => foreign.has(text))
}

async function assertFits(page: Page): Promise<void> {
  const overPx = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  assert.ok(overPx <= 0, `${page.url()} is ${overPx} px wider than the window`)
}

for (const language of ['de', 'ja'] as const) {
  const say = (work: () => string) => writeIn(language, work)
  test(`home, album, log-in and settings are in ${language}, on a phone`, async (context) => {
    const { context: profile, page, complaints } = await openBrowser(browser, world.world.config.publicUrl, PHONE)
    try {
      await page.goto(prefixOf(language))
      const album = page.getByRole('link', { name: 'Album of Zzyx' }).first()
      await album.waitFor()
      assert.equal(await page.locator('html').getAttribute('lang'), language)
      assert.deepEqual(englishAmong(await readTexts(page), language), [])
      await assertFits(page)
      await album.click()
      await page.waitForURL(`**${prefixOf(language)}/album/${song.albumId}`)
      await page.getByRole('heading', { level: 1, name: 'Album of Zzyx' }).waitFor()
      assert.deepEqual(englishAmong(await readTexts(page), language), [])
      await assertFits(page)
      await page.goto(`${prefixOf(language)}/settings/appearance`)
      // Without a session, the log-in page comes first and then returns here.
      await page.getByLabel(say(() => t('account.email'))).fill('robin@example.com')
      await page
        .getByLabel(
          say(() => t('account.password')),
          { exact: true },
        )
        .fill('a long enough password')
      await assertFits(page)
      await page.getByRole('button', { name: say(() => t('account.loginButton')), exact: true }).click()
      await page.waitForURL(`**${prefixOf(language)}/settings/appearance`)
      await page.getByRole('heading', { name: say(() => t('settings.language')) }).waitFor()
      assert.deepEqual(englishAmong(await readTexts(page), language), [])
      await assertFits(page)
      assert.deepEqual(complaints, [])
    } catch (error) {
      context.diagnostic(`Screenshot: ${await saveScreenshot(page, `languages-${language}`)}`)
      throw error
    } finally {
      await profile.close()
    }
  })
}

test('the word on the zap disc of a phone fits in it in every language, with large text', async () => {
  const visit = await openBrowser(browser, world.world.config.publicUrl, { ...PHONE, width: 360 })
  const { page } = visit
  await runNamedVisit('languages-disc', visit, async () => {
    await setBrowserText(page, 32)
    for (const language of languages) {
      await page.goto(`${prefixOf(language)}/`)
      const disc = page.getByRole('main').locator('button[aria-keyshortcuts=z]')
      const word = disc.locator('span').filter({ visible: true }).first()
      const [outer, inner] = [await disc.boundingBox(), await word.boundingBox()]
      assert.ok(inner!.width <= outer!.width * 0.9, `${language}: ${inner!.width} of ${outer!.width} px`)
    }
  })
})

test('a language is offered unobtrusively, and stays once chosen', async (context) => {
  const profile = await browser.newContext({ baseURL: world.world.config.publicUrl, locale: 'de-DE' })
  const page = await profile.newPage()
  try {
    await page.goto(`/album/${song.albumId}`)
    const offer = page.getByRole('link', { name: 'Auch auf Deutsch' })
    await offer.waitFor()
    assert.equal(await page.locator('html').getAttribute('lang'), 'en')
    await offer.click()
    await page.waitForURL(`**/de/album/${song.albumId}`)
    await page.locator('html[lang=de]').waitFor()
    await page.getByRole('heading', { level: 1, name: 'Album of Zzyx' }).waitFor()
    // Pages about the user follow the choice wherever they are entered, other pages keep the language of their URL.
    await page.goto('/login')
    await page.waitForURL('**/de/login')
    await page.goto(`/album/${song.albumId}`)
    await page.locator('html[lang=en]').waitFor()
    await page.getByRole('link', { name: languageNames.ja }).first().click()
    await page.waitForURL(`**/ja/album/${song.albumId}`)
  } catch (error) {
    context.diagnostic(`Screenshot: ${await saveScreenshot(page, 'languages-choice')}`)
    throw error
  } finally {
    await profile.close()
  }
})

test('a language chosen in the settings is saved with the account', async () => {
  const visit = await openBrowser(browser, world.world.config.publicUrl, PHONE)
  const { page } = visit
  await storeSession(page, robin)
  await runNamedVisit('languages-settings', visit, async () => {
    await page.goto('/settings/appearance')
    await page.locator('label', { hasText: languageNames.ja }).click()
    await page.waitForURL('**/ja/settings/appearance')
    await until(async () => (await robin.call(getAccount, {})).language === 'ja')
  })
})

test('the words of the studio tabs are whole on a phone, in each language, also with large text', async () => {
  const artist = await createTestUser(world, { name: 'teodor', hasFullName: true })
  await publishTrack(world, artist, { title: 'Kite String' })
  const visit = await openBrowser(browser, world.world.config.publicUrl, PHONE)
  const { page } = visit
  await runNamedVisit('studio-tabs', visit, async () => {
    await storeSession(page, artist)
    for (const language of languages) {
      const row = page.getByRole('navigation', { name: writeIn(language, () => t('studio.tabs')) })
      await page.goto(`${prefixOf(language)}/studio`)
      for (const [widthPx, textPx] of [
        [360, 16],
        [390, 16],
        [360, 32],
      ] as const) {
        await setBrowserText(page, textPx)
        await page.setViewportSize({ ...PHONE, width: widthPx })
        const links = row.getByRole('link')
        await links.nth(5).waitFor()
        const cut = await links.evaluateAll((all) =>
          all.flatMap((one) => {
            const words = document.createRange()
            words.selectNodeContents(one)
            const { left, right } = words.getBoundingClientRect()
            const isWhole =
              left >= 0 &&
              right <= innerWidth &&
              [one, ...one.children].every((box) => box.scrollWidth <= box.clientWidth)
            return isWhole ? [] : `${one.textContent} ${left} to ${right}`
          }),
        )
        assert.deepEqual(cut, [], `${language} at ${widthPx} px with text of ${textPx} px`)
      }
    }
  })
})
