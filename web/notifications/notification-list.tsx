/** The list behind the bell: notifications by day, newest first, each linked to its subject.
 * It is kept up to date by the header's event stream (web/session/notifications.ts). */
import { useMutation, useQueryClient, type InfiniteData } from '@tanstack/react-query'
import type { Wire } from '#contract/endpoint.ts'
import { getNotificationFlag, listNotifications, readNotifications } from '#contract/community/notifications.ts'
import { Link } from '#web/navigation/link.tsx'
import { queryKeyOf } from '#web/data/queries.ts'
import { pagesKeyOf, usePagesBefore } from '#web/data/pages-before.ts'
import { useSite } from '#web/data/site.ts'
import { Badge } from '#web/ui/layout/badge.tsx'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { MoreButton } from '#web/ui/controls/more-button.tsx'
import { EmptyShelf } from '#web/content/empty/empty-shelf.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { ExternalIcon } from '#web/ui/icon.tsx'
import { LinesSkeleton } from '#web/ui/states/lines-skeleton.tsx'
import { showErrorToast } from '#web/ui/overlays/toast.tsx'
import { describeFailure } from '#web/data/failures.ts'
import { t } from '#web/words/words.ts'
import { LoadFailure } from '#web/frame/load-failure.tsx'
import { groupNotes, describeNotification, formatTime, type Note, type NoteDay } from './notification-texts.ts'

const LIST_KEY = pagesKeyOf(listNotifications)

export function NotificationList() {
  const pages = usePagesBefore(listNotifications)
  const { data, error, refetch } = pages
  const reading = useReading()
  const notes = data?.pages.flatMap((page) => page.notifications)
  if (!notes) {
    if (!error) return <ListSkeleton />
    return <LoadFailure level="part" title={t('notes.failed')} error={error} retry={refetch} />
  }
  if (notes.length === 0) {
    const action = (
      <ButtonLink to="/settings/notifications" kind="quiet">
        {t('notes.emptyAction')}
      </ButtonLink>
    )
    return <EmptyShelf title={t('shelf.titleQuiet')} sentence={t('notes.empty')} action={action} />
  }
  return (
    <>
      {notes.some(({ isRead }) => !isRead) && (
        <Button
          kind="quiet"
          size="small"
          isWaiting={reading.isPending && reading.variables === 'all'}
          onClick={() => reading.mutate('all')}
        >
          {t('notes.markAll')}
        </Button>
      )}
      {groupNotes(notes, new Date()).map((day) => (
        <DayNotes key={day.name} day={day} onOpen={({ id, isRead }) => !isRead && reading.mutate([id])} />
      ))}
      <MoreButton pages={pages} label={t('notes.older')} className="mt-6" />
    </>
  )
}

type Pages = InfiniteData<Wire<typeof listNotifications>, string | null>

/** Marked as read immediately; refetched if the server refuses. */
function useReading() {
  const { call } = useSite()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (which: string[] | 'all') =>
      call(readNotifications, { body: which === 'all' ? { all: true } : { ids: which } }),
    onMutate: (which) => {
      const isMeant = ({ id }: Note) => which === 'all' || which.includes(id)
      queries.setQueryData<Pages>(
        LIST_KEY,
        (known) =>
          known && {
            ...known,
            pages: known.pages.map((page) => ({
              ...page,
              notifications: page.notifications.map((note) => (isMeant(note) ? { ...note, isRead: true } : note)),
            })),
          },
      )
    },
    onSuccess: () => void queries.invalidateQueries({ queryKey: queryKeyOf(getNotificationFlag) }),
    onError: (error) => {
      showErrorToast(describeFailure(error))
      void queries.invalidateQueries({ queryKey: LIST_KEY })
    },
  })
}

function DayNotes({ day, onOpen }: { day: NoteDay; onOpen: (note: Note) => void }) {
  return (
    <section className="mt-6 first:mt-0">
      <h2 className="border-b border-line pb-2 font-text text-sm font-semi tracking-normal text-ink-2">{day.name}</h2>
      <ul>
        {day.notes.map((note) => (
          <NoteLine key={note.id} note={note} onOpen={() => onOpen(note)} />
        ))}
      </ul>
    </section>
  )
}

function NoteLine({ note, onOpen }: { note: Note; onOpen: () => void }) {
  const { isRead, comment, createdAt } = note
  return (
    <li
      className={classNames(
        'relative grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 border-b border-line py-3.5 transition-colors',
        'hover:bg-[color-mix(in_srgb,var(--highlight)_60%,transparent)] md:grid-cols-[4.5rem_minmax(0,1fr)_auto] md:px-2',
      )}
    >
      <Time iso={createdAt} className="pt-px max-md:hidden" />
      <div className="min-w-0">
        <NoteLink note={note} onOpen={onOpen} />
        {comment !== null && comment !== '' && (
          <p className="mt-1 line-clamp-4 max-w-[60ch] border-l-2 border-line-2 pl-2.5 text-sm break-words whitespace-pre-line">
            {comment}
          </p>
        )}
        <Time iso={createdAt} className="mt-0.5 block md:hidden" />
      </div>
      {!isRead && <Badge tone="pink">{t('notes.unread')}</Badge>}
    </li>
  )
}

const LINK = 'break-words after:absolute after:inset-0'

/** The whole line is a link. An announcement may link to another site. */
function NoteLink({ note, onOpen }: { note: Note; onOpen: () => void }) {
  const looks = classNames(LINK, note.isRead ? 'font-medium' : 'font-semi')
  if (/^https?:\/\//.test(note.href)) {
    return (
      <a href={note.href} target="_blank" rel="noreferrer" onClick={onOpen} className={looks}>
        {describeNotification(note)} <ExternalIcon size={14} aria-hidden="true" className="inline opacity-60" />
        <span className="sr-only">{t('shell.opensElsewhere')}</span>
      </a>
    )
  }
  return (
    <Link to={note.href} onClick={onOpen} className={looks}>
      {describeNotification(note)}
    </Link>
  )
}

const Time = ({ iso, className }: { iso: string; className: string }) => (
  <time dateTime={iso} className={classNames('text-sm text-ink-3', className)}>
    {formatTime(iso)}
  </time>
)

function ListSkeleton() {
  return (
    <div role="status" aria-label={t('common.loading')}>
      <LinesSkeleton />
    </div>
  )
}
