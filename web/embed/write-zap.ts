/** The HTML for zapping in the embedded player: the button, and the dialog over the player. Its script is zap.ts. */
import { escapeMarkup } from '#contract/markup.ts'
import { formatSats } from '#web/words/sats.ts'
import { t } from '#web/words/words.ts'
import type { ZapTexts } from './zap.ts'

const AMOUNTS_SATS = [100, 1_000, 5_000, 21_000]
const MSAT_PER_SAT = 1_000

const BOLT =
  '<svg width="15" height="15" viewBox="0 0 16 26" aria-hidden="true"><path d="M11.5 1 2 14.6h6.4L5.2 25 16 10.6H9.4z"/></svg>'

export const writeZapButton = (title: string): string =>
  `<button type="button" class="zap" id="zap" aria-haspopup="dialog" ` +
  `aria-label="${escapeMarkup(t('zap.title', { title }))}">${BOLT}<span>${escapeMarkup(t('embed.zap'))}</span></button>`

export function writeZapPanel(title: string): string {
  const amounts = AMOUNTS_SATS.map((sats) => {
    const text = t('embed.amount', { sats: formatSats(sats * MSAT_PER_SAT) })
    return `<button type="button" value="${sats}">${escapeMarkup(text)}</button>`
  })
  const button = (id: string, text: string) => `<button type="button" id="${id}">${escapeMarkup(text)}</button>`
  return [
    '<dialog class="pay" id="zap-panel" aria-labelledby="zap-title"><div class="pay-in">',
    `<h2 id="zap-title">${escapeMarkup(t('zap.title', { title }))}</h2>`,
    `<button type="button" class="close" id="zap-close" aria-label="${escapeMarkup(t('common.close'))}">`,
    '<svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true"><path d="M2 2l12 12M14 2L2 14" stroke="currentColor" stroke-width="2" stroke-linecap="round"/></svg>',
    '</button>',
    `<div class="amounts" id="zap-amounts">${amounts.join('')}</div>`,
    '<div class="bill" id="zap-bill" hidden>',
    '<svg class="code" id="zap-code" aria-hidden="true" shape-rendering="crispEdges"><path fill="#1b1524"/></svg>',
    '<div class="ways"><strong id="zap-amount"></strong>',
    button('zap-copy', t('embed.copy')),
    `<a id="zap-open" href="lightning:">${escapeMarkup(t('zap.openWallet'))}</a>`,
    button('zap-back', t('zap.changeAmount')),
    '</div></div>',
    '<p class="note" id="zap-status" role="status"></p>',
    '</div></dialog>',
  ].join('')
}

/** The placeholders remain, because they are filled in later. */
export const readZapTexts = (): ZapTexts => ({
  title: t('zap.title', { title: '{title}' }),
  copy: t('embed.copy'),
  copied: t('share.copied'),
  making: t('zap.makingInvoice'),
  waiting: t('zap.waiting'),
  paid: t('embed.paid', { amount: '{amount}' }),
  expired: t('embed.expired'),
  failed: t('embed.noInvoice'),
})
