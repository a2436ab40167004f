/** The fields of a photograph: caption and description, and for a banner its focal point. Saved together. */
import { useState, type ReactNode } from 'react'
import { useMutation } from '@tanstack/react-query'
import { ALT_MAX, CAPTION_MAX, deletePhotograph, updatePhotograph, type Photograph } from '#contract/catalog/imagery.ts'
import type * as z from 'zod/mini'
import { describeFailure } from '#web/data/failures.ts'
import { useSite } from '#web/data/site.ts'
import { ErrorLine } from '#web/studio/editors/error-line.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { showToast } from '#web/ui/overlays/toast.tsx'
import { t } from '#web/words/words.ts'

export type PhotographWire = z.input<typeof Photograph>
export type Focus = PhotographWire['focus']
type Draft = { caption: string; alt: string; focus: Focus }

const draftOf = ({ caption, alt, focus }: PhotographWire): Draft => ({ caption: caption ?? '', alt: alt ?? '', focus })

export function PhotographFields({
  photograph,
  name,
  onChanged,
  picture,
}: {
  photograph: PhotographWire
  /** For screen readers. */
  name: string
  onChanged: () => Promise<unknown>
  /** The photograph; the one that is given `setFocus` may move the focal point. */
  picture: (focus: Focus, setFocus: (focus: Focus) => void) => ReactNode
}) {
  const { call } = useSite()
  const { id } = photograph
  const [draft, setDraft] = useState(draftOf(photograph))
  const isChanged = JSON.stringify(draft) !== JSON.stringify(draftOf(photograph))
  const saving = useMutation({
    mutationFn: () => call(updatePhotograph, { params: { photographId: id }, body: draft }),
    onSuccess: async () => {
      await onChanged()
      showToast(t('imagery.saved'))
    },
  })
  const removing = useMutation({
    mutationFn: () => call(deletePhotograph, { params: { photographId: id } }),
    onSuccess: onChanged,
  })
  const failure = saving.error ?? removing.error
  return (
    <div role="group" aria-label={name} className="flex min-w-0 flex-1 basis-56 flex-col gap-3">
      {picture(draft.focus, (focus) => setDraft((now) => ({ ...now, focus })))}
      <div className="grid gap-3 md:grid-cols-2">
        <Field
          label={t('imagery.caption')}
          value={draft.caption}
          maxLength={CAPTION_MAX}
          onChange={({ target }) => setDraft({ ...draft, caption: target.value })}
        />
        <Field
          label={t('imagery.alt')}
          value={draft.alt}
          maxLength={ALT_MAX}
          onChange={({ target }) => setDraft({ ...draft, alt: target.value })}
        />
      </div>
      <div className="flex flex-wrap gap-2.5">
        <Button disabled={!isChanged} isWaiting={saving.isPending} onClick={() => saving.mutate()}>
          {t('imagery.save')}
        </Button>
        <Button
          kind="quiet"
          isWaiting={removing.isPending}
          aria-label={t('imagery.removeName', { name })}
          onClick={() => removing.mutate()}
        >
          {t('imagery.remove')}
        </Button>
      </div>
      {failure && <ErrorLine>{describeFailure(failure)}</ErrorLine>}
    </div>
  )
}
