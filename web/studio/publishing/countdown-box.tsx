/** Announces a scheduled album: a public page with a countdown, whether it names the tracks, and which of them play early. */
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { getOwnCountdown, setCountdown } from '#contract/catalog/publish.ts'
import type { Wire } from '#contract/endpoint.ts'
import { describeFailure } from '#web/data/failures.ts'
import { callQuery, queryKeyOf } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { audioState, useAudioItems } from '#web/studio/uploads/audio-items.ts'
import type { AudioParent } from '#web/studio/uploads/upload.ts'
import { listKeyOf } from '#web/studio/uploads/uploads.ts'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { SwitchField } from '#web/ui/controls/field.tsx'
import { FormButtons } from '#web/ui/controls/form-buttons.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { showToast } from '#web/ui/overlays/toast.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { t } from '#web/words/words.ts'

type Own = Wire<typeof getOwnCountdown>

export function CountdownButtons({ parent, path }: { parent: AudioParent; path: string }) {
  const { call } = useSite()
  const { data: own } = useQuery(callQuery(call, getOwnCountdown, { params: { albumId: parent.id } }))
  const [isOpen, setIsOpen] = useState(false)
  if (!own) return null
  return (
    <>
      {own.hasCountdown && <ButtonLink to={path}>{t('studio.seeIt')}</ButtonLink>}
      <Button kind="quiet" onClick={() => setIsOpen(true)}>
        {t(own.hasCountdown ? 'studio.countdownChange' : 'studio.countdown')}
      </Button>
      {isOpen && <CountdownDialog parent={parent} own={own} onClose={() => setIsOpen(false)} />}
    </>
  )
}

function CountdownDialog({ parent, own, onClose }: { parent: AudioParent; own: Own; onClose: () => void }) {
  const [draft, setDraft] = useState(own)
  const saving = useSaving(parent, onClose)
  return (
    <Dialog isOpen onClose={onClose} title={t('studio.countdown')} closeLabel={t('common.close')}>
      <form
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          if (!saving.isPending) saving.mutate(draft)
        }}
      >
        <SwitchField
          label={t('studio.countdownPage')}
          hint={t('studio.countdownPageHint')}
          isOn={draft.hasCountdown}
          onChange={(hasCountdown) => setDraft({ ...draft, hasCountdown })}
        />
        <SwitchField
          label={t('studio.countdownTitles')}
          isOn={draft.showsTitles}
          isDisabled={!draft.hasCountdown}
          onChange={(showsTitles) => setDraft({ ...draft, showsTitles })}
        />
        <EarlyTracks parent={parent} draft={draft} onChange={setDraft} />
        {saving.error && <Problem words={describeFailure(saving.error)} />}
        <FormButtons type="submit" isWaiting={saving.isPending} cancelLabel={t('studio.back')} onCancel={onClose}>
          {t('studio.save')}
        </FormButtons>
      </form>
    </Dialog>
  )
}

function EarlyTracks({ parent, draft, onChange }: { parent: AudioParent; draft: Own; onChange: (draft: Own) => void }) {
  const { data: tracks = [] } = useAudioItems(parent)
  const ready = tracks.filter((track) => audioState(track) === 'ready' && !track.isDraft)
  const chosen = new Set(draft.earlyTrackIds)
  if (ready.length === 0) return null
  const toggle = (id: string) =>
    onChange({
      ...draft,
      earlyTrackIds: chosen.has(id) ? draft.earlyTrackIds.filter((one) => one !== id) : [...draft.earlyTrackIds, id],
    })
  return (
    <fieldset disabled={!draft.hasCountdown} className="min-w-0 disabled:opacity-50">
      <legend className="font-medium">{t('studio.countdownEarly')}</legend>
      <p className="mb-2 text-sm text-ink-2">{t('studio.countdownEarlyHint')}</p>
      {ready.map(({ id, title }) => (
        <label key={id} className="flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            className="size-4 shrink-0 accent-purple"
            checked={chosen.has(id)}
            onChange={() => toggle(id)}
          />
          <span className="min-w-0">{title}</span>
        </label>
      ))}
    </fieldset>
  )
}

function useSaving(parent: AudioParent, onClose: () => void) {
  const { call, queries } = useSite()
  const params = { albumId: parent.id }
  return useMutation({
    mutationFn: (draft: Own) => call(setCountdown, { params, body: draft }),
    async onSuccess(saved) {
      queries.setQueryData(queryKeyOf(getOwnCountdown, { params }), saved)
      await queries.invalidateQueries({ queryKey: listKeyOf(parent) })
      showToast(t('studio.saved'))
      onClose()
    },
  })
}
