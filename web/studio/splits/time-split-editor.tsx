/** The time splits of a track or episode on its waveform: from when to when, with which content, and how much.
 * The splits of the whole content are part.tsx. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getTerms } from '#contract/payments/terms.ts'
import { createTimeSplits, getTimeSplits, TIME_SPLITS_MAX, updateTimeSplits } from '#contract/catalog/splits.ts'
import type { Wire } from '#contract/endpoint.ts'
import { newKey } from '#web/data/api.ts'
import { callQuery, useRefresh } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { EmptyState } from '#web/ui/states/empty.tsx'
import { PlusIcon } from '#web/ui/icon.tsx'
import { t } from '#web/words/words.ts'
import { useOrigin } from '#web/studio/editors/origin.ts'
import { useRows, type Rows } from '#web/studio/editors/rows.ts'
import { SaveBar, useSaving } from '#web/studio/editors/save.tsx'
import { EditorWait } from '#web/studio/editors/wait.tsx'
import type { SplitOf } from './preview.tsx'
import { TimeSplitCard, type TimeSplitErrors } from './time-split-card.tsx'
import { readPart, writePart, type DraftTimeSplit } from './time-split-draft.ts'
import { useSharedTitles } from './time-split-users.ts'
import { WaveformEditor } from '#web/studio/waveform/editor.tsx'
import { WaveformLane } from '#web/studio/waveform/lane.tsx'
import { describeFault } from '#web/studio/waveform/faults.ts'
import { faultsOf, findRoom, sortSegments, type Scale, type SegmentFault } from '#web/studio/waveform/segments.ts'
import { usePlayback, type EditedAudio, type Playback } from '#web/studio/waveform/audio.ts'

const NEW_SECONDS = 30

export type TimedContent = { contentId: string; contentType: 'track' | 'episode' }

type Props = {
  of: TimedContent
  /** The album or podcast, whose splits apply while the track or episode has none. */
  parent: SplitOf
  audioItem: EditedAudio
}

export function TimeSplitEditor({ of, parent, audioItem }: Props) {
  const { call } = useSite()
  const query = useQuery(callQuery(call, getTimeSplits, { params: of }))
  if (!query.data) return <EditorWait query={query} />
  return <Editor of={of} parent={parent} audioItem={audioItem} saved={toRows(query.data)} />
}

const toRows = (saved: Wire<typeof getTimeSplits>) =>
  saved.map((one): DraftTimeSplit => ({
    key: one.id,
    startSeconds: one.startSeconds,
    endSeconds: one.endSeconds,
    part: writePart({ numerator: one.shareNumerator, denominator: one.shareDenominator }),
    contentId: one.recipientContentId,
    contentTitle: '',
  }))

function Editor({ of, parent, audioItem, saved }: Props & { saved: DraftTimeSplit[] }) {
  const { call } = useSite()
  const queries = useQueryClient()
  const refresh = useRefresh()
  const playback = usePlayback(audioItem)
  const draft = `time-splits of ${of.contentId}`
  const editing = useRows(draft, saved, sortSegments)
  const { rows, isChanged, selectedKey, isAsked, reset } = editing
  const requireOrigin = useOrigin(draft, isChanged, saved.flatMap(toSent))
  const titleOf = useSharedTitles(rows)
  const scale: Scale = { durationSeconds: playback.durationSeconds, stepSeconds: 1 }
  const faults = faultsOf(rows, scale)
  const errors = errorsOfAll(rows, faults)
  const saving = useSaving(
    { ...of, timeSplits: rows.flatMap(toSent) },
    (body, options) => call(saved.length === 0 ? createTimeSplits : updateTimeSplits, { body }, options),
    async () => {
      await Promise.all([refresh(getTimeSplits, { params: of }), refresh(getTerms)])
      reset()
    },
    () =>
      requireOrigin(rows.flatMap(toSent), async () => {
        const query = callQuery(call, getTimeSplits, { params: of })
        return toRows(await queries.fetchQuery({ ...query, staleTime: 0 })).flatMap(toSent)
      }),
  )
  const add = () => {
    const room = findRoom(rows, playback.readSeconds(), NEW_SECONDS, scale)
    if (room) editing.add({ key: newKey(), ...room, part: '50', contentId: null, contentTitle: '' }, 'start')
  }
  const isFull = rows.length >= TIME_SPLITS_MAX || findRoom(rows, 0, NEW_SECONDS, scale) === null
  return (
    <div>
      <div inert={saving.isWaiting} ref={editing.list}>
        <p className="mb-4 max-w-[68ch] text-ink-2">{t('editors.timeSplitLead')}</p>
        <TimeSplitWaveform editing={editing} playback={playback} scale={scale} wrongKeys={new Set(faults.keys())} />
        {rows.length === 0 && <EmptyState sentence={t('editors.timeSplitNone')} className="!py-9" />}
        <ol className="mt-5 flex flex-col gap-3">
          {rows.map((row, index) => (
            <TimeSplitCard
              key={row.key}
              row={{ ...row, contentTitle: row.contentTitle || titleOf(row.contentId) }}
              number={index + 1}
              of={of}
              parent={parent}
              playback={playback}
              isSelected={row.key === selectedKey}
              errors={isAsked ? errors.get(row.key) : onlyTimes(errors.get(row.key))}
              onChoose={() => editing.choose(row.key)}
              onChange={editing.set}
              onRemove={() => editing.remove(row.key)}
            />
          ))}
        </ol>
        <Button
          kind="quiet"
          icon={<PlusIcon size={17} aria-hidden="true" />}
          disabled={!playback.isReady || isFull}
          onClick={add}
          className="mt-4"
        >
          {t('editors.timeSplitAdd')}
        </Button>
      </div>
      <SaveBar saving={saving} isChanged={isChanged} isWrong={() => editing.refuse(errors)} onReset={reset} />
    </div>
  )
}

function TimeSplitWaveform({
  editing,
  playback,
  scale,
  wrongKeys,
}: {
  editing: Rows<DraftTimeSplit>
  playback: Playback
  scale: Scale
  wrongKeys: ReadonlySet<string>
}) {
  return (
    <WaveformEditor playback={playback}>
      <WaveformLane
        label={t('editors.timeSplits')}
        editing={editing}
        describe={(_row, number) => ({ name: t('editors.timeSplitName', { number }), mark: number })}
        wrongKeys={wrongKeys}
        scale={scale}
      />
    </WaveformEditor>
  )
}

function errorsOfAll(
  rows: readonly DraftTimeSplit[],
  faults: ReadonlyMap<string, SegmentFault>,
): Map<string, TimeSplitErrors> {
  const errors = new Map<string, TimeSplitErrors>()
  for (const { key, part, contentId } of rows) {
    const found: TimeSplitErrors = {
      ...describeFault(faults.get(key)),
      ...(readPart(part) === null && { part: t('editors.partInvalid') }),
      ...(contentId === null && { content: t('editors.sharedMissing') }),
    }
    if (Object.keys(found).length > 0) errors.set(key, found)
  }
  return errors
}

/** A missing content is not reported while the user is still editing. */
function onlyTimes({ content: _, ...others }: TimeSplitErrors = {}): TimeSplitErrors {
  return others
}

function toSent({ startSeconds, endSeconds, part, contentId }: DraftTimeSplit) {
  const read = readPart(part)
  if (!read || contentId === null) return []
  return [
    {
      startSeconds,
      endSeconds,
      shareNumerator: read.numerator,
      shareDenominator: read.denominator,
      recipientContentId: contentId,
    },
  ]
}
