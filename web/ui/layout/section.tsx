/** A section of a page: a heading, an optional link to the full list, and space above. */
import type { ReactNode } from 'react'
import { Link } from '#web/navigation/link.tsx'

export function Section({
  title,
  more,
  children,
}: {
  title: string
  more?: { href: string; label: string } | undefined
  children: ReactNode
}) {
  return (
    <section className="mt-(--band)">
      <header className="mb-[clamp(1.25rem,2.4vw,2.5rem)] flex flex-wrap items-baseline justify-between gap-x-4 gap-y-2">
        <h2 className="title-1">{title}</h2>
        {more && (
          <Link to={more.href} className="font-semi underline decoration-2 underline-offset-[5px] hover:no-underline">
            {more.label}
          </Link>
        )}
      </header>
      {children}
    </section>
  )
}
