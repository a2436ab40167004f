/** The button below a list that loads its next page, while there is one. */
import { Button } from './button.tsx'

type Props = {
  pages: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> }
  label: string
  className?: string
}

export function MoreButton({ pages, label, className = '' }: Props) {
  if (!pages.hasNextPage) return null
  return (
    <Button
      kind="quiet"
      className={className}
      isWaiting={pages.isFetchingNextPage}
      onClick={() => void pages.fetchNextPage()}
    >
      {label}
    </Button>
  )
}
