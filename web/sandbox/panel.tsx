/** One action of the external test wallet: title, description and form. */
import type { ReactNode } from 'react'

export function Panel({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  return (
    <section className="rounded-bar border border-line bg-highlight px-5 py-6 md:rounded-header md:px-8 md:py-8">
      <h2 className="text-xl">{title}</h2>
      <p className="mt-1.5 mb-5 text-ink-2">{lead}</p>
      {children}
    </section>
  )
}
