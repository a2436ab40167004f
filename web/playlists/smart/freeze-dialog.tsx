/** Saves what a smart playlist contains now as a fixed playlist. */
import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import type { Wire } from '#contract/endpoint.ts'
import { TITLE_MAX } from '#contract/fields.ts'
import { type getPlaylist, listOwnPlaylists } from '#contract/listening/playlists.ts'
import { freezePlaylist } from '#contract/listening/smart-playlists.ts'
import { useCallOnce } from '#web/data/api-attempt.ts'
import { describeFailure } from '#web/data/failures.ts'
import { useRefresh } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { useNavigate } from '#web/navigation/navigation.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { t } from '#web/words/words.ts'

export function FreezeDialog({
  playlist,
  isOpen,
  onClose,
}: {
  playlist: Wire<typeof getPlaylist>
  isOpen: boolean
  onClose: () => void
}) {
  const { call } = useSite()
  const refresh = useRefresh()
  const navigate = useNavigate()
  const callOnce = useCallOnce()
  const [title, setTitle] = useState(playlist.title)
  const saving = useMutation({
    mutationFn: () => {
      const body = { title: title.trim() }
      const params = { playlistId: playlist.id ?? '' }
      return callOnce({ ...params, ...body }, (options) => call(freezePlaylist, { params, body }, options))
    },
    onSuccess: async ({ id }) => {
      await refresh(listOwnPlaylists)
      onClose()
      await navigate(`/playlist/${id}`)
    },
  })
  const isNamed = title.trim() !== ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isNamed) saving.mutate()
  }
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('smart.freeze')} closeLabel={t('common.close')}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <p className="text-ink-2">{t('smart.freezeNote')}</p>
        <Field
          label={t('playlists.name')}
          value={title}
          maxLength={TITLE_MAX}
          autoComplete="off"
          autoFocus
          error={isNamed ? undefined : t('playlists.nameMissing')}
          onChange={({ target }) => setTitle(target.value)}
        />
        {saving.isError && <Problem words={describeFailure(saving.error)} />}
        <Button type="submit" size="large" isWaiting={saving.isPending}>
          {t('playlists.make')}
        </Button>
      </form>
    </Dialog>
  )
}
