/** The oEmbed 1.0 endpoint, which describes to other sites how to embed our pages: https://oembed.com. The content is read by
 * content.ts; the player is pages.ts. */
import { embedSize, type EmbedContent, type getOembed } from '#contract/listening/embeds.ts'
import type { Data, Input } from '#contract/endpoint.ts'
import { addressIn, PLAIN_LANGUAGE } from '#contract/languages.ts'
import { escapeMarkup } from '#contract/markup.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { type Addressed, readAddress } from './addresses.ts'
import type { Embeds } from './embeds.ts'
import { readEmbed } from './content.ts'

const CACHE_SECONDS = 3_600
/** The square sizes in which every image is stored, largest first. */
const PICTURE_PX = [640, 320, 96]

export async function handleOembed(
  { ask, publicUrl, brandName }: Embeds,
  { url, maxwidth, maxheight, format }: Input<typeof getOembed>['query'],
  ownOrigin: string,
): Promise<Data<typeof getOembed>> {
  if (format !== undefined && format.toLowerCase() !== 'json') {
    throw new AppError(501, 'format-not-offered')
  }
  const base = publicUrl || ownOrigin
  const addressed = readAddress(url, [base, ownOrigin])
  const content = addressed && (await readEmbed(ask, addressed.type, addressed.id))
  if (!addressed || !content) throw notFound()
  const defaultSize = embedSize(content.type)
  const width = Math.min(defaultSize.width, maxwidth ?? defaultSize.width)
  const height = Math.min(defaultSize.height, maxheight ?? defaultSize.height)
  const absolute = (path: string) => new URL(path, base).href
  // Pages and player in the language of the requested URL.
  const page = (path: string) => absolute(addressIn(path, addressed.language))
  return {
    version: '1.0',
    type: 'rich',
    title: content.title,
    author_name: content.byline ?? content.title,
    author_url: page(content.bylinePath ?? content.path),
    provider_name: brandName,
    provider_url: page('/'),
    cache_age: CACHE_SECONDS,
    ...thumbnailOf(content, absolute, { maxwidth, maxheight }),
    html: writeFrame(content, addressed, absolute, { width, height }),
    width,
    height,
  }
}

type SizeLimits = { maxwidth: number | undefined; maxheight: number | undefined }

/** The largest square within the requested limits. */
function thumbnailOf(
  { artworkUrl }: EmbedContent,
  absolute: (path: string) => string,
  { maxwidth, maxheight }: SizeLimits,
) {
  const maxPx = Math.min(maxwidth ?? Infinity, maxheight ?? Infinity)
  const px = PICTURE_PX.find((size) => size <= maxPx)
  const square = px === undefined ? null : squareOf(artworkUrl, px)
  if (px === undefined || square === null) return {}
  return { thumbnail_url: absolute(square), thumbnail_width: px, thumbnail_height: px }
}

/** `…/id.jpg` is also stored as `…/id-320.webp`. */
function squareOf(artworkUrl: string | null, px: number): string | null {
  const [, stem, version = ''] = /^([^?#]+)\.jpg(\?[^#]*)?$/.exec(artworkUrl ?? '') ?? []
  return stem === undefined ? null : `${stem}-${px}.webp${version}`
}

function writeFrame(
  { type, id, title, byline }: EmbedContent,
  { startSeconds, language }: Addressed,
  absolute: (path: string) => string,
  { width, height }: { width: number; height: number },
): string {
  const query = new URLSearchParams({
    ...(startSeconds > 0 && { t: String(startSeconds) }),
    ...(language !== PLAIN_LANGUAGE && { lang: language }),
  })
  const source = absolute(`/embed/${type}/${id}${query.size > 0 ? `?${query}` : ''}`)
  const name = byline === null ? title : `${title} – ${byline}`
  return (
    `<iframe src="${escapeMarkup(source)}" width="${width}" height="${height}" title="${escapeMarkup(name)}" ` +
    'loading="lazy" allow="autoplay; encrypted-media" style="border:0;max-width:100%"></iframe>'
  )
}
