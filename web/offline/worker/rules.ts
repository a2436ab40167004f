/** Which requests the worker handles, and how: a pure table of rules. responses.ts executes them. */

import { addressIn, type Language } from '#contract/languages.ts'
import { splitLanguage } from '#web/words/language.ts'

export type WorkerRequest = {
  method: string
  url: string
  /** `navigate` for pages. */
  mode: string
  accept: string
}

/** page: network first. file: never changes, so cache first. image: from the cache, then refreshed.
 * audio: saved, otherwise network. call: network, otherwise saved. */
export type Rule = 'page' | 'file' | 'image' | 'audio' | 'call'

const IMAGE = /^\/files\/media\/.+\.(webp|jpe?g|png)$/i
const AUDIO = /^\/files\/media\/.+\.(mp3|m4a|mp4|aac|ogg|oga|opus|flac|wav|aiff?)$/i
/** Paths that are not pages of the app: APIs, feeds, and embedded players. */
const APART =
  /^\/(v1|o?embed|files|feed|rss|sandbox|sitemap|\.well-known|lnurlp|livez|readyz|metrics|openapi\.json|worker\.js)(\/|\.|$)/i
/** Archives are large, and the browser resumes them itself. */
const DOWNLOAD = /^\/downloads\//i
/** Documents of the repository, served as text. */
const DOCUMENT = /^\/docs\/[\w-]+\.md$/i

/** Null: the browser handles the request as if there were no worker. */
export function ruleFor({ method, url, mode, accept }: WorkerRequest, origin: string): Rule | null {
  const { origin: requested, pathname } = new URL(url)
  if (requested !== origin) return null
  if (AUDIO.test(pathname)) return method === 'GET' || method === 'HEAD' ? 'audio' : null
  if (method !== 'GET') return null
  if (mode === 'navigate') return [APART, DOWNLOAD, DOCUMENT].some((apart) => apart.test(pathname)) ? null : 'page'
  if (pathname.startsWith('/assets/')) return 'file'
  if (IMAGE.test(pathname)) return 'image'
  // Event streams last as long as a page; they must not keep the worker alive.
  if (pathname.startsWith('/v1/') && !accept.includes('text/event-stream')) return 'call'
  return null
}

/** The files a page references in its HTML: scripts, styles, fonts. */
export function filesIn(html: string): string[] {
  return [...new Set([...html.matchAll(/(?:href|src)="(\/assets\/[^"?#]+)"/g)].map(([, address]) => address ?? ''))]
}

/** The build files listed in the first line of the worker script, for a language. */
export function filesFor({ files, folders }: { files: string[]; folders: Record<string, string> }, language: Language) {
  const folder = folders[language] ?? folders['en']
  return files.map((file) => (file.startsWith('*/') ? `/${folder}/${file.slice(2)}` : `/${file}`))
}

/** The oldest entries that must be removed so that `most` remain; pinned entries are never removed. */
export function toEvict(addresses: readonly string[], most: number, isPinned: (address: string) => boolean): string[] {
  const loose = addresses.filter((address) => !isPinned(address))
  return loose.slice(0, Math.max(0, loose.length - most))
}

export const languageOf = (pathname: string): Language => splitLanguage(pathname).language
export const plainPath = (pathname: string): string => splitLanguage(pathname).path
export const offlinePath = (language: Language): string => addressIn('/offline', language)

/** Only the MP3 of a recording is saved (contract/catalog/streams.ts). */
export const savedStreamOf = (address: string): string => address.replace(/\.(m4a|opus)$/, '.mp3')
