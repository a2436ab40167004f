/** The relays that pages of this installation talk to: its own, which is where the page comes from, and the public ones of
 * its settings. In the sandbox there are no public ones, so nothing leaves this server. */
import type { SiteSettings } from '../site.ts'

export function relaysOf({ publicRelays }: Pick<SiteSettings, 'publicRelays'>, origin = location.origin): string[] {
  return [`${origin.replace(/^http/, 'ws')}/relay`, ...publicRelays]
}
