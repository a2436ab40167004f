/** What the app is called and looks like once it is installed, in a language. Written by the server for each installation,
 * since operators name it as they like. */
import { addressIn, isLanguage, PLAIN_LANGUAGE } from '#contract/languages.ts'
import { writeIn } from '../words/language.ts'
import { t } from '../words/words.ts'

const PAPER = '#f6eee2'

export function writeWebManifest(brandName: string, languageAsked: string): object {
  const language = isLanguage(languageAsked) ? languageAsked : PLAIN_LANGUAGE
  const at = (path: string) => addressIn(path, language)
  return writeIn(language, () => ({
    // The same app in every language.
    id: '/',
    name: brandName,
    short_name: brandName,
    description: t('offline.appDescription'),
    lang: language,
    start_url: at('/'),
    scope: '/',
    display: 'standalone',
    orientation: 'any',
    background_color: PAPER,
    theme_color: PAPER,
    categories: ['music', 'entertainment'],
    icons: [
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
      // Drawn apart: everything in it is within the circle of 80 % that every mask leaves.
      { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
      { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
    ],
    share_target: { action: at('/open'), method: 'GET', params: { title: 'title', text: 'text', url: 'url' } },
    shortcuts: [
      { name: t('offline.shortcutSearch'), url: at('/search') },
      { name: t('offline.shortcutLibrary'), url: at('/library') },
      { name: t('offline.shortcutSaved'), url: at('/library/saved') },
      { name: t('offline.shortcutTop'), url: at('/top') },
    ],
  }))
}
