/** The categories that contain shows, as links that filter the list. Hidden when there is only one. */
import { listPodcastCategories } from '#contract/catalog/meta.ts'
import { Link } from '#web/navigation/link.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { t } from '#web/words/words.ts'
import { usePageData } from '#web/frame/page-data.ts'

const LOOKS = classNames(
  'inline-flex min-h-11 items-center gap-2 rounded-pill border border-line bg-highlight px-4 font-semi whitespace-nowrap',
  'hover:border-line-2 aria-[current=page]:border-transparent aria-[current=page]:bg-ink aria-[current=page]:text-beige',
  'md:min-h-9 md:text-sm',
)

export const categoryHref = (slug: string): string => `/podcasts?category=${slug}`

export function CategoryLinks({ selected }: { selected: string | null }) {
  const categories = usePageData(listPodcastCategories, {})?.filter(({ count }) => count > 0) ?? []
  if (categories.length < 2) return null
  return (
    <nav aria-label={t('podcasts.categories')} className="mb-6">
      <ul className="scroll-quiet bleed gut flex gap-2 overflow-x-auto md:mx-0 md:flex-wrap md:px-0">
        <li className="shrink-0">
          <Link to="/podcasts" aria-current={selected === null ? 'page' : undefined} className={LOOKS}>
            {t('podcasts.all')}
          </Link>
        </li>
        {categories.map(({ id, name, slug, count }) => (
          <li key={id} className="shrink-0">
            <Link to={categoryHref(slug)} aria-current={selected === slug ? 'page' : undefined} className={LOOKS}>
              {name}
              <span className="opacity-65">{count}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
