/** One time split: its times, how much is shared, with which content, and where 1,000 sats would go meanwhile. */
import { useAccount } from '#web/session/account.ts'
import { useSettings } from '#web/data/site.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Field } from '#web/ui/controls/field.tsx'
import { DeleteIcon, PlayIcon } from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { t } from '#web/words/words.ts'
import { formatShare } from './draft.ts'
import { PreviewBar, type SplitOf } from './preview.tsx'
import { SharedContentField } from './time-split-content.tsx'
import { formatNames, previewTimeSplit, readPart, type DraftTimeSplit } from './time-split-draft.ts'
import { useOwnUsers, useSharedTerms } from './time-split-users.ts'
import type { Playback } from '#web/studio/waveform/audio.ts'
import { SpanFields } from '#web/studio/waveform/time-field.tsx'

export type TimeSplitErrors = { start?: string; end?: string; part?: string; content?: string }

type TimeSplitCardProps = {
  row: DraftTimeSplit
  number: number
  of: SplitOf
  parent: SplitOf
  playback: Playback
  isSelected: boolean
  errors: TimeSplitErrors | undefined
  onChoose: () => void
  onChange: (row: DraftTimeSplit) => void
  onRemove: () => void
}

export function TimeSplitCard({
  row,
  number,
  of,
  parent,
  playback,
  isSelected,
  errors = {},
  onChoose,
  onChange,
  onRemove,
}: TimeSplitCardProps) {
  const { key, startSeconds, part, contentId, contentTitle } = row
  const title = t('editors.timeSplitName', { number })
  return (
    <li
      onFocusCapture={onChoose}
      className={classNames('rounded-bar border bg-highlight p-4', isSelected ? 'border-purple' : 'border-line')}
    >
      <div role="group" aria-label={title}>
        <CardHead
          title={title}
          onPlay={
            playback.isReady
              ? () => {
                  playback.seek(startSeconds)
                  playback.play()
                }
              : null
          }
          onRemove={onRemove}
        />
        <div className="grid grid-cols-2 items-start gap-3 lg:grid-cols-[150px_150px_120px_minmax(0,1fr)]">
          <SpanFields
            segment={row}
            stepSeconds={1}
            playback={playback}
            errors={errors}
            onChange={(change) => onChange({ ...row, ...change })}
          />
          <PartField
            name={`part ${key}`}
            part={part}
            error={errors.part}
            onChange={(typed) => onChange({ ...row, part: typed })}
          />
          <div className="max-lg:col-span-2">
            <SharedContentField
              name={`content ${key}`}
              exceptId={of.contentId}
              selected={contentId === null ? null : { contentId, contentTitle }}
              error={errors.content}
              onChoose={(shared) => onChange({ ...row, ...shared })}
            />
          </div>
        </div>
        {contentId !== null && <Preview of={of} parent={parent} part={part} shared={{ contentId, contentTitle }} />}
      </div>
    </li>
  )
}

/** How much is shared: percent, or a fraction. */
function PartField({
  name,
  part,
  error,
  onChange,
}: {
  name: string
  part: string
  error: string | undefined
  onChange: (part: string) => void
}) {
  return (
    <Field
      name={name}
      label={t('editors.part')}
      value={part}
      maxLength={15}
      autoComplete="off"
      inputMode="text"
      suffix={part.includes('/') ? '' : '%'}
      error={error}
      onChange={(event) => onChange(event.target.value)}
      className="max-lg:col-span-2"
    />
  )
}

function CardHead({
  title,
  onPlay,
  onRemove,
}: {
  title: string
  /** Null while there is no audio. */
  onPlay: (() => void) | null
  onRemove: () => void
}) {
  return (
    <div className="flex items-center justify-between">
      <h2 className="text-lg">{title}</h2>
      <span className="-mr-2 flex">
        {onPlay && (
          <IconButton label={t('editors.playFrom', { name: title })} onClick={onPlay}>
            <PlayIcon size={16} />
          </IconButton>
        )}
        <IconButton label={t('editors.removeOf', { name: title })} onClick={onRemove}>
          <DeleteIcon size={18} aria-hidden="true" />
        </IconButton>
      </span>
    </div>
  )
}

function Preview({
  of,
  parent,
  part,
  shared: { contentId, contentTitle },
}: {
  of: SplitOf
  parent: SplitOf
  part: string
  shared: { contentId: string; contentTitle: string }
}) {
  const { feePpm, brandName: brand } = useSettings()
  const { data: account } = useAccount()
  const own = useOwnUsers(of, parent)
  const terms = useSharedTerms(contentId)
  const read = readPart(part)
  if (!own || !read || terms.isPending) return null
  const title = terms.data?.title ?? contentTitle
  const you = (shown: string, name: string) => (name === account?.name ? t('studio.splitYou', { name: shown }) : shown)
  // A draft has no terms yet, so its share is shown under its title.
  const others = terms.data
    ? formatNames(terms.data.recipients, (shown, name) => t('zap.forTitle', { name: you(shown, name), title }))
    : [{ name: contentId, shownAs: t('editors.sharedDraft', { title }), share: 1 }]
  const parts = previewTimeSplit({
    own: formatNames(own, you),
    others,
    part: read,
    feePpm,
    houseName: t('studio.splitHouse', { brand, percent: formatShare(feePpm / 10_000).replace(' %', '') }),
  })
  return (
    <div className="mt-4 max-w-[620px] border-t border-line pt-3.5">
      <PreviewBar parts={parts} />
    </div>
  )
}
