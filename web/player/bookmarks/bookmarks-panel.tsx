/** "Remember this second", and the seconds of this sound that are remembered. */
import { useRef, useState } from 'react'
import { BOOKMARK_NOTE_MAX } from '#contract/listening/bookmarks.ts'
import type { Playable } from '#web/player/state/queue.ts'
import { usePlayer } from '#web/player/state/store.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { WordButton } from '#web/ui/controls/word-button.tsx'
import { formatDuration } from '#web/words/format.ts'
import { t } from '#web/words/words.ts'
import { BookmarkRows } from './bookmark-rows.tsx'
import { useBookmarks, type ShownBookmark } from './bookmarks.ts'

export function BookmarksPanel({ track }: { track: Playable }) {
  const { bookmarks, isOnDevice, add, remove } = useBookmarks(track.id)
  const seek = usePlayer((state) => state.seek)
  const [removed, setRemoved] = useState<ShownBookmark>()
  const putBack = ({ positionSeconds, note }: ShownBookmark) => {
    setRemoved(undefined)
    void add(positionSeconds, note ?? '')
  }
  return (
    <section aria-label={t('bookmarks.title')} className="max-w-[40rem]">
      <h3 className="title-2">{t('bookmarks.title')}</h3>
      <RememberForm onAdd={add} />
      {isOnDevice && <p className="mt-2 text-sm">{t('bookmarks.onDevice')}</p>}
      <div className="mt-5 border-t border-line">
        <BookmarkRows
          bookmarks={bookmarks}
          label={t('bookmarks.of', { title: track.title })}
          onPlay={seek}
          onRemove={async (id) => {
            if (await remove(id)) setRemoved(bookmarks.find((one) => one.id === id))
          }}
        />
      </div>
      {/* A toast could not be reached beside the open dialog. */}
      <p role="status" className="flex items-center gap-3 text-sm">
        {removed && (
          <>
            {t('bookmarks.removed')}
            <WordButton label={t('common.undo')} onClick={() => putBack(removed)}>
              {t('common.undo')}
            </WordButton>
          </>
        )}
      </p>
    </section>
  )
}

/** The second is the one at which the note was begun, or the button was pressed. */
function RememberForm({ onAdd }: { onAdd: (seconds: number, note: string) => Promise<boolean> }) {
  const [note, setNote] = useState('')
  const [isSaving, setIsSaving] = useState(false)
  const [isSaved, setIsSaved] = useState(false)
  const begunAt = useRef<number | null>(null)
  const at = usePlayer((state) => Math.floor(begunAt.current ?? state.trackPlayedSeconds))
  const write = (text: string) => {
    begunAt.current = text === '' ? null : (begunAt.current ?? usePlayer.getState().trackPlayedSeconds)
    setIsSaved(false)
    setNote(text)
  }
  const save = async () => {
    setIsSaving(true)
    const isDone = await onAdd(at, note)
    setIsSaving(false)
    setIsSaved(isDone)
    if (isDone) {
      begunAt.current = null
      setNote('')
    }
  }
  return (
    <form
      className="mt-4 flex flex-col items-start gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <div className="w-full">
        <Field
          label={t('bookmarks.note')}
          name="note"
          value={note}
          maxLength={BOOKMARK_NOTE_MAX}
          autoComplete="off"
          onChange={(event) => write(event.target.value)}
        />
      </div>
      <Button type="submit" isWaiting={isSaving}>
        {t('bookmarks.remember', { time: formatDuration(at) })}
      </Button>
      <p role="status" className="min-h-6 text-sm">
        {isSaved && t('bookmarks.saved')}
      </p>
    </form>
  )
}
