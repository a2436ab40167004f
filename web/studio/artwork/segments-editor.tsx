/** Timed artwork: images assigned to segments of a track's waveform, with a preview at the playhead.
 * Outside the segments the track shows the artwork of its release. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Wire } from '#contract/endpoint.ts'
import { getArtworkSegments, SEGMENTS_MAX, setArtworkSegments } from '#contract/catalog/moments.ts'
import { newKey } from '#web/data/api.ts'
import { IMAGE_ACCEPT } from '#web/data/image-files.ts'
import { callQuery, queryKeyOf } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { Cover } from '#web/ui/images/cover.tsx'
import { FileDrop } from '#web/ui/controls/file-drop.tsx'
import { ImageIcon } from '#web/ui/icon.tsx'
import { ErrorLine } from '#web/studio/editors/error-line.tsx'
import { t } from '#web/words/words.ts'
import { ArtworkSegmentRow, type DraftArtwork } from './segments-row.tsx'
import { useOrigin } from '#web/studio/editors/origin.ts'
import { useRows, type Rows } from '#web/studio/editors/rows.ts'
import { SaveBar, useSaving } from '#web/studio/editors/save.tsx'
import { EditorWait } from '#web/studio/editors/wait.tsx'
import { describeImageFailure, useImageUpload } from './timed-image.tsx'
import { WaveformEditor } from '#web/studio/waveform/editor.tsx'
import { describeFault } from '#web/studio/waveform/faults.ts'
import { WaveformLane } from '#web/studio/waveform/lane.tsx'
import { faultsOf, findRoom, segmentAt, sortSegments, type Scale } from '#web/studio/waveform/segments.ts'
import { useMoment, usePlayback, type EditedAudio, type Playback } from '#web/studio/waveform/audio.ts'
import { roundTo } from '#web/studio/waveform/time.ts'

const NEW_SECONDS = 20
const STEP_SECONDS = 0.1

export function ArtworkSegmentsEditor({ trackId, audioItem }: { trackId: string; audioItem: EditedAudio }) {
  const { call } = useSite()
  const query = useQuery(callQuery(call, getArtworkSegments, { params: { trackId } }))
  if (!query.data) return <EditorWait query={query} />
  return <Editor trackId={trackId} audioItem={audioItem} saved={rowsOf(query.data)} />
}

const rowsOf = (segments: Wire<typeof getArtworkSegments>): DraftArtwork[] =>
  segments.map(({ artworkUrl, startTime, duration }) => ({
    key: `from ${startTime}`,
    startSeconds: startTime,
    endSeconds: roundTo(startTime + duration, 0.001),
    artworkUrl,
  }))

function Editor({ trackId, audioItem, saved }: { trackId: string; audioItem: EditedAudio; saved: DraftArtwork[] }) {
  const { call, queries } = useSite()
  const playback = usePlayback(audioItem)
  const draft = `artwork of ${trackId}`
  const editing = useRows(draft, saved, sortSegments)
  const { rows, isChanged, selectedKey, reset } = editing
  const scale: Scale = { durationSeconds: playback.durationSeconds, stepSeconds: STEP_SECONDS }
  const errors = new Map([...faultsOf(rows, scale)].map(([key, fault]) => [key, describeFault(fault)]))
  const requireOrigin = useOrigin(draft, isChanged, saved.map(toSent))
  const read = { ...callQuery(call, getArtworkSegments, { params: { trackId } }), staleTime: 0 }
  const saving = useSaving(
    rows.map(toSent),
    (body, options) => call(setArtworkSegments, { params: { trackId }, body }, options),
    (response) => {
      queries.setQueryData(queryKeyOf(getArtworkSegments, { params: { trackId } }), response)
      reset()
    },
    () => requireOrigin(rows.map(toSent), async () => rowsOf(await queries.fetchQuery(read)).map(toSent)),
  )
  const isFull = rows.length >= SEGMENTS_MAX || findRoom(rows, 0, NEW_SECONDS, scale) === null
  return (
    <div>
      <div inert={saving.isWaiting} ref={editing.list}>
        <p className="mb-4 max-w-[68ch] text-ink-2">{t('editors.artworkLead')}</p>
        <ArtworkEditor
          editing={editing}
          playback={playback}
          scale={scale}
          audioItem={audioItem}
          wrongKeys={new Set(errors.keys())}
        />
        <ol className="mt-5 border-t border-line">
          {rows.map((row, index) => (
            <ArtworkSegmentRow
              key={row.key}
              row={row}
              number={index + 1}
              trackId={trackId}
              playback={playback}
              stepSeconds={STEP_SECONDS}
              isSelected={row.key === selectedKey}
              errors={errors.get(row.key)}
              onChoose={() => editing.choose(row.key)}
              onChange={editing.set}
              onRemove={() => editing.remove(row.key)}
            />
          ))}
        </ol>
        <Pictures
          trackId={trackId}
          isDisabled={!playback.isReady || isFull}
          room={SEGMENTS_MAX - rows.length}
          onPictures={(urls) => editing.setAll(addPictures(rows, urls, playback.readSeconds(), scale))}
        />
      </div>
      <SaveBar saving={saving} isChanged={isChanged} isWrong={() => editing.refuse(errors)} onReset={reset} />
    </div>
  )
}

function toSent({ artworkUrl, startSeconds, endSeconds }: DraftArtwork) {
  return { artworkUrl, startTime: startSeconds, duration: roundTo(endSeconds - startSeconds, 0.001) }
}

/** One after the other from this moment on; several images share the remaining time of a short track. */
function addPictures(
  rows: readonly DraftArtwork[],
  artworkUrls: readonly string[],
  fromSeconds: number,
  scale: Scale,
): DraftArtwork[] {
  const each = roundTo((scale.durationSeconds - fromSeconds) / artworkUrls.length, STEP_SECONDS)
  const length = Math.max(1, Math.min(NEW_SECONDS, each))
  const added = [...rows]
  for (const artworkUrl of artworkUrls) {
    const room = findRoom(added, fromSeconds, length, scale)
    if (room) added.push({ key: newKey(), ...room, artworkUrl })
  }
  return added
}

function ArtworkEditor({
  editing,
  playback,
  scale,
  audioItem,
  wrongKeys,
}: {
  editing: Rows<DraftArtwork>
  playback: Playback
  scale: Scale
  audioItem: EditedAudio
  wrongKeys: ReadonlySet<string>
}) {
  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_220px]">
      <WaveformEditor playback={playback} decimals={1}>
        <WaveformLane
          label={t('editors.artworkSegments')}
          editing={editing}
          describe={({ key, artworkUrl }, number) => ({
            name: t('editors.artworkName', { number }),
            mark: <Cover src={artworkUrl} alt="" seed={key} sizes="44px" className="h-full" />,
          })}
          wrongKeys={wrongKeys}
          scale={scale}
        />
      </WaveformEditor>
      {playback.isReady && <Seen playback={playback} rows={editing.rows} audioItem={audioItem} />}
    </div>
  )
}

/** What listeners see at this moment. */
function Seen({
  playback,
  rows,
  audioItem,
}: {
  playback: Playback
  rows: readonly DraftArtwork[]
  audioItem: EditedAudio
}) {
  const seen = useMoment(playback, ({ playedSeconds }) => segmentAt(rows, playedSeconds)?.artworkUrl)
  return (
    <figure className="flex items-center gap-4 lg:flex-col lg:items-stretch">
      <Cover
        src={seen ?? audioItem.artworkUrl}
        alt=""
        seed={audioItem.id}
        sizes="220px"
        className="w-28 max-w-2/5 shrink-0 lg:w-full lg:max-w-none"
      />
      <figcaption className="text-sm text-ink-2">
        {t(seen === undefined ? 'editors.artworkSeenOwn' : 'editors.artworkSeen')}
      </figcaption>
    </figure>
  )
}

/** Dropped or chosen images become one segment each, one after the other from the playhead. */
function Pictures({
  trackId,
  isDisabled,
  room,
  onPictures,
}: {
  trackId: string
  isDisabled: boolean
  room: number
  onPictures: (artworkUrls: string[]) => void
}) {
  const send = useImageUpload(trackId)
  const [state, setState] = useState<{ left: number; failure: string | null }>({ left: 0, failure: null })
  const take = async (files: File[]) => {
    const urls: string[] = []
    let failure: string | null = null
    for (const [index, file] of files.slice(0, room).entries()) {
      setState({ left: files.length - index, failure: null })
      try {
        urls.push(await send(file))
      } catch (error) {
        failure = `${file.name}: ${describeImageFailure(error)}`
      }
    }
    setState({ left: 0, failure })
    if (urls.length > 0) onPictures(urls)
  }
  return (
    <div className="mt-4">
      <FileDrop
        label={state.left > 0 ? t('editors.picturesSending', { count: state.left }) : t('editors.picturesDrop')}
        hint={t('editors.picturesHint')}
        accept={IMAGE_ACCEPT}
        isMultiple
        isDisabled={isDisabled || state.left > 0}
        onFiles={(files) => void take(files)}
        icon={<ImageIcon size={24} aria-hidden="true" />}
        className="!py-5"
      />
      {state.failure !== null && <ErrorLine className="mt-2">{state.failure}</ErrorLine>}
    </div>
  )
}
