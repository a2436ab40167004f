/** What followed artists and podcasts have released and written, newest first. */
import type { Wire } from '#contract/endpoint.ts'
import { listFeed } from '#contract/community/feed.ts'
import { artistHref, podcastHref } from '#web/player/state/playables.ts'
import { nameDay } from '#web/format/days.ts'
import { Head } from '#web/frame/head.tsx'
import { EmptyShelf } from '#web/content/empty/empty-shelf.tsx'
import { PartStates, RowsComing } from '#web/content/part-states.tsx'
import { Link } from '#web/navigation/link.tsx'
import { usePagesBefore } from '#web/data/pages-before.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Cover } from '#web/ui/images/cover.tsx'
import { t, type TranslationKey } from '#web/words/words.ts'
import { FeedTabs } from './feed-tabs.tsx'

type Item = Wire<typeof listFeed>['items'][number]

export function Page() {
  const feed = usePagesBefore(listFeed)
  const items = feed.data?.pages.flatMap((page) => page.items) ?? []
  const isFollowing = feed.data?.pages[0]?.isFollowing ?? false
  const empty = isFollowing ? (
    <EmptyShelf title={t('shelf.titleQuiet')} sentence={t('following.empty')} />
  ) : (
    <EmptyShelf
      title={t('shelf.titleNobody')}
      sentence={t('following.nobody')}
      shows="faces"
      action={
        <ButtonLink to="/artists" size="large">
          {t('feed.toArtists')}
        </ButtonLink>
      }
    />
  )
  return (
    <div>
      <Head title={t('following.title')} isHidden />
      <h1 className="title-great">{t('following.title')}</h1>
      <p className="mt-2 max-w-[52ch] text-ink-2">{t('following.lead')}</p>
      <FeedTabs selected="here" />
      <div className={classNames('mt-6', items.length > 0 && 'max-w-[680px]')}>
        <PartStates query={feed} isEmpty={items.length === 0} empty={empty} waiting={<RowsComing />}>
          {[...groupByDay(items)].map(([day, own]) => (
            <section key={day} className="mt-7 first:mt-0">
              <h2 className="font-text text-base font-semi tracking-normal text-ink-2">{day}</h2>
              <ul aria-label={day} className="mt-2 divide-y divide-line border-y border-line">
                {own.map((item) => (
                  <FeedRow key={item.id} item={item} />
                ))}
              </ul>
            </section>
          ))}
        </PartStates>
      </div>
    </div>
  )
}

function groupByDay(items: readonly Item[]): Map<string, Item[]> {
  const now = new Date()
  return Map.groupBy(items, ({ at }) => nameDay(new Date(at), now))
}

const KIND_TEXTS: Record<Item['kind'], TranslationKey> = {
  album: 'following.album',
  track: 'following.track',
  episode: 'following.episode',
  message: 'following.message',
}

function FeedRow({ item: { kind, source, content, text } }: { item: Item }) {
  return (
    <li className="flex flex-wrap gap-4 py-4">
      <Cover src={content.artworkUrl} alt="" seed={content.id} sizes="64px" className="size-16 shrink-0" />
      <div className="min-w-[min(100%,9em)] flex-1">
        <p className="text-sm text-ink-2">
          <Link to={sourceHref(source)} className="font-semi text-ink hover:underline">
            {source.name}
          </Link>{' '}
          {t(KIND_TEXTS[kind])}
        </p>
        {text !== null && <p className="mt-1 whitespace-pre-line wrap-anywhere">{text}</p>}
        <p className={`mt-1 wrap-anywhere ${text === null ? 'font-semi' : 'text-sm text-ink-2'}`}>
          <Link to={contentHref(content, source)} className="hover:underline">
            {content.title}
          </Link>
        </p>
      </div>
    </li>
  )
}

const sourceHref = ({ type, slug }: Item['source']) => (type === 'artist' ? artistHref(slug) : podcastHref(slug))

function contentHref({ id, type }: Item['content'], source: Item['source']): string {
  return type === 'artist' || type === 'podcast' ? sourceHref(source) : `/${type}/${id}`
}
