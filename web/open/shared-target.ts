/** Where shared content leads: a link to a page here, a nostr identifier, or a search. */
import { languages } from '#contract/languages.ts'
import { TERM_MAX } from '#contract/listening/search.ts'
import { hasPage } from '#web/routes.ts'

/** `nostr:naddr1…`, also inside a link of another client. */
const NOSTR_CODE = /\b(?:npub|nprofile|naddr|nevent|note)1[02-9ac-hj-np-z]{20,1000}\b/

/** A language prefix is dropped, because the user opens the page in their own language. */
const LANGUAGE = new RegExp(`^/(?:${languages.join('|')})(?=/|$)`)

/** Returns a path of this server. `origins` are the origins the server is reached at. */
export function pathOfShared(shared: URLSearchParams, origins: readonly string[]): string {
  const texts = ['url', 'text', 'title'].flatMap((name) => shared.get(name)?.trim() || [])
  for (const address of texts.flatMap((text) => /https?:\/\/\S+/.exec(text)?.[0] ?? [])) {
    const url = URL.parse(address)
    const isOurs = url !== null && origins.some((origin) => URL.parse(origin)?.host === url.host)
    const path = url?.pathname.replace(LANGUAGE, '') || '/'
    if (isOurs && hasPage(path)) return path + url.search + url.hash
  }
  const code = texts.map((text) => NOSTR_CODE.exec(text)?.[0]).find((found) => found !== undefined)
  if (code !== undefined) return `/n/${code}`
  const words = texts.map((text) => text.replaceAll(/https?:\/\/\S+/g, ' ').trim()).find((text) => text !== '')
  const term = (words ?? texts[0] ?? '').slice(0, TERM_MAX)
  return term === '' ? '/search' : `/search?${new URLSearchParams({ q: term })}`
}
