/** The link back to a list that is beside its item on a wide screen. */
import { Link } from '#web/navigation/link.tsx'
import { ChevronRightIcon } from '#web/ui/icon.tsx'

export function BackToList({ to, name }: { to: string; name: string }) {
  return (
    <Link
      to={to}
      className="mb-2 -ml-1 inline-flex min-h-9 items-center gap-1 font-semi text-purple hover:underline lg:hidden"
    >
      <ChevronRightIcon size={18} aria-hidden="true" className="rotate-180" />
      {name}
    </Link>
  )
}
