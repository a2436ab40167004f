/** The relays that pages of this server connect to: its own, on the origin of the page, and the public ones in the
 * settings. A sandbox has no public relays, so nothing leaves this server. */
import type { SiteSettings } from '#web/data/site.ts'

export function relaysOf({ publicRelays }: Pick<SiteSettings, 'publicRelays'>, origin = location.origin): string[] {
  return [`${origin.replace(/^http/, 'ws')}/relay`, ...publicRelays]
}
