/** The feed that a web page announces, for users who have entered the page's address. Only a hint: it is not
 * requested. */
import { decode } from './read-feed.ts'
import { webAddress } from './foreign-text.ts'

const PAGE_MAX_CHARACTERS = 500_000

/** False: not a web page. Null: it announces none. */
export function findFeedLink(bytes: Buffer, contentType: string | null, pageUrl: string): string | null | false {
  const page = decode(bytes, contentType).slice(0, PAGE_MAX_CHARACTERS)
  if (!/^\s*<(!doctype html|html)[\s>]/i.test(page)) return false
  const links = page.match(/<link\s[^>]{1,2000}>/gi) ?? []
  const link = links.find((one) => /type=["']?application\/rss\+xml/i.test(one))
  const href = link === undefined ? null : /\shref=(?:"([^"]+)"|'([^']+)'|([^\s"'>]+))/i.exec(link)
  return webAddress((href?.[1] ?? href?.[2] ?? href?.[3] ?? '').replaceAll('&amp;', '&'), pageUrl)
}
