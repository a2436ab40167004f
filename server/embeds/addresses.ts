/** Parses a URL of this server into the content and the start position.
 * Does not check whether the content exists. */
import { EmbedType } from '#contract/listening/embeds.ts'
import { isLanguage, type Language, PLAIN_LANGUAGE } from '#contract/languages.ts'

export type Addressed = { type: EmbedType; id: string; startSeconds: number; language: Language }

/** The path may start with the language of the page. */
const ADDRESS = /^(?:\/([a-z]{2}))?(?:\/embed)?\/([a-z]{3,10})\/([^/]{1,300})\/?$/i
const START_MAX_SECONDS = 43_200

/** Null when the URL is not ours, or cannot be embedded. `origins` are the public origins of this server. */
export function readAddress(address: string, origins: readonly string[]): Addressed | null {
  if (!URL.canParse(address)) return null
  const { origin, pathname, searchParams } = new URL(address)
  if (!origins.some((own) => hostOf(own) === hostOf(origin))) return null
  const [, language, typeText = '', idText = ''] = ADDRESS.exec(pathname) ?? []
  if (language !== undefined && !isLanguage(language)) return null
  const type = EmbedType.safeParse(typeText.toLowerCase())
  const id = decode(idText)
  if (!type.success || id === null || id === '') return null
  return { type: type.data, id, startSeconds: readSeconds(searchParams.get('t')), language: language ?? PLAIN_LANGUAGE }
}

/** Parses '83' as seconds; 0 for anything else. */
export function readSeconds(text: string | null | undefined): number {
  if (typeof text !== 'string' || !/^\d{1,6}$/.test(text)) return 0
  return Math.min(Number(text), START_MAX_SECONDS)
}

/** The same host with and without TLS is the same server. */
const hostOf = (origin: string) => (URL.canParse(origin) ? new URL(origin).host.toLowerCase() : '')

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
