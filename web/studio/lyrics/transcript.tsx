/** The transcript of an episode: uploading a file, which replaces the one before, a preview, and deleting it. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getEpisode } from '#contract/catalog/episodes.ts'
import { deleteTranscript, getTranscript, setTranscript } from '#contract/catalog/transcripts.ts'
import type { Wire } from '#contract/endpoint.ts'
import { Transcript } from '#web/catalog/episode/transcript.tsx'
import { useCallOnce } from '#web/data/api-attempt.ts'
import { describeFailure } from '#web/data/failures.ts'
import { callQuery, queryKeyOf } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { playablesOfEpisodes } from '#web/player/state/playables.ts'
import { ErrorLine } from '#web/studio/editors/error-line.tsx'
import { EditorWait } from '#web/studio/editors/wait.tsx'
import { DeletePart } from '#web/studio/forms/delete-dialog.tsx'
import { FileButton } from '#web/ui/controls/file-button.tsx'
import { showToast } from '#web/ui/overlays/toast.tsx'
import { t } from '#web/words/words.ts'

const ACCEPT = '.vtt,.srt,.json,text/vtt,application/x-subrip,application/json'

export function TranscriptEditor({ episode }: { episode: Wire<typeof getEpisode> }) {
  const { call } = useSite()
  const queries = useQueryClient()
  const callOnce = useCallOnce()
  const input = { params: { episodeId: episode.id } }
  const query = useQuery(callQuery(call, getTranscript, input))
  const save = (saved: Wire<typeof getTranscript>) => {
    queries.setQueryData(queryKeyOf(getTranscript, input), saved)
    void queries.invalidateQueries({ queryKey: queryKeyOf(getEpisode, input) })
  }
  const sending = useMutation({
    mutationFn: (transcript: File) =>
      callOnce(transcript, (options) => call(setTranscript, { ...input, body: { transcript } }, options)),
    onSuccess: (saved) => {
      save(saved)
      showToast(t('editors.transcriptSaved', { count: saved.lines.length }))
    },
  })
  if (!query.data) return <EditorWait query={query} />
  const count = query.data.lines.length
  return (
    <div>
      <p className="mb-4 max-w-[68ch] text-ink-2">{t('editors.transcriptLead')}</p>
      <FileButton
        label={count === 0 ? t('editors.transcriptUpload') : t('editors.transcriptReplace')}
        accept={ACCEPT}
        onFile={(file) => sending.mutate(file)}
      />
      {sending.error && <ErrorLine>{describeFailure(sending.error)}</ErrorLine>}
      {count > 0 && (
        <>
          <Transcript episodeId={episode.id} playable={playablesOfEpisodes([episode])[0]} />
          <DeletePart
            button={t('editors.transcriptDelete')}
            thing={{
              title: t('episode.transcript'),
              words: t('editors.transcriptDeleteWhat'),
              remove: async () => save(await call(deleteTranscript, input)),
              onGone: () => undefined,
            }}
          />
        </>
      )}
    </div>
  )
}
