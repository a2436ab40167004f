/** The HTML document around a rendered page, as text; React renders only what it later hydrates.
 * Contains no executable inline script, because the content security policy forbids them. The modules are in a template,
 * which boot.ts opens after the first paint: until then styles, fonts and pictures have the connection for themselves. */

import { PLAIN_LANGUAGE } from '#contract/languages.ts'
import { escapeMarkup } from '#contract/markup.ts'

export type PageAssets = {
  /** Runs before the first paint; blocking and small. */
  boot: string
  /** Module scripts, in order. */
  scripts: string[]
  styles: string[]
  /** Modules the first page needs, preloaded in parallel instead of one after the other. */
  modules: string[]
  fonts: string[]
}

export type DocumentParts = {
  language: string
  /** An own page (see `isOwnPage` in routes.ts): shown in the language that was chosen (boot.ts). */
  isOwn: boolean
  head: string
  /** Shown when JavaScript is disabled. */
  withoutScripts: string
  root: string
  state: string
  assets: PageAssets
}

/** In pieces, because most contain only Latin characters, and those become bytes faster. */
export function writeDocument({ language, isOwn, head, withoutScripts, root, state, assets }: DocumentParts): string[] {
  const start = [
    '<!doctype html>',
    `<html lang="${escapeMarkup(language)}"${isOwn ? ' data-own' : ''}>`,
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">',
    '<meta name="color-scheme" content="light dark">',
    '<meta name="theme-color" media="(prefers-color-scheme: light)" content="#f6eee2">',
    '<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#131019">',
    ...assets.fonts.map(
      (href) => `<link rel="preload" as="font" type="font/woff2" href="${escapeMarkup(href)}" crossorigin>`,
    ),
    ...assets.styles.map((href) => `<link rel="stylesheet" href="${escapeMarkup(href)}">`),
    `<script src="${escapeMarkup(assets.boot)}"></script>`,
    '<link rel="icon" href="/icon.svg" type="image/svg+xml">',
    '<link rel="apple-touch-icon" href="/icon-180.png">',
    `<link rel="manifest" href="/manifest.webmanifest${language === PLAIN_LANGUAGE ? '' : `?lang=${escapeMarkup(language)}`}">`,
    head,
    '</head>',
    '<body>',
    withoutScripts,
    '',
  ]
  const end = [
    '</script>',
    '<template id="modules">',
    ...assets.modules.map((href) => `<link rel="modulepreload" fetchpriority="low" href="${escapeMarkup(href)}">`),
    ...assets.scripts.map((src) => `<script type="module" fetchpriority="low" src="${escapeMarkup(src)}"></script>`),
    '</template>',
    '</body>',
    '</html>',
  ]
  return [start.join('\n'), root, '\n<script id="state" type="application/json">', state, end.join('\n')]
}
