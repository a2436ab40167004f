/** Turns the links that artists and shows enter into web URLs, or leaves them out.
 * How they look is external-links.tsx. */
import { t, type TranslationKey } from '#web/words/words.ts'

export type Links = {
  website: string | null
  twitter: string | null
  instagram: string | null
  youtube: string | null
  npub: string | null
}

type ExternalLink = { href: string; label: string }

const HANDLES: { name: keyof Links; base: string; label: TranslationKey }[] = [
  { name: 'twitter', base: 'https://x.com/', label: 'catalog.onX' },
  { name: 'instagram', base: 'https://instagram.com/', label: 'catalog.onInstagram' },
  { name: 'youtube', base: 'https://youtube.com/@', label: 'catalog.onYoutube' },
]

export function externalLinks(links: Links): ExternalLink[] {
  const found: ExternalLink[] = []
  const website = safeAddress(links.website)
  if (website) found.push({ href: website.href, label: website.hostname.replace(/^www\./, '') })
  for (const { name, base, label } of HANDLES) {
    const address = safeAddress(links[name]) ?? handleAddress(base, links[name])
    if (address) found.push({ href: address.href, label: t(label) })
  }
  if (links.npub && /^npub1[02-9ac-hj-np-z]{58}$/.test(links.npub)) {
    found.push({ href: `https://njump.me/${links.npub}`, label: t('catalog.onNostr') })
  }
  return found
}

function safeAddress(text: string | null): URL | null {
  if (!text || !/^https?:\/\//i.test(text)) return null
  const address = URL.parse(text)
  return address && ['http:', 'https:'].includes(address.protocol) ? address : null
}

/** '@mara' or 'mara', as people write their handles on other sites. */
function handleAddress(base: string, text: string | null): URL | null {
  const match = /^@?([\w.-]{1,60})$/.exec(text ?? '')
  return match?.[1] ? URL.parse(base + match[1]) : null
}
