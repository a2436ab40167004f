/** Whether the image of a nostr profile may be shown. It is hosted wherever its owner chose, and the content security
 * policy allows other hosts only where public relays are used. */
import type { SiteSettings } from '#web/data/site.ts'

export function visibleImageUrl(
  picture: string | null | undefined,
  { publicRelays }: Pick<SiteSettings, 'publicRelays'>,
  ownOrigin = location.origin,
): string | null {
  const url = URL.parse(picture ?? '')
  if (url === null) return null
  if (url.origin === ownOrigin) return url.href
  if (url.protocol !== 'https:' || publicRelays.length === 0) return null
  // The fragment prevents looking for other sizes, which only images of this server have.
  url.hash = 'nostr'
  return url.href
}
