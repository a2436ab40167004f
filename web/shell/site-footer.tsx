/** The footer of every page: the name of the site, its other pages, the legal pages, and the languages. */
import { useSettings } from '#web/data/site.ts'
import { Link } from '#web/navigation/link.tsx'
import { usePageLook } from '#web/navigation/navigation.tsx'
import { Mark } from '#web/ui/mark.tsx'
import { t, type TranslationKey } from '#web/words/words.ts'
import { LanguageLinks } from './language-links.tsx'

const LINKS: { href: string; label: TranslationKey }[] = [
  { href: '/artists', label: 'shell.catalog' },
  { href: '/earn', label: 'promos.link' },
  { href: '/events', label: 'shell.events' },
  { href: '/tickets', label: 'tickets.title' },
  { href: '/studio', label: 'shell.upload' },
  { href: '/docs', label: 'shell.docs' },
  { href: '/terms', label: 'legal.terms' },
  { href: '/privacy', label: 'legal.privacy' },
  { href: '/contact', label: 'legal.contact' },
]

export function SiteFooter() {
  const { brandName, feePpm } = useSettings()
  const { isWide } = usePageLook()
  return (
    <footer className="page-foot gut bg-night pt-[clamp(2rem,4vw,4rem)] text-sm text-on-night">
      {isWide && (
        <div className="mb-[clamp(1.5rem,4vw,4rem)] flex flex-wrap items-end justify-between gap-x-10 gap-y-5">
          <p aria-hidden="true" className="flex items-center gap-[0.18em] footer-name">
            <Mark size="0.62em" />
            {brandName}
          </p>
          <p className="max-w-[26ch] text-lg text-balance md:pb-[0.6em]">
            {t('account.promise', { percent: (1_000_000 - feePpm) / 10_000 })}
          </p>
        </div>
      )}
      <nav aria-label={t('shell.about')} className="flex flex-wrap justify-between gap-x-10 gap-y-1">
        <ul className="flex flex-wrap items-center gap-x-6">
          {LINKS.map(({ href, label }) => (
            <li key={href}>
              <Link to={href} className="inline-flex min-h-11 items-center hover:underline">
                {t(label)}
              </Link>
            </li>
          ))}
        </ul>
        <LanguageLinks />
      </nav>
    </footer>
  )
}
