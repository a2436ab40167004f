/** Renders the embedded player as one HTML page: no React, and no further files except image and audio.
 * Its script is player.ts; its headers are set by the server. */
import type { EmbedContent, EmbedItem } from '#contract/listening/embeds.ts'
import { addressIn, type Language, languages, PLAIN_LANGUAGE } from '#contract/languages.ts'
import { escapeMarkup } from '#contract/markup.ts'
import { formatDuration } from '#web/words/format.ts'
import { writeIn } from '#web/words/language.ts'
import { formatSats } from '#web/words/sats.ts'
import { t } from '#web/words/words.ts'
import { facesOf, formatStyle } from './embed-style.ts'
import type { PlayerData } from './player.ts'
import { WAVE_BARS, waveOf } from './wave.ts'
import { readZapTexts, writeZapButton, writeZapPanel } from './write-zap.ts'

type Options = { theme: 'light' | 'dark' | 'auto'; startSeconds: number; language: string }
type Site = {
  brandName: string
  publicUrl: string
  script: { text: string } | { src: string } | null
  fontUrl: string | null
  titleFontUrl: string | null
}
type Written = { html: string; style: string; script: string | null }

/** Null: there is nothing to show, and the page says so. */
export function writeEmbed(content: EmbedContent | null, options: Options, site: Site): Written {
  const language = languages.find((one) => one === options.language) ?? PLAIN_LANGUAGE
  return writeIn(language, () => {
    const scheme = options.theme === 'auto' ? 'light dark' : options.theme
    const style = formatStyle(content, scheme, site)
    const isPlayable = content !== null && content.sounds.length > 0
    const scriptText = isPlayable && site.script !== null && 'text' in site.script ? site.script.text : null
    const body = content === null ? writeMissing(site, language) : writeCard(content, options, site, language)
    const title = content === null ? t('embed.gone') : nameOf(content)
    return {
      html: writeDocument({ language, title, style, body, site, scriptText, isPlayable }),
      style,
      script: scriptText,
    }
  })
}

type DocumentParts = {
  language: Language
  title: string
  style: string
  body: string
  site: Site
  scriptText: string | null
  isPlayable: boolean
}

function writeDocument({ language, title, style, body, site, scriptText, isPlayable }: DocumentParts): string {
  const { script } = site
  return [
    '<!doctype html>',
    `<html lang="${language}">`,
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    // Search engines should index the page it links to.
    '<meta name="robots" content="noindex">',
    `<title>${escapeMarkup(title)}</title>`,
    `<style>${style}</style>`,
    '</head>',
    '<body>',
    body,
    scriptText === null ? '' : `<script>${scriptText}</script>`,
    isPlayable && script !== null && 'src' in script
      ? `<script type="module" src="${escapeMarkup(script.src)}"></script>`
      : '',
    '</body>',
    '</html>',
  ].join('\n')
}

function writeMissing({ brandName: brand, publicUrl }: Site, language: Language): string {
  return [
    '<main class="missing">',
    `<p class="title">${escapeMarkup(t('embed.gone'))}</p>`,
    `<p class="note">${escapeMarkup(t('embed.goneNote'))}</p>`,
    `<p class="note"><a href="${escapeMarkup(linkTo('/', publicUrl, language))}" target="_blank" rel="noopener">`,
    `<u>${escapeMarkup(t('embed.goHome', { brand }))}</u></a></p>`,
    '</main>',
  ].join('')
}

function writeCard(content: EmbedContent, options: Options, site: Site, language: Language): string {
  const { title, sounds } = content
  const brand = site.brandName
  const kind = sounds.length > 1 ? 'many' : 'single'
  return [
    `<main class="card ${kind}" aria-label="${escapeMarkup(t('embed.region', { title, brand }))}">`,
    '<div class="front">',
    writeCover(content),
    writeWords(content, site, language),
    `<a class="mark" href="${escapeMarkup(linkTo(content.path, site.publicUrl, language))}" target="_blank" rel="noopener" `,
    `aria-label="${escapeMarkup(t('embed.openPage', { title, brand }))}">${MARK}</a>`,
    sounds.length === 0 ? `<p class="note empty-note">${escapeMarkup(t('embed.empty'))}</p>` : writeControls(content),
    '</div>',
    kind === 'many' ? writeList(sounds) : '',
    '<p class="far" role="status"></p>',
    sounds.length === 0 ? '' : writeZapPanel(title),
    '</main>',
    sounds.length === 0 ? '' : `<script id="player" type="application/json">${writeData(content, options)}</script>`,
  ].join('')
}

/** Title and artist follow the current track; at first they are those of the whole content. */
function writeWords(content: EmbedContent, site: Site, language: Language): string {
  const { byline, path, bylinePath, sounds } = content
  const link = (to: string, text: string) =>
    `<a href="${escapeMarkup(linkTo(to, site.publicUrl, language))}" target="_blank" rel="noopener">${text}</a>`
  const explicit = sounds.length === 1 && sounds[0]?.isExplicit ? writeExplicit() : ''
  const by = byline ?? (sounds.length > 1 ? (sounds[0]?.title ?? '') : '')
  const byText = bylinePath === null ? escapeMarkup(by) : link(bylinePath, escapeMarkup(by))
  return [
    `<div class="words"><div class="fit-box"><h1 class="${content.titleFit === null ? 'title' : 'title fit'}">`,
    `${link(path, writeTitle(content))}${explicit}</h1></div><p class="byline"><span id="by">${byText}</span></p></div>`,
  ].join('')
}

/** Lines end in different places on wide frames (`w`) and on narrow ones (`n`). */
function writeTitle({ title, titleFit }: EmbedContent): string {
  if (titleFit === null) return escapeMarkup(title)
  const { wide, narrow } = titleFit
  const ends = [...new Set([...wide.breaks, ...narrow.breaks])].toSorted((one, other) => one - other)
  return [...ends, title.length]
    .map((end, index) => {
      const line = escapeMarkup(title.slice(ends[index - 1] ?? 0, end))
      if (end === title.length) return line
      const where = [wide.breaks.includes(end) && 'w', narrow.breaks.includes(end) && 'n'].filter(Boolean).join(' ')
      return `${line}<br class="${where}">`
    })
    .join('')
}

function writeCover({ artworkUrl }: EmbedContent): string {
  if (artworkUrl === null) return `<div class="cover empty">${MARK}</div>`
  const [, stem, version = ''] = /^([^?#]+)\.jpg(\?[^#]*)?$/.exec(artworkUrl) ?? []
  const sizes =
    stem === undefined
      ? ''
      : ` srcset="${escapeMarkup([96, 320, 640].map((px) => `${stem}-${px}.webp${version} ${px}w`).join(', '))}" sizes="(max-width:459px) and (min-height:420px) 300px, 180px"`
  return `<img class="cover" src="${escapeMarkup(artworkUrl)}"${sizes} alt="" width="640" height="640">`
}

function writeControls(content: EmbedContent): string {
  const { title, sounds, horizon, type } = content
  const seconds = sounds[0]?.durationSeconds ?? 0
  const position = t('player.position', { played: '0:00', total: formatDuration(seconds) })
  const step = (id: string, words: string, icon: string) =>
    `<button type="button" class="step" id="${id}" aria-label="${escapeMarkup(words)}">${icon}</button>`
  const wave = horizon && waveOf(horizon)
  const box = `viewBox="0 0 ${WAVE_BARS} 100" preserveAspectRatio="none" aria-hidden="true"`
  const sound = (className: string) =>
    `<svg class="sound ${className}" ${box}>${[0, 1, 2].map((index) => `<path d="${wave?.sound[index] ?? ''}"/>`).join('')}</svg>`
  return [
    `<button type="button" class="play" id="play" aria-label="${escapeMarkup(t('player.playTitle', { title }))}"><span>${PLAY}${PAUSE}</span></button>`,
    `<div class="wave" id="wave">${sound('rest')}${sound('done')}`,
    `<input type="range" id="seek" min="0" max="${Math.max(1, Math.round(seconds))}" step="1" value="0" `,
    `aria-label="${escapeMarkup(t('player.seek'))}" aria-valuetext="${escapeMarkup(position)}">`,
    '</div>',
    `<div class="ground"><svg class="sats" ${box}><path d="${wave?.sats ?? ''}"/></svg>`,
    type === 'playlist' || horizon === null ? '' : writeFaces(horizon),
    '<div class="controls">',
    step('previous', t('player.previous'), PREVIOUS),
    step('next', t('player.next'), NEXT),
    writeZapButton(title),
    '</div></div>',
  ].join('')
}

/** The largest zaps whose messages do not overlap, each at its position. */
function writeFaces(horizon: NonNullable<EmbedContent['horizon']>): string {
  return facesOf(horizon)
    .map(
      ({ msatAmount, message, artworkUrl }, index) =>
        `<p class="face f${index}">` +
        (artworkUrl === null ? '' : `<img src="${escapeMarkup(artworkUrl)}" alt="" width="34" height="34">`) +
        `<span><b>${escapeMarkup(t('embed.amount', { sats: formatSats(msatAmount) }))}</b>` +
        `${message === null ? '' : `<q>${escapeMarkup(message)}</q>`}</span></p>`,
    )
    .join('')
}

function writeList(sounds: readonly EmbedItem[]): string {
  const rows = sounds.map(
    ({ title, byline, durationSeconds, isExplicit }, index) =>
      `<li><button type="button" data-index="${index}"><span class="number">${index + 1}</span>` +
      `<span class="name">${escapeMarkup(title)}${isExplicit ? writeExplicit() : ''}` +
      `${byline === null ? '' : ` <small>${escapeMarkup(byline)}</small>`}</span>` +
      `<span class="length">${durationSeconds > 0 ? formatDuration(durationSeconds) : ''}</span></button></li>`,
  )
  return `<ol class="list" aria-label="${escapeMarkup(t('embed.sounds'))}">${rows.join('')}</ol>`
}

const writeExplicit = () => `<abbr class="e" title="${escapeMarkup(t('embed.explicit'))}">E</abbr>`

function writeData({ type, id, title, byline, artworkUrl, sounds }: EmbedContent, { startSeconds }: Options): string {
  const data: PlayerData = {
    title,
    byline,
    artworkUrl,
    contentId: type === 'playlist' || (type === 'album' && sounds.length === 1) ? null : id,
    startSeconds,
    sounds: sounds.map((sound) => ({
      id: sound.id,
      title: sound.title,
      byline: sound.byline,
      audioUrl: sound.audioUrl,
      durationSeconds: sound.durationSeconds,
    })),
    // The placeholders remain, because they are filled in during playback.
    words: {
      zap: readZapTexts(),
      play: t('player.playTitle', { title: '{title}' }),
      pause: t('player.pauseTitle', { title: '{title}' }),
      position: t('player.position', { played: '{played}', total: '{total}' }),
      failed: t('embed.retry'),
    },
  }
  return JSON.stringify(data).replaceAll('<', '\\u003c')
}

const nameOf = ({ title, byline }: EmbedContent) => (byline === null ? title : `${title} – ${byline}`)

function linkTo(path: string, publicUrl: string, language: Language): string {
  const inLanguage = addressIn(path, language)
  return publicUrl === '' ? inLanguage : new URL(inLanguage, publicUrl).href
}

const icon = (id: string, path: string) =>
  `<svg ${id === '' ? '' : `id="${id}" `}width="18" height="18" viewBox="0 0 24 24" aria-hidden="true"${id === 'pausing' ? ' hidden' : ''}>${path}</svg>`
const PLAY = icon(
  'playing',
  '<path d="M6 3.6v16.8a1.2 1.2 0 0 0 1.84 1.02l13.2-8.4a1.2 1.2 0 0 0 0-2.04l-13.2-8.4A1.2 1.2 0 0 0 6 3.6z"/>',
)
const PAUSE = icon(
  'pausing',
  '<rect x="4.5" y="3.5" width="5.5" height="17" rx="1.7"/><rect x="14" y="3.5" width="5.5" height="17" rx="1.7"/>',
)
const PREVIOUS = icon('', '<path d="M5 4h2.6v16H5zM20 4.6v14.8L9 12z"/>')
const NEXT = icon('', '<path d="M16.4 4H19v16h-2.6zM4 4.6v14.8L15 12z"/>')
const MARK =
  '<svg viewBox="0 0 29 26" aria-hidden="true"><path d="M11.5 1 2 14.6h6.4L5.2 25 16 10.6H9.4z"/>' +
  '<path d="M17.6 17.6a6.6 6.6 0 0 0 0-9.4M21.9 21.6a12.4 12.4 0 0 0 0-17.4" fill="none" stroke="currentColor" stroke-width="2.9" stroke-linecap="round"/></svg>'
