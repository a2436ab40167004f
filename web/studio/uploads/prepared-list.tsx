/** Files that are chosen but not sent yet: edit their titles and order, then send them together.
 * Uploads in progress and finished ones are audio/list.tsx. */
import { useState } from 'react'
import { TITLE_MAX, DESCRIPTION_MAX } from '#contract/fields.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Field, TextArea } from '#web/ui/controls/field.tsx'
import { ChevronDownIcon, CloseIcon, UploadIcon } from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { t } from '#web/words/words.ts'
import { Alert } from '#web/studio/forms/form-parts.tsx'
import { formatBytes } from '#web/format/bytes.ts'
import { uploadActions } from './window.ts'
import type { Upload } from './upload.ts'

export function PreparedList({
  prepared,
  button,
  isWaiting = false,
  error,
  onSend,
}: {
  prepared: Upload[]
  /** The label of the button, when it does more than send. */
  button?: string
  isWaiting?: boolean
  /** An error, shown at the button. */
  error?: string | undefined
  onSend: () => void
}) {
  const [isAsked, setIsAsked] = useState(false)
  const errors = new Map(prepared.map((upload) => [upload.key, errorOf(upload)]))
  const send = () => {
    const wrong = prepared.find(({ key }) => errors.get(key))
    setIsAsked(wrong !== undefined)
    if (!wrong) return onSend()
    const field = document.querySelector(`[data-upload="${wrong.key}"] input`)
    if (field instanceof HTMLElement) field.focus()
  }
  const isEpisode = prepared[0]?.parent.kind === 'podcast'
  const count = prepared.length
  return (
    <section
      aria-label={t('studio.preparedTracks')}
      className="mt-5 rounded-bar border border-line bg-highlight p-4 md:p-5"
    >
      <p className="text-sm text-ink-2">{t('studio.preparedHint')}</p>
      <ol className="mt-3">
        {prepared.map((upload, index) => (
          <PreparedRow
            key={upload.key}
            upload={upload}
            isFirst={index === 0}
            isLast={index === count - 1}
            // An empty title is not reported while the user is still typing.
            error={isAsked || upload.title.trim() !== '' ? errors.get(upload.key) : undefined}
          />
        ))}
      </ol>
      <Button
        onClick={send}
        isWaiting={isWaiting}
        icon={<UploadIcon size={18} aria-hidden="true" />}
        className="mt-4 max-md:w-full"
      >
        {button ?? buttonLabel(isEpisode, count)}
      </Button>
      {error && <Alert className="mt-4">{error}</Alert>}
    </section>
  )
}

function buttonLabel(isEpisode: boolean, count: number): string {
  if (isEpisode) return t('studio.sendEpisodes', { count })
  return t('studio.sendTracks', { count })
}

function errorOf(upload: Upload): string | undefined {
  const title = upload.title.trim()
  if (title === '') return t('studio.required')
  return title.length > TITLE_MAX ? t('studio.tooLong', { max: TITLE_MAX, count: title.length }) : undefined
}

/** Who was taken out of the title or the artist of its tags. */
const guestsOf = ({ tags }: Upload): string[] =>
  (tags?.performers ?? []).flatMap(({ name, role }) => {
    const word = { featured: 'feat.', with: 'with', main: '', remixer: '', producer: '' }[role]
    return word === '' ? [] : [`${word} ${name}`]
  })

const readingOf = ({ isReading }: Upload): string[] => (isReading ? [t('studio.stateReading')] : [])

function PreparedRow({
  upload,
  isFirst,
  isLast,
  error,
}: {
  upload: Upload
  isFirst: boolean
  isLast: boolean
  error: string | undefined
}) {
  const { key, file, isExplicit, parent } = upload
  const title = upload.title.trim() || file.name
  const isEpisode = parent.kind === 'podcast'
  return (
    <li data-upload={key} className="border-t border-line py-3 first:border-t-0">
      <div className="grid items-start gap-x-4 gap-y-1 md:grid-cols-[minmax(0,1fr)_auto]">
        <Field
          label={t('studio.trackTitle', { name: file.name })}
          isLabelHidden
          value={upload.title}
          maxLength={TITLE_MAX}
          autoComplete="off"
          error={error}
          hint={
            <span className="block truncate">
              {[...guestsOf(upload), file.name, formatBytes(file.size), ...readingOf(upload)].join(' · ')}
            </span>
          }
          onChange={(event) => uploadActions.edit(key, { title: event.target.value })}
        />
        <div className="flex items-center justify-between gap-3 md:h-12">
          <ExplicitSwitch
            title={title}
            isOn={isExplicit}
            onChange={(isOn) => uploadActions.edit(key, { isExplicit: isOn })}
          />
          <RowButtons {...{ uploadKey: key, title, isFirst, isLast }} />
        </div>
      </div>
      {isEpisode && (
        <TextArea
          label={t('studio.episodeDescription', { title })}
          isLabelHidden
          placeholder={t('studio.descriptionHint')}
          rows={2}
          maxLength={DESCRIPTION_MAX}
          value={upload.description}
          onChange={(event) => uploadActions.edit(key, { description: event.target.value })}
          className="mt-2"
        />
      )}
    </li>
  )
}

function RowButtons({
  uploadKey: key,
  title,
  isFirst,
  isLast,
}: {
  uploadKey: string
  title: string
  isFirst: boolean
  isLast: boolean
}) {
  return (
    <span className="-mr-2 flex">
      {!(isFirst && isLast) && (
        <>
          <IconButton
            label={t('studio.moveUp', { title })}
            disabled={isFirst}
            onClick={() => uploadActions.move(key, -1)}
          >
            <ChevronDownIcon size={20} aria-hidden="true" className="rotate-180" />
          </IconButton>
          <IconButton
            label={t('studio.moveDown', { title })}
            disabled={isLast}
            onClick={() => uploadActions.move(key, 1)}
          >
            <ChevronDownIcon size={20} aria-hidden="true" />
          </IconButton>
        </>
      )}
      <IconButton label={t('studio.leaveOut', { title })} onClick={() => uploadActions.remove(key)}>
        <CloseIcon size={19} aria-hidden="true" />
      </IconButton>
    </span>
  )
}

function ExplicitSwitch({
  title,
  isOn,
  onChange,
}: {
  title: string
  isOn: boolean
  onChange: (isOn: boolean) => void
}) {
  return (
    <label className="inline-flex min-h-11 items-center gap-2 font-medium text-ink-2 md:min-h-6">
      <input
        type="checkbox"
        checked={isOn}
        aria-label={t('studio.explicitOf', { title })}
        onChange={(event) => onChange(event.target.checked)}
        className="size-4 accent-pink"
      />
      {t('studio.explicit')}
    </label>
  )
}
