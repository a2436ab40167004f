/** The address of the RSS feed of a published release or podcast, for directories and apps. */
import { useSettings } from '#web/data/site.ts'
import { Link } from '#web/navigation/link.tsx'
import { CopyButton } from '#web/ui/controls/copy.tsx'
import { t } from '#web/words/words.ts'
import { useStatus } from './publish-box.tsx'
import type { Publishable } from './publish-dialog.tsx'

export function FeedBox({ item }: { item: Publishable }) {
  const { hasFeeds, publicUrl } = useSettings()
  const status = useStatus(item)
  if (!hasFeeds || status !== 'published') return null
  const { kind, id } = item.parent
  const address = new URL(`/rss/${kind}/${id}`, publicUrl).href
  return (
    <section aria-labelledby="feed-title" className="rounded-bar border border-line bg-highlight p-5">
      <h2 id="feed-title" className="text-lg">
        {t('studio.feedTitle')}
      </h2>
      <p className="mt-2 text-sm text-ink-2">{t(kind === 'podcast' ? 'studio.feedPodcast' : 'studio.feedAlbum')}</p>
      <p className="mt-3 text-sm font-semi break-all">
        <a href={address} className="underline">
          {address}
        </a>
      </p>
      <p className="mt-2 text-sm">
        <Link to={`/studio/surfaces/${id}`} className="underline">
          {t('studio.surfaces')}
        </Link>
      </p>
      <CopyButton
        text={address}
        labels={{ idle: t('studio.feedCopy'), copied: t('studio.copied') }}
        className="mt-4 w-full"
      />
    </section>
  )
}
