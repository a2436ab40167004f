/** What is shared, and the paths of its card and its embedded player. The links and code of the dialog are in
 * player/share/share-links.ts. */
import { cardKinds, cardPath } from '#contract/listening/cards.ts'
import { embedSize, embedTypes, type EmbedType } from '#contract/listening/embeds.ts'

export type ShareTarget = {
  /** The path of its page. */
  path: string
  title: string
  /** The artist or owner. */
  byline?: string | null
  artworkUrl?: string | null
  /** The content that is paid; its Lightning address is shown beside the link. */
  contentId?: string
  /** For a user's page: the user who is paid. */
  lightningName?: string
  /** For audio, which can be shared with a start time. */
  durationSeconds?: number
}

/** '/de/album/1' is embedded as '/embed/album/1'; null if it cannot be embedded. */
export function embedPathOf(path: string): string | null {
  const [, type, id] = /^(?:\/[a-z]{2})?\/([a-z]+)\/([^/?#]+)$/.exec(path) ?? []
  return embedTypes.some((one) => one === type) && id !== undefined ? `/embed/${type}/${id}` : null
}

/** '/album/1' has the card '/cards/album/1.jpg'; null if it has none. */
export function cardPathOf(path: string): string | null {
  const [, kind, id] = /^\/([a-z]+)\/([^/?#]+)$/.exec(path) ?? []
  const known = cardKinds.find((one) => one === kind)
  return known === undefined || id === undefined || id === 'shuffle' ? null : cardPath(known, decodeURIComponent(id))
}

/** The default size for this kind of content. */
export const embedSizeOf = (embedPath: string) => embedSize(embedPath.split('/')[2] as EmbedType)
