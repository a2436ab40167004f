/** Chooses or drops photographs and uploads them one after the other. */
import { useState } from 'react'
import { addPhotograph, type PhotographPlace } from '#contract/catalog/imagery.ts'
import type * as z from 'zod/mini'
import { IMAGE_ACCEPT, imageRefusalOf, toSend } from '#web/data/image-files.ts'
import { newKey } from '#web/data/api.ts'
import { describeFailure } from '#web/data/failures.ts'
import { useSite } from '#web/data/site.ts'
import { wordRefusal } from '#web/studio/artwork/field.tsx'
import { ErrorLine } from '#web/studio/editors/error-line.tsx'
import { FileDrop } from '#web/ui/controls/file-drop.tsx'
import { ImageIcon } from '#web/ui/icon.tsx'
import { t } from '#web/words/words.ts'

export function AddPhotographs({
  contentId,
  place,
  label,
  room,
  onAdded,
}: {
  contentId: string
  place: z.input<typeof PhotographPlace>
  label: string
  /** How many more there may be. */
  room: number
  onAdded: () => Promise<unknown>
}) {
  const { call } = useSite()
  const [state, setState] = useState<{ left: number; failure: string | null }>({ left: 0, failure: null })
  const send = async (file: File): Promise<string | null> => {
    const refusal = imageRefusalOf(file)
    const photograph = refusal ? null : await toSend(file)
    if (!photograph) return wordRefusal(refusal, file)
    try {
      const body = { place, photograph }
      await call(addPhotograph, { params: { contentId }, body }, { idempotencyKey: newKey() })
      return null
    } catch (error) {
      return describeFailure(error)
    }
  }
  const take = async (files: File[]) => {
    const failures: string[] = []
    const chosen = files.slice(0, room)
    for (const [index, file] of chosen.entries()) {
      setState({ left: chosen.length - index, failure: null })
      const failure = await send(file)
      if (failure !== null) failures.push(`${file.name}: ${failure}`)
    }
    await onAdded()
    setState({ left: 0, failure: failures.length === 0 ? null : failures.join(' ') })
  }
  return (
    <div>
      <FileDrop
        label={state.left > 0 ? t('imagery.sending', { count: state.left }) : label}
        hint={t('imagery.fileHint')}
        accept={IMAGE_ACCEPT}
        isMultiple={room > 1}
        isDisabled={room < 1 || state.left > 0}
        onFiles={(files) => void take(files)}
        icon={<ImageIcon size={24} aria-hidden="true" />}
        className="!py-5"
      />
      {state.failure !== null && <ErrorLine className="mt-2">{state.failure}</ErrorLine>}
    </div>
  )
}
