/** Pages in five languages, as a search engine gets them: each has its own URL, links to the others, and contains no
 * other language. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { languages, prefixOf, type Language } from '#contract/languages.ts'
import { updatePreferences } from '#contract/accounts/account.ts'
import { catalogues } from '#web/words/source.ts'
import type { TranslationKey } from '#web/words/words.ts'
import { createTestUser, publishTrack, type TestUser, type PublishedTrack } from '../users.ts'
import { createTestWorld, type TestWorld } from '../world.ts'

const PUBLIC_URL = 'https://peal.example'

let world: TestWorld
let mara: TestUser
let content: PublishedTrack

before(async () => {
  world = await createTestWorld({ pages: true, settings: { PUBLIC_URL } })
  mara = await createTestUser(world, { name: 'mara' })
  content = await publishTrack(world, mara, { title: 'First Light' })
})
after(() => world[Symbol.asyncDispose]())

async function read(path: string): Promise<{ status: number; html: string }> {
  const response = await fetch(world.origin + path, { redirect: 'manual', headers: { accept: 'text/html' } })
  return { status: response.status, html: await response.text() }
}

const wordsIn = (language: Language, key: TranslationKey): string => catalogues[language][key]

test('concurrent requests in every language each get a response in their own', async () => {
  // Addresses that were not requested before, so that all are rendered, concurrently.
  const asked = Array.from({ length: 25 }, (_, index) => ({ language: languages[index % 5]!, index }))
  const answers = await Promise.all(
    asked.map(({ language, index }) => read(`${prefixOf(language)}/album/${content.albumId}?visit=${index}`)),
  )
  for (const [index, { status, html }] of answers.entries()) {
    const { language } = asked[index]!
    assert.equal(status, 200)
    assert.match(html, new RegExp(`<html lang="${language}"`))
    for (const one of languages) {
      const isThere = html.includes(`>${wordsIn(one, 'shell.library')}<`)
      assert.equal(
        isThere,
        wordsIn(one, 'shell.library') === wordsIn(language, 'shell.library'),
        `${one} in ${language}`,
      )
    }
  }
})

test('a page names itself and the same page in every language', async () => {
  for (const language of languages) {
    const path = `/album/${content.albumId}`
    const { html } = await read(prefixOf(language) + path)
    assert.ok(html.includes(`<link rel="canonical" href="${PUBLIC_URL}${prefixOf(language)}${path}"`), language)
    for (const other of languages) {
      const address = `${PUBLIC_URL}${prefixOf(other)}${path}`
      assert.ok(html.includes(`<link rel="alternate" hrefLang="${other}" href="${address}"`), `${other} in ${language}`)
    }
    assert.ok(html.includes(`<link rel="alternate" hrefLang="x-default" href="${PUBLIC_URL}${path}"`), language)
    assert.match(html, /<meta property="og:locale" content="[a-z]{2}_[A-Z]{2}"/)
  }
})

test('links and files of a page keep its language', async () => {
  const { html } = await read('/de')
  const hrefs = [...html.matchAll(/<a [^>]*href="(\/[^"]*)"/g)].map((match) => match[1]!)
  const elsewhere = hrefs.filter((href) => !/^\/(de|es|pt|ja)(\/|\?|$)/.test(href) && href !== '/')
  assert.deepEqual(elsewhere, [])
  assert.ok(hrefs.includes('/de/top') && hrefs.includes(`/de/album/${content.albumId}`))
  assert.match(html, /src="\/assets\/de-[0-9a-f]+\/client-/)
  assert.doesNotMatch(html, /\/assets\/en-/)
})

test('an unknown language is a 404, and search engines are kept out of the same pages in every language', async () => {
  for (const path of ['/en', '/fr', '/DE', '/de/nowhere', '/dealbum'])
    assert.equal((await read(path)).status, 404, path)
  const robots = await (await fetch(`${world.origin}/robots.txt`)).text()
  assert.ok(robots.includes('Disallow: /studio\n') && robots.includes('Disallow: /ja/studio\n'))
  const sitemap = await (await fetch(`${world.origin}/sitemaps/pages.xml`)).text()
  assert.ok(sitemap.includes(`<xhtml:link rel="alternate" hreflang="pt" href="${PUBLIC_URL}/pt/top"/>`))
})

test('errors are in the language of the page that made the request', async () => {
  const ask = async (language: string) => {
    const headers = { 'accept-language': language }
    const response = await fetch(`${world.origin}/v1/accounts`, { headers })
    return ((await response.json()) as { error: string }).error
  }
  assert.equal(await ask('de'), 'Du musst angemeldet sein.')
  assert.equal(await ask('de-DE,de;q=0.9,en;q=0.8'), 'User must be logged in')
})

test('a chosen language is stored with the account', async () => {
  const kept = await mara.call(updatePreferences, { body: { language: 'ja' } })
  assert.equal(kept.language, 'ja')
})
