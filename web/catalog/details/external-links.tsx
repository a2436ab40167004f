/** Links to other sites of an artist or show. Only http and https URLs become links; anything else is not shown. */
import { t } from '#web/words/words.ts'
import { externalLinks, type Links } from './external-addresses.ts'

export function ExternalLinks({ links }: { links: Links }) {
  const found = externalLinks(links)
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
            <span className="sr-only">{t('shell.opensElsewhere')}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}
