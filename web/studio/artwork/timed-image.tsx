/** A small image for a moment: shows it, uploads a chosen file immediately, removes it.
 * Used by segments-editor.tsx and chapters/editor.tsx. */
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { addContentPicture } from '#contract/catalog/moments.ts'
import { useCallOnce } from '#web/data/api-attempt.ts'
import { IMAGE_ACCEPT, imageRefusalOf, toSend } from '#web/data/image-files.ts'
import { useSite } from '#web/data/site.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { FileInput } from '#web/ui/controls/file-input.tsx'
import { Cover } from '#web/ui/images/cover.tsx'
import { ImageIcon } from '#web/ui/icon.tsx'
import { describeFailure } from '#web/data/failures.ts'
import { t } from '#web/words/words.ts'
import { ErrorLine } from '#web/studio/editors/error-line.tsx'
import { wordRefusal } from './field.tsx'

/** Returns a function that validates an image, scales it down if it is large, uploads it, and returns its URL. */
export function useImageUpload(contentId: string): (file: File) => Promise<string> {
  const { call } = useSite()
  const callOnce = useCallOnce()
  return async (file) => {
    const refusal = imageRefusalOf(file)
    const artwork = refusal ? null : await toSend(file)
    if (!artwork) throw new ImageRefused(wordRefusal(refusal, file))
    const body = { artwork }
    const response = await callOnce(body, (options) =>
      call(addContentPicture, { params: { contentId }, body }, options),
    )
    return response.artworkUrl
  }
}

class ImageRefused extends Error {}

export function describeImageFailure(error: unknown): string {
  return error instanceof ImageRefused ? error.message : describeFailure(error)
}

export function TimedImage({
  contentId,
  name,
  artworkUrl,
  fieldName,
  isOptional = false,
  onChange,
}: {
  contentId: string
  /** What the image belongs to, for screen readers. */
  name: string
  artworkUrl: string | null
  fieldName: string
  /** The image can be removed again. */
  isOptional?: boolean
  onChange: (artworkUrl: string | null) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  const send = useImageUpload(contentId)
  const sending = useMutation({ mutationFn: send, onSuccess: onChange })
  const wrong = sending.error && describeImageFailure(sending.error)
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex flex-wrap items-center gap-3">
        <Thumbnail artworkUrl={artworkUrl} seed={name} />
        <div className="flex flex-wrap gap-1.5">
          <Button
            kind="quiet"
            size="small"
            name={fieldName}
            isWaiting={sending.isPending}
            onClick={() => input.current?.click()}
            aria-label={t(artworkUrl === null ? 'editors.pictureChooseOf' : 'editors.pictureChangeOf', { name })}
            className="max-md:min-h-11"
          >
            {t(artworkUrl === null ? 'editors.pictureChoose' : 'editors.pictureChange')}
          </Button>
          {isOptional && artworkUrl !== null && (
            <Button
              kind="quiet"
              size="small"
              aria-label={t('editors.pictureRemoveOf', { name })}
              onClick={() => onChange(null)}
              className="max-md:min-h-11"
            >
              {t('editors.pictureRemove')}
            </Button>
          )}
        </div>
        <FileInput
          ref={input}
          accept={IMAGE_ACCEPT}
          tabIndex={-1}
          aria-label={t('editors.pictureFileOf', { name })}
          className="sr-only"
          onFiles={([file]) => file && sending.mutate(file)}
        />
      </div>
      {wrong && <ErrorLine>{wrong}</ErrorLine>}
    </div>
  )
}

function Thumbnail({ artworkUrl, seed }: { artworkUrl: string | null; seed: string }) {
  if (artworkUrl !== null) {
    return <Cover src={artworkUrl} alt="" seed={seed} sizes="56px" className="size-14 shrink-0" />
  }
  return (
    <span className="grid size-14 shrink-0 place-items-center rounded-small bg-sunken text-ink-3">
      <ImageIcon size={20} aria-hidden="true" />
    </span>
  )
}
