/** The links and the embed code of the share dialog. */
import { escapeMarkup } from '#contract/markup.ts'
import { embedSizeOf, type ShareTarget } from '#web/frame/share-target.ts'

export type EmbedLook = { size: 'small' | 'medium' | 'large'; theme: 'auto' | 'light' | 'dark' }

/** The strip, the wide card, and the tall one. */
const HEIGHTS_PX = { small: 88, medium: 252, large: 680 } as const
const WIDTH_PX = 600
const TALL_WIDTH_PX = 360

export function linkOf(target: ShareTarget, origin: string, startSeconds: number): string {
  const url = new URL(target.path, origin)
  if (startSeconds > 0) url.searchParams.set('t', String(startSeconds))
  return url.href
}

export function embedUrlOf(embedPath: string, origin: string, startSeconds: number, look: EmbedLook, language: string) {
  const url = new URL(embedPath, origin)
  if (startSeconds > 0) url.searchParams.set('t', String(startSeconds))
  if (look.theme !== 'auto') url.searchParams.set('theme', look.theme)
  if (language !== 'en') url.searchParams.set('lang', language)
  return url.href
}

export const embedHeightPx = ({ size }: EmbedLook): number => HEIGHTS_PX[size]

export const ownSizeOf = (embedPath: string): EmbedLook['size'] =>
  embedSizeOf(embedPath).height > HEIGHTS_PX.medium ? 'large' : 'medium'

export function embedCode(url: string, heightPx: number, name: string): string {
  const mostPx = heightPx === HEIGHTS_PX.large ? TALL_WIDTH_PX : WIDTH_PX
  return (
    `<iframe src="${escapeMarkup(url)}" width="100%" height="${heightPx}" title="${escapeMarkup(name)}" loading="lazy" ` +
    `allow="autoplay; encrypted-media" style="border:0;max-width:${mostPx}px"></iframe>`
  )
}

/** '1:23' and '83' are 83, '1:02:03' is 3 723; null if invalid. */
export function readTime(text: string): number | null {
  const match = /^(?:(\d{1,2}):)?(?:(\d{1,3}):)?(\d{1,5})$/.exec(text.trim())
  if (!match) return null
  const parts = text.trim().split(':').map(Number)
  if (parts.length > 1 && parts.slice(1).some((part) => part > 59)) return null
  return parts.reduce((sum, part) => sum * 60 + part, 0)
}
