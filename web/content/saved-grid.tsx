/** Liked and followed content as cards with hearts, and the placeholder while they load. */
import { Link } from '#web/navigation/link.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { CardCover } from '#web/ui/images/cover.tsx'
import { Skeleton } from '#web/ui/states/skeleton.tsx'
import { t } from '#web/words/words.ts'
import { LikeButton } from '#web/likes/like-button.tsx'

export type SavedCard = { id: string; title: string; note: string | null; href: string; artworkUrl: string | null }

const GRID = 'card-grid gap-x-4 gap-y-7 md:gap-x-5.5'

export function SavedGrid({ cards, isRound = false }: { cards: readonly SavedCard[]; isRound?: boolean }) {
  return (
    <ul className={GRID}>
      {cards.map(({ id, title, note, href, artworkUrl }) => (
        <li key={id} className="min-w-0">
          <Link to={href} className="group block">
            <CardCover src={artworkUrl} seed={id} shape={isRound ? 'round' : 'square'} />
            <span
              className={classNames('mt-2.5 line-clamp-2 font-semi group-hover:underline', isRound && 'text-center')}
            >
              {title}
            </span>
          </Link>
          <div className={classNames('flex items-center gap-1', isRound ? 'justify-center' : 'justify-between')}>
            {note !== null && <span className="min-w-0 truncate text-sm text-ink-2">{note}</span>}
            <LikeButton contentId={id} title={title} className="text-sm" />
          </div>
        </li>
      ))}
    </ul>
  )
}

export function CardsComing() {
  return (
    <div role="status" aria-label={t('common.loading')} className={GRID}>
      {[1, 2, 3, 4, 5].map((card) => (
        <div key={card} className="flex flex-col gap-2.5">
          <Skeleton className="aspect-square w-full" />
          <Skeleton className="h-4 w-3/4" />
          <Skeleton className="h-3 w-1/2" />
        </div>
      ))}
    </div>
  )
}
