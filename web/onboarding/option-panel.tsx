/** The frame of one of the two ways to unlock the studio. */
import { useId, type ReactNode } from 'react'

export function OptionPanel({
  icon,
  title,
  lead,
  children,
}: {
  icon: ReactNode
  title: string
  lead: string
  children: ReactNode
}) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="flex min-w-0 flex-col gap-5 rounded-bar border border-line bg-highlight p-5 md:p-6"
    >
      <header>
        <span className="mb-3 block text-purple">{icon}</span>
        <h2 id={id} className="text-xl">
          {title}
        </h2>
        <p className="mt-1 text-ink-2">{lead}</p>
      </header>
      {children}
    </section>
  )
}
