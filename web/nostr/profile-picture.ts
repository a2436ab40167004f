/** Whether the picture of a nostr profile may be shown. It lies wherever its owner says, and the policy of the pages allows
 * other places only where public relays are used. */
import type { SiteSettings } from '../site.ts'

export function pictureToShow(
  picture: string | null | undefined,
  { publicRelays }: Pick<SiteSettings, 'publicRelays'>,
  ownOrigin = location.origin,
): string | null {
  const url = URL.parse(picture ?? '')
  if (url === null) return null
  if (url.origin === ownOrigin) return url.href
  if (url.protocol !== 'https:' || publicRelays.length === 0) return null
  // With a fragment no other sizes are looked for beside it, which only our own pictures have.
  url.hash = 'nostr'
  return url.href
}
