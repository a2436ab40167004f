/** Edits a playlist's title, description and visibility, and deletes it. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState, type FormEvent } from 'react'
import type { Wire } from '#contract/endpoint.ts'
import { deletePlaylist, getPlaylist, listOwnPlaylists, updatePlaylist } from '#contract/listening/playlists.ts'
import { useCallOnce } from '#web/data/api-attempt.ts'
import { useNavigate } from '#web/navigation/navigation.tsx'
import { queryKeyOf } from '#web/data/queries.ts'
import { useDraft } from '#web/session/drafts.ts'
import { useSite } from '#web/data/site.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Field, TextArea } from '#web/ui/controls/field.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { showToast } from '#web/ui/overlays/toast.tsx'
import { describeFailure } from '#web/data/failures.ts'
import { t } from '#web/words/words.ts'
import { type Visibility, VISIBILITY_TEXTS } from './visibility.tsx'

type PlaylistWire = Wire<typeof getPlaylist>

const TITLE_MAX = 255
const DESCRIPTION_MAX = 4_000

export function DetailsDialog({
  playlist,
  isOpen,
  onClose,
}: {
  playlist: PlaylistWire
  isOpen: boolean
  onClose: () => void
}) {
  const [isDeleting, setIsDeleting] = useState(false)
  const close = () => {
    onClose()
    setIsDeleting(false)
  }
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      title={t(isDeleting ? 'playlists.deleteTitle' : 'playlists.editDetails')}
      closeLabel={t('common.close')}
    >
      {isDeleting ? (
        <DeleteForm playlist={playlist} onCancel={() => setIsDeleting(false)} />
      ) : (
        <DetailsForm playlist={playlist} onDone={close} onDelete={() => setIsDeleting(true)} />
      )}
    </Dialog>
  )
}

function DetailsForm({
  playlist,
  onDone,
  onDelete,
}: {
  playlist: PlaylistWire
  onDone: () => void
  onDelete: () => void
}) {
  const { call } = useSite()
  const queries = useQueryClient()
  const callOnce = useCallOnce()
  const [title, setTitle] = useState(playlist.title)
  const [visibility, setVisibility] = useState<Visibility>(playlist.visibility)
  const playlistId = playlist.id ?? ''
  const { value: description, change, reset } = useDraft(`description of ${playlistId}`, playlist.description ?? '')
  const saving = useMutation({
    mutationFn: () => {
      const body = { playlistId, title: title.trim(), description: description.trim() || null, visibility }
      return callOnce(body, (options) => call(updatePlaylist, { body }, options))
    },
    onSuccess: async (saved) => {
      const key = queryKeyOf(getPlaylist, { params: { playlistId }, query: {} })
      queries.setQueryData<PlaylistWire>(key, (known) => known && { ...known, ...saved })
      await queries.invalidateQueries({ queryKey: queryKeyOf(listOwnPlaylists) })
      reset()
      onDone()
    },
  })
  const isNamed = title.trim() !== ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isNamed) saving.mutate()
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      {!playlist.isFavorites && (
        <Field
          label={t('playlists.name')}
          value={title}
          maxLength={TITLE_MAX}
          autoComplete="off"
          error={isNamed ? undefined : t('playlists.nameMissing')}
          onChange={(event) => setTitle(event.target.value)}
        />
      )}
      <TextArea
        label={t('playlists.description')}
        rows={3}
        maxLength={DESCRIPTION_MAX}
        value={description}
        onChange={(event) => change(event.target.value)}
      />
      <VisibilityChoice selected={visibility} onChoose={setVisibility} />
      {saving.isError && <Problem words={describeFailure(saving.error)} />}
      <Button type="submit" size="large" isWaiting={saving.isPending}>
        {t('playlists.save')}
      </Button>
      <Button kind="danger" onClick={onDelete}>
        {t('playlists.delete')}
      </Button>
    </form>
  )
}

export function VisibilityChoice({
  selected,
  onChoose,
}: {
  selected: Visibility
  onChoose: (visibility: Visibility) => void
}) {
  const group = useId()
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-semi">{t('playlists.whoSees')}</legend>
      {(Object.keys(VISIBILITY_TEXTS) as Visibility[]).map((visibility) => (
        <label key={visibility} className="flex min-h-11 cursor-pointer items-start gap-3 rounded-item px-1 py-1.5">
          <input
            type="radio"
            name={group}
            className="mt-0.5 size-5 shrink-0"
            checked={visibility === selected}
            onChange={() => onChoose(visibility)}
          />
          <span className="flex min-w-0 flex-wrap items-center gap-x-1.5 font-medium">
            {t(VISIBILITY_TEXTS[visibility].name)}
            <span className="basis-full text-sm font-normal text-ink-2">{t(VISIBILITY_TEXTS[visibility].hint)}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

function DeleteForm({ playlist, onCancel }: { playlist: PlaylistWire; onCancel: () => void }) {
  const { call } = useSite()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const playlistId = playlist.id ?? ''
  const deleting = useMutation({
    mutationFn: () => call(deletePlaylist, { params: { playlistId } }),
    onSuccess: async () => {
      showToast(t('playlists.deleted', { title: playlist.title }))
      await navigate('/playlists', { replace: true })
      queries.removeQueries({ queryKey: queryKeyOf(getPlaylist, { params: { playlistId }, query: {} }) })
      await queries.invalidateQueries()
    },
  })
  return (
    <div className="flex flex-col gap-4">
      <p>
        {playlist.isFavorites ? t('playlists.deleteFavorites') : t('playlists.deleteLead', { title: playlist.title })}
      </p>
      {deleting.isError && <Problem words={describeFailure(deleting.error)} />}
      <Button kind="danger" size="large" isWaiting={deleting.isPending} onClick={() => deleting.mutate()}>
        {t('playlists.deleteForGood')}
      </Button>
      <Button kind="quiet" onClick={onCancel}>
        {t('playlists.keep')}
      </Button>
    </div>
  )
}
