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
    <section className="mt-11">
      <header className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-xl md:text-2xl">{title}</h2>
        {more && (
          <Link to={more.href} className="font-semi text-purple hover:underline">
            {more.label}
          </Link>
        )}
      </header>
      {children}
    </section>
  )
}
