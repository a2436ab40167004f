/** The chapters of an episode: positions on its waveform with a title, a link and an image; import and export as plain
 * text. How listeners see them is in the player. */
import { useQuery } from '@tanstack/react-query'
import type { Wire } from '#contract/endpoint.ts'
import { CHAPTERS_MAX, getChapters, setChapters } from '#contract/catalog/moments.ts'
import { newKey } from '#web/data/api.ts'
import { callQuery, queryKeyOf } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { EmptyState } from '#web/ui/states/empty.tsx'
import { PlusIcon } from '#web/ui/icon.tsx'
import { t } from '#web/words/words.ts'
import { errorsOfChapters, sortChapters, toSent, type ChapterErrors, type DraftChapter } from './draft.ts'
import { ChapterRow } from './row.tsx'
import { ChaptersText } from './text-dialog.tsx'
import { useOrigin } from '#web/studio/editors/origin.ts'
import { useRows, type Rows } from '#web/studio/editors/rows.ts'
import { SaveBar, useSaving } from '#web/studio/editors/save.tsx'
import { EditorWait } from '#web/studio/editors/wait.tsx'
import { WaveformEditor } from '#web/studio/waveform/editor.tsx'
import { WaveformPoints } from '#web/studio/waveform/points.tsx'
import { useMoment, usePlayback, type EditedAudio, type Playback } from '#web/studio/waveform/audio.ts'
import { writeTime } from '#web/studio/waveform/time.ts'

export function ChaptersEditor({ episodeId, audioItem }: { episodeId: string; audioItem: EditedAudio }) {
  const { call } = useSite()
  const query = useQuery(callQuery(call, getChapters, { params: { episodeId } }))
  if (!query.data) return <EditorWait query={query} />
  return <Editor episodeId={episodeId} audioItem={audioItem} saved={rowsOf(query.data)} />
}

const rowsOf = (chapters: Wire<typeof getChapters>): DraftChapter[] =>
  chapters.map(({ startTime, title, href, artworkUrl }) => ({
    key: `at ${startTime}`,
    startSeconds: startTime,
    title,
    href: href ?? '',
    artworkUrl: artworkUrl ?? null,
  }))

function Editor({ episodeId, audioItem, saved }: { episodeId: string; audioItem: EditedAudio; saved: DraftChapter[] }) {
  const { call, queries } = useSite()
  const playback = usePlayback(audioItem)
  const draft = `chapters of ${episodeId}`
  const editing = useRows(draft, saved, sortChapters)
  const { rows, isChanged, selectedKey, isAsked, reset } = editing
  const errors = errorsOfChapters(rows, playback.durationSeconds)
  const requireOrigin = useOrigin(draft, isChanged, toSent(saved))
  const read = { ...callQuery(call, getChapters, { params: { episodeId } }), staleTime: 0 }
  const saving = useSaving(
    toSent(rows),
    (body, options) => call(setChapters, { params: { episodeId }, body }, options),
    (response) => {
      queries.setQueryData(queryKeyOf(getChapters, { params: { episodeId } }), response)
      reset()
    },
    () => requireOrigin(toSent(rows), async () => toSent(rowsOf(await queries.fetchQuery(read)))),
  )
  const add = (startSeconds: number) =>
    editing.add({ key: newKey(), startSeconds, title: '', href: '', artworkUrl: null }, 'title')
  return (
    <div>
      <div inert={saving.isWaiting} ref={editing.list}>
        <p className="mb-4 max-w-[68ch] text-ink-2">{t('editors.chaptersLead')}</p>
        <ChaptersWaveform editing={editing} playback={playback} errors={errors} />
        {rows.length === 0 && <EmptyState sentence={t('editors.chaptersNone')} className="!py-9" />}
        <ol className="mt-5 border-t border-line">
          {rows.map((row, index) => (
            <ChapterRow
              key={row.key}
              row={row}
              number={index + 1}
              episodeId={episodeId}
              playback={playback}
              isSelected={row.key === selectedKey}
              errors={isAsked ? errors.get(row.key) : withoutMissing(errors.get(row.key))}
              onChoose={() => editing.choose(row.key)}
              onChange={editing.set}
              onRemove={() => editing.remove(row.key)}
            />
          ))}
        </ol>
        <div className="mt-4 flex flex-wrap gap-2.5">
          <AddButton playback={playback} isFull={rows.length >= CHAPTERS_MAX} onAdd={add} />
          <ChaptersText rows={rows} title={audioItem.title} onRead={editing.setAll} />
        </div>
      </div>
      <SaveBar saving={saving} isChanged={isChanged} isWrong={() => editing.refuse(errors)} onReset={reset} />
    </div>
  )
}

function ChaptersWaveform({
  editing: { rows, selectedKey, choose, set },
  playback,
  errors,
}: {
  editing: Rows<DraftChapter>
  playback: Playback
  errors: ReadonlyMap<string, ChapterErrors>
}) {
  return (
    <WaveformEditor playback={playback}>
      <WaveformPoints
        label={t('editors.chapters')}
        points={rows.map(({ key, startSeconds, title }, index) => ({
          key,
          seconds: startSeconds,
          name: t('editors.chapterStartOf', {
            name: title.trim() || t('editors.chapterName', { number: index + 1 }),
          }),
          isWrong: errors.get(key)?.start !== undefined,
        }))}
        durationSeconds={playback.durationSeconds}
        stepSeconds={1}
        selectedKey={selectedKey}
        onChoose={choose}
        onMove={(key, startSeconds) => {
          const row = rows.find((one) => one.key === key)
          if (row) set({ ...row, startSeconds })
        }}
      />
    </WaveformEditor>
  )
}

function AddButton({
  playback,
  isFull,
  onAdd,
}: {
  playback: Playback
  isFull: boolean
  onAdd: (startSeconds: number) => void
}) {
  const startSeconds = useMoment(playback, ({ playedSeconds }) => Math.floor(playedSeconds))
  return (
    <Button
      kind="quiet"
      icon={<PlusIcon size={17} aria-hidden="true" />}
      disabled={isFull}
      onClick={() => onAdd(startSeconds)}
    >
      {t('editors.chapterAdd', { time: writeTime(startSeconds) })}
    </Button>
  )
}

/** An empty title is not reported while the user is still typing. */
function withoutMissing(errors: ChapterErrors | undefined): ChapterErrors | undefined {
  if (!errors || errors.title === undefined) return errors
  const { title: _, ...others } = errors
  return others
}
