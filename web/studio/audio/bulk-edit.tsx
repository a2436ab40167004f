/** Edits titles, codes and the explicit flag of several tracks at once. All are saved together, or none. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { TITLE_MAX } from '#contract/fields.ts'
import { isIsrc } from '#contract/catalog/release-codes.ts'
import { updateTracks } from '#contract/catalog/tracks.ts'
import { useSite } from '#web/data/site.ts'
import { FormButtons } from '#web/ui/controls/form-buttons.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { showToast } from '#web/ui/overlays/toast.tsx'
import { describeFailure } from '#web/data/failures.ts'
import { t } from '#web/words/words.ts'
import { refreshParent } from '#web/studio/publishing/refresh-parent.ts'
import { discError } from '#web/studio/forms/disc.ts'
import { Alert } from '#web/studio/forms/form-parts.tsx'
import type { AudioItem } from '#web/studio/uploads/audio-items.ts'
import type { AudioParent } from '#web/studio/uploads/upload.ts'

type Row = { id: string; title: string; isrc: string; disc: string; isExplicit: boolean }

const rowOf = (audioItem: AudioItem): Row => ({
  id: audioItem.id,
  title: audioItem.title,
  isrc: 'isrc' in audioItem ? (audioItem.isrc ?? '') : '',
  disc: 'disc' in audioItem ? String(audioItem.disc) : '1',
  isExplicit: audioItem.isExplicit,
})

export function BulkEdit({
  parent,
  audioItems,
  onClose,
  onSaved,
}: {
  parent: AudioParent
  audioItems: readonly AudioItem[]
  onClose: () => void
  onSaved: () => void
}) {
  const { call } = useSite()
  const queries = useQueryClient()
  const [rows, setRows] = useState(() => audioItems.map(rowOf))
  const [isAsked, setIsAsked] = useState(false)
  const edit = (id: string, change: Partial<Row>) =>
    setRows((all) => all.map((row) => (row.id === id ? { ...row, ...change } : row)))
  const isWrong = rows.some((row) => (titleError(row) ?? isrcError(row) ?? discError(row.disc.trim())) !== null)
  const saving = useMutation({
    mutationFn: () => {
      const tracks = rows.map(({ id, title, isrc, disc, isExplicit }) => ({
        trackId: id,
        title: title.trim(),
        isrc: isrc.trim(),
        disc: Number(disc),
        isExplicit,
      }))
      return call(updateTracks, { body: { tracks } })
    },
    onSuccess: async () => {
      await refreshParent(queries, parent)
      showToast(t('studio.saved'))
      onSaved()
    },
  })
  const save = () => {
    setIsAsked(true)
    if (!isWrong) saving.mutate()
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      width="wide"
      title={t('studio.bulkEditTitle', { count: rows.length })}
      closeLabel={t('common.close')}
    >
      <ul className="border-t border-line">
        {rows.map((row) => (
          <EditedRow key={row.id} row={row} isAsked={isAsked} onChange={(change) => edit(row.id, change)} />
        ))}
      </ul>
      {saving.error && <Alert className="mt-4">{describeFailure(saving.error)}</Alert>}
      <FormButtons
        className="mt-5"
        isWaiting={saving.isPending}
        onClick={save}
        cancelLabel={t('studio.back')}
        onCancel={onClose}
      >
        {t('studio.save')}
      </FormButtons>
    </Dialog>
  )
}

/** `isAsked`: the user has tried to save, so errors are shown. */
function EditedRow({
  row,
  isAsked,
  onChange,
}: {
  row: Row
  isAsked: boolean
  onChange: (change: Partial<Row>) => void
}) {
  return (
    <li className="grid gap-x-3 gap-y-2 border-b border-line py-3 sm:grid-cols-[minmax(0,1fr)_80px_190px]">
      <Field
        label={t('studio.titleOf', { title: row.title })}
        isLabelHidden
        value={row.title}
        maxLength={TITLE_MAX}
        autoComplete="off"
        error={(isAsked && titleError(row)) || undefined}
        onChange={(event) => onChange({ title: event.target.value })}
      />
      <Field
        label={t('studio.discOf', { title: row.title })}
        isLabelHidden
        placeholder={t('studio.disc')}
        value={row.disc}
        inputMode="numeric"
        autoComplete="off"
        error={(isAsked && discError(row.disc.trim())) || undefined}
        onChange={(event) => onChange({ disc: event.target.value })}
      />
      <Field
        label={t('studio.isrcOf', { title: row.title })}
        isLabelHidden
        placeholder={t('studio.isrc')}
        value={row.isrc}
        autoComplete="off"
        autoCapitalize="characters"
        error={(isAsked && isrcError(row)) || undefined}
        onChange={(event) => onChange({ isrc: event.target.value })}
      />
      <label className="inline-flex min-h-11 items-center gap-2 font-medium text-ink-2 sm:min-h-6">
        <input
          type="checkbox"
          checked={row.isExplicit}
          aria-label={t('studio.explicitOf', { title: row.title })}
          onChange={(event) => onChange({ isExplicit: event.target.checked })}
          className="size-4.5 accent-pink"
        />
        {t('studio.explicit')}
      </label>
    </li>
  )
}

const titleError = ({ title }: Row): string | null => (title.trim() === '' ? t('studio.required') : null)
const isrcError = ({ isrc }: Row): string | null =>
  isrc.trim() === '' || isIsrc(isrc) ? null : t('error.isrc-invalid')
