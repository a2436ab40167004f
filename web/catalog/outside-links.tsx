/** Where else an artist or show is found. Only http and https ever become a link; what is not one is not shown. */
import { ExternalIcon } from '../ui/icon.tsx'
import { t, type PlainWordKey } from '../words/words.ts'

export type Links = {
  website: string | null
  twitter: string | null
  instagram: string | null
  youtube: string | null
  npub: string | null
}

type OutsideLink = { href: string; label: string }

export function OutsideLinks({ links }: { links: Links }) {
  const found = outsideLinks(links)
  if (found.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1">
      {found.map(({ href, label }) => (
        <li key={href}>
          <a
            href={href}
            target="_blank"
            rel="noopener noreferrer nofollow"
            className="inline-flex min-h-8 items-center gap-1.5 font-semi underline decoration-1 underline-offset-4"
          >
            {label}
            <ExternalIcon size={14} aria-hidden="true" className="opacity-70" />
            <span className="sr-only">{t('shell.opensElsewhere')}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}

const HANDLES: { name: keyof Links; base: string; word: PlainWordKey }[] = [
  { name: 'twitter', base: 'https://x.com/', word: 'catalog.onX' },
  { name: 'instagram', base: 'https://instagram.com/', word: 'catalog.onInstagram' },
  { name: 'youtube', base: 'https://youtube.com/@', word: 'catalog.onYoutube' },
]

export function outsideLinks(links: Links): OutsideLink[] {
  const found: OutsideLink[] = []
  const website = safeAddress(links.website)
  if (website) found.push({ href: website.href, label: website.hostname.replace(/^www\./, '') })
  for (const { name, base, word } of HANDLES) {
    const address = safeAddress(links[name]) ?? handleAddress(base, links[name])
    if (address) found.push({ href: address.href, label: t(word) })
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

/** '@mara' or 'mara', as people write their names elsewhere. */
function handleAddress(base: string, text: string | null): URL | null {
  const match = /^@?([\w.-]{1,60})$/.exec(text ?? '')
  return match?.[1] ? URL.parse(base + match[1]) : null
}
