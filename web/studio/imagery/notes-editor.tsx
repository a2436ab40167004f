/** The liner notes of a release: text with a preview as on its page, and photographs. */
import { useQuery } from '@tanstack/react-query'
import { getLinerNotes, NOTES_MAX, NOTES_PHOTOGRAPHS_MAX, setLinerNotes } from '#contract/catalog/imagery.ts'
import type { getAlbum } from '#contract/catalog/albums.ts'
import type { Wire } from '#contract/endpoint.ts'
import { NotesBody } from '#web/catalog/details/liner-notes.tsx'
import { callQuery, queryKeyOf } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { useDraft } from '#web/session/drafts.ts'
import { useOrigin } from '#web/studio/editors/origin.ts'
import { SaveBar, useSaving } from '#web/studio/editors/save.tsx'
import { EditorWait } from '#web/studio/editors/wait.tsx'
import { TextArea } from '#web/ui/controls/field.tsx'
import { floodStyle } from '#web/ui/flood.ts'
import { t } from '#web/words/words.ts'
import { PhotographList } from './photograph-list.tsx'

type Album = Wire<typeof getAlbum>
type Notes = Wire<typeof getLinerNotes>

export function NotesEditor({ album }: { album: Album }) {
  const { call } = useSite()
  const query = useQuery({ ...callQuery(call, getLinerNotes, { params: { albumId: album.id } }), staleTime: 0 })
  return query.data ? <Editor album={album} notes={query.data} /> : <EditorWait query={query} />
}

function Editor({ album, notes }: { album: Album; notes: Notes }) {
  const { call, queries } = useSite()
  const { id, credits } = album
  const draft = `notes of ${id}`
  const { value: text, isChanged, change, reset } = useDraft(draft, notes.text ?? '')
  const requireOrigin = useOrigin(draft, isChanged, notes.text ?? '')
  const read = { ...callQuery(call, getLinerNotes, { params: { albumId: id } }), staleTime: 0 }
  const saving = useSaving(
    { text },
    (body, options) => call(setLinerNotes, { params: { albumId: id }, body }, options),
    (response) => {
      queries.setQueryData(queryKeyOf(getLinerNotes, { params: { albumId: id } }), response)
      reset()
    },
    () => requireOrigin(text, async () => (await queries.fetchQuery(read)).text ?? ''),
  )
  const refresh = () => queries.invalidateQueries({ queryKey: queryKeyOf(getLinerNotes) })
  const { photographs } = notes
  return (
    <div className="flex flex-col gap-10">
      <div className="max-w-[720px]">
        <TextArea
          label={t('imagery.notesText')}
          hint={t('imagery.notesHint')}
          rows={12}
          maxLength={NOTES_MAX}
          value={text}
          onChange={({ target }) => change(target.value)}
        />
        <SaveBar saving={saving} isChanged={isChanged} isWrong={() => false} onReset={reset} />
      </div>
      <PhotographList
        contentId={id}
        place="notes"
        photographs={photographs}
        max={NOTES_PHOTOGRAPHS_MAX}
        onChanged={refresh}
      />
      <section aria-labelledby="preview">
        <h2 id="preview" className="mb-4 text-xl">
          {t('imagery.notesPreview')}
        </h2>
        {text === '' && photographs.length === 0 ? (
          <p className="text-ink-2">{t('imagery.notesEmpty')}</p>
        ) : (
          <div style={floodStyle(album.colorInfo)} className="flood overflow-hidden px-(--gut) py-8">
            <NotesBody text={text} photographs={photographs} credits={credits} level="h3" />
          </div>
        )}
      </section>
    </div>
  )
}
