/** Comments on content: messages with their sats, replies, and a prompt to write the first one. Complete without
 * scripts; replying, menus and further pages are loaded on demand. */
import { lazy, Suspense, useState } from 'react'
import type { Playable } from '#web/player/state/queue.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { OrderChoice } from '#web/ui/controls/order-choice.tsx'
import { EmptyState } from '#web/ui/states/empty.tsx'
import { Bolt } from '#web/ui/mark.tsx'
import { t } from '#web/words/words.ts'
import { usePlayer } from '#web/player/state/store.ts'
import { useZap, type ZapTarget } from '#web/zap/zap.ts'
import { LoadFailure } from '#web/frame/load-failure.tsx'
import { useComments, type Order } from './comment-data.ts'
import { CommentLine } from './comment-line.tsx'

const MoreComments = lazy(async () => ({ default: (await import('./more-comments.tsx')).MoreComments }))

/** With fewer comments, sorting is not offered. */
const ORDERED_FROM = 5
const ORDER_BUTTON =
  'min-h-10 rounded-pill px-4 text-sm font-semi text-ink-2 transition-colors hover:text-ink ' +
  'aria-pressed:bg-ink aria-pressed:text-beige'

type Content = Pick<ZapTarget, 'contentId' | 'title' | 'artist' | 'artworkUrl'>
type Props = {
  content: Content
  /** What a zap with a message goes to, if not to the content. Null: nothing here can be zapped. */
  zapped?: Content | null
  /** The playable tracks or episodes the comments' moments refer to. */
  playables: readonly Playable[]
}

export function Comments(props: Props) {
  return <CommentSection key={props.content.contentId} {...props} />
}

function CommentSection({ content, zapped = content, playables }: Props) {
  const [order, setOrder] = useState<Order>('new')
  const [hasMore, setHasMore] = useState(false)
  const { page, error, retry } = useComments(content.contentId, order)
  const count = page?.comments.length ?? 0
  if ((!page && !error) || (zapped === null && count === 0)) return null
  return (
    <section className="mt-(--band)" aria-labelledby="comments">
      <header className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id="comments" className="title-1">
          {t('comments.title')}
        </h2>
        <div className="flex flex-wrap items-center gap-2">
          {count >= ORDERED_FROM && <CommentOrder order={order} onChoose={setOrder} />}
          {count > 0 && zapped && <WriteButton content={zapped} />}
        </div>
      </header>
      {page ? (
        <>
          {count === 0 ? (
            <EmptyState
              sentence={t('comments.empty')}
              action={zapped && <WriteButton content={zapped} />}
              className="border-t border-line"
            />
          ) : (
            <ul className="border-t border-line">
              {page.comments.map((comment) => (
                <CommentLine
                  key={comment.id}
                  comment={comment}
                  isOwner={page.isOwner}
                  pageContentId={content.contentId}
                  playables={playables}
                />
              ))}
            </ul>
          )}
          {page.nextBefore !== null && !hasMore && (
            <Button kind="quiet" className="mt-5" onClick={() => setHasMore(true)}>
              {t('comments.more')}
            </Button>
          )}
          {page.nextBefore !== null && hasMore && (
            <Suspense fallback={null}>
              <MoreComments
                key={order}
                contentId={content.contentId}
                order={order}
                before={page.nextBefore}
                playables={playables}
              />
            </Suspense>
          )}
        </>
      ) : (
        <LoadFailure level="part" title={t('comments.failed')} error={error} retry={retry} />
      )}
    </section>
  )
}

function WriteButton({ content }: { content: Content }) {
  const open = () => {
    const { activeTrackId, trackPlayedSeconds } = usePlayer.getState()
    const isHeard = activeTrackId === content.contentId
    useZap.getState().openZap({ ...content, ...(isHeard && { contentTimeSeconds: Math.floor(trackPlayedSeconds) }) })
  }
  return (
    <Button kind="quiet" icon={<Bolt size={15} />} onClick={open}>
      {t('comments.write')}
    </Button>
  )
}

function CommentOrder({ order, onChoose }: { order: Order; onChoose: (order: Order) => void }) {
  return (
    <OrderChoice
      label={t('comments.order')}
      orders={[
        { value: 'new', name: t('comments.newest') },
        { value: 'top', name: t('comments.largest') },
      ]}
      selected={order}
      onChoose={onChoose}
      className="flex rounded-pill border border-line bg-highlight p-0.5"
      buttonClassName={ORDER_BUTTON}
    />
  )
}
