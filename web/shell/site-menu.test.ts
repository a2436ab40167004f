/** The menus: only existing pages, and which links leave the site. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasPage } from '#web/routes.ts'
import { bottomMenu, isExternalLink, siteMenu } from './site-menu.ts'

test('the tab bar of a phone has four entries for everybody', () => {
  for (const who of ['signed-in', 'visitors'] as const) {
    const shown = bottomMenu().filter(({ onlyFor }) => onlyFor === undefined || onlyFor === who)
    assert.equal(shown.length, 4)
    assert.ok(shown.every(({ href }) => hasPage(href)))
  }
})

test('the site menu ends with the FAQ link of the settings', () => {
  assert.equal(siteMenu('/docs').at(-1)?.links.at(-1)?.href, '/docs')
})

test('the guide of this site has one name in the menu and in the footer, the page of an operator another', () => {
  const last = (faqUrl: string) => siteMenu(faqUrl).at(-1)?.links.at(-1)?.label
  assert.deepEqual(['/docs', '/docs#questions', 'https://help.example/faq'].map(last), [
    'shell.docs',
    'shell.faq',
    'shell.faq',
  ])
})

test('only another origin opens an external page', () => {
  assert.equal(isExternalLink('/docs', 'https://peal.example'), false)
  assert.equal(isExternalLink('/docs', ''), false)
  assert.equal(isExternalLink('https://peal.example/faq', 'https://peal.example'), false)
  assert.equal(isExternalLink('https://help.example/faq', 'https://peal.example'), true)
  assert.equal(isExternalLink('//help.example/faq', 'https://peal.example'), true)
})
