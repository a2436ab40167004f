/** The footer of every page: the operator and the legal pages. */
import { Link } from '#web/navigation/link.tsx'
import { useSettings } from '#web/data/site.ts'
import { t, type TranslationKey } from '#web/words/words.ts'

const LINKS: { href: string; label: TranslationKey }[] = [
  { href: '/terms', label: 'legal.terms' },
  { href: '/privacy', label: 'legal.privacy' },
  { href: '/contact', label: 'legal.contact' },
]

export function SiteFooter() {
  const { brandName } = useSettings()
  return (
    <footer className="page-foot mt-16 text-sm text-ink-2">
      <nav aria-label={t('shell.about')} className="border-t border-line pt-5">
        <ul className="flex flex-wrap items-center gap-x-6 gap-y-1">
          <li className="font-semi">{brandName}</li>
          {LINKS.map(({ href, label }) => (
            <li key={href}>
              <Link to={href} className="inline-flex min-h-11 items-center hover:text-ink hover:underline">
                {t(label)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </footer>
  )
}
