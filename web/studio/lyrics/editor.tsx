/** The lyrics of a track: plain text, or lines with times that are stamped during playback; import and export as
 * files. The synchronised view for listeners is in the player. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { LYRICS_MAX } from '#contract/fields.ts'
import type { LyricsProblem } from '#contract/catalog/lyrics-line.ts'
import { getTrack, listAlbumTracks, updateTrack } from '#contract/catalog/tracks.ts'
import { callQuery, useRefresh } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { TextArea } from '#web/ui/controls/field.tsx'
import { t, type TranslationKey } from '#web/words/words.ts'
import { useDraft } from '#web/session/drafts.ts'
import { useOrigin } from '#web/studio/editors/origin.ts'
import { SaveBar, useSaving } from '#web/studio/editors/save.tsx'
import { EditorWait } from '#web/studio/editors/wait.tsx'
import { readDraft, writeDraft } from './draft.ts'
import { TimedLyrics } from './timed.tsx'
import { LyricsTools } from './tools.tsx'
import type { EditedAudio } from '#web/studio/waveform/audio.ts'

const PROBLEMS: Record<LyricsProblem['reason'], TranslationKey> = {
  'time-malformed': 'editors.lyricsTimeMalformed',
  'seconds-beyond-59': 'editors.lyricsSecondsBeyond',
  'time-too-late': 'editors.lyricsTimeLate',
  'word-order': 'lyricsWords.order',
  'offset-malformed': 'editors.lyricsOffset',
}
const PROBLEMS_SHOWN = 5

export function LyricsEditor({ trackId, audioItem }: { trackId: string; audioItem: EditedAudio }) {
  const { call } = useSite()
  const query = useQuery(callQuery(call, getTrack, { params: { trackId } }))
  if (!query.data) return <EditorWait query={query} />
  return <Editor trackId={trackId} audioItem={audioItem} saved={query.data.lyrics} />
}

function Editor({ trackId, audioItem, saved }: { trackId: string; audioItem: EditedAudio; saved: string | null }) {
  const { call } = useSite()
  const queries = useQueryClient()
  const refresh = useRefresh()
  const name = `lyrics of ${trackId}`
  const { value: draft, isChanged, change, reset } = useDraft(name, readDraft(saved))
  const requireOrigin = useOrigin(name, isChanged, saved)
  const [problems, setProblems] = useState<LyricsProblem[]>([])
  const lyrics = writeDraft(draft)
  const isTooLong = lyrics.length > LYRICS_MAX
  const error = isTooLong ? t('studio.tooLong', { max: LYRICS_MAX, count: lyrics.length }) : undefined
  const saving = useSaving(
    lyrics,
    (text, options) => call(updateTrack, { body: { trackId, lyrics: text } }, options),
    async () => {
      await Promise.all([refresh(getTrack, { params: { trackId } }), refresh(listAlbumTracks)])
      reset()
      setProblems([])
    },
    () =>
      requireOrigin(lyrics, async () => {
        const query = callQuery(call, getTrack, { params: { trackId } })
        return (await queries.fetchQuery({ ...query, staleTime: 0 })).lyrics
      }),
  )
  return (
    <div>
      <div inert={saving.isWaiting}>
        <LyricsTools draft={draft} title={audioItem.title} onChange={change} onProblems={setProblems} />
        {problems.length > 0 && <Problems problems={problems} />}
        {draft.kind === 'plain' ? (
          <TextArea
            label={t('editors.lyricsWords')}
            hint={t('editors.lyricsPlainHint')}
            rows={18}
            value={draft.text}
            error={error}
            onChange={(event) => change({ ...draft, text: event.target.value })}
          />
        ) : (
          <TimedLyrics
            lines={draft.lines}
            audioItem={audioItem}
            onChange={(lines) => change({ ...draft, lines })}
            error={error}
          />
        )}
      </div>
      <SaveBar saving={saving} isChanged={isChanged} isWrong={() => isTooLong} onReset={reset} />
    </div>
  )
}

/** The lines of a file that could not be parsed; the rest was imported. */
function Problems({ problems }: { problems: LyricsProblem[] }) {
  return (
    <div role="alert" className="mb-4 rounded-field bg-pink-soft px-4 py-3 text-sm">
      <p className="font-semi">{t('editors.lyricsProblems', { count: problems.length })}</p>
      <ul className="mt-1">
        {problems.slice(0, PROBLEMS_SHOWN).map(({ line, reason }) => (
          <li key={line}>{t('editors.lyricsProblem', { line, reason: t(PROBLEMS[reason]) })}</li>
        ))}
      </ul>
    </div>
  )
}
