/** The page of one album or podcast in the studio: what it is on top, its sound, who gets the sats, publishing.
 * Album and podcast differ in where they come from; the rest is the same. */
import { Cover } from '../ui/cover.tsx'
import { useParams } from 'react-router'
import { ErrorState } from '../ui/empty.tsx'
import { PageSkeleton } from '../ui/skeleton.tsx'
import { ApiError } from '../api.ts'
import { describeFailure } from '../words/failures.ts'
import { t } from '../words/words.ts'
import { PublishBox } from './publish-box.tsx'
import type { Publishable } from './publish-dialog.tsx'
import { SoundsPart } from './sounds-part.tsx'
import { SplitBox } from './split-part.tsx'

export type Content = Publishable & { artworkUrl: string | null; byline: string; description: string | null }

export function ContentFrame({ content }: { content: Content }) {
  const { parent, title, byline, description, artworkUrl } = content
  const of = { contentId: parent.id, contentType: parent.kind }
  return (
    <>
      <header className="mb-7 flex items-center gap-4 md:gap-6">
        <Cover src={artworkUrl} alt="" seed={parent.id} sizes="144px" isEager className="size-24 shrink-0 md:size-36" />
        <div className="min-w-0">
          <h1 className="title-great line-clamp-3">{title}</h1>
          <p className="mt-1.5 font-semi">{byline}</p>
          {description && <p className="mt-1 line-clamp-2 max-w-[64ch] text-ink-2 max-md:hidden">{description}</p>}
        </div>
      </header>
      <div className="grid items-start gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_392px]">
        <SoundsPart parent={parent} isOut={!content.isDraft} />
        <div className="flex flex-col gap-5">
          <SplitBox of={of} />
          <PublishBox item={content} />
        </div>
      </div>
    </>
  )
}

/** While the content is read, when it cannot be, or when it is somebody else's. */
export function ContentMissing({
  error,
  isForeign,
  onRetry,
}: {
  error: unknown
  isForeign: boolean
  onRetry: () => void
}) {
  if (isForeign) return <ErrorState title={t('studio.notYours')} />
  if (!error) return <PageSkeleton label={t('common.loading')} />
  const isGone = error instanceof ApiError && (error.status === 404 || error.status === 400)
  return isGone ? (
    <ErrorState title={t('failure.notFoundTitle')} />
  ) : (
    <ErrorState
      title={t('studio.failed')}
      detail={describeFailure(error)}
      retryLabel={t('studio.retry')}
      onRetry={onRetry}
    />
  )
}

export function useParam(name: string): string {
  return useParams()[name] ?? ''
}
