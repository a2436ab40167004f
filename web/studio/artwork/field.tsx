/** Selects artwork by dropping or choosing a file, with a preview; an unusable file is refused immediately.
 * It holds the file to send; the form sends it. */
import { useEffect, useId, useState } from 'react'
import { FileDrop } from '#web/ui/controls/file-drop.tsx'
import { ImageIcon } from '#web/ui/icon.tsx'
import { t } from '#web/words/words.ts'
import { IMAGE_ACCEPT, imageRefusalOf, toSend } from '#web/data/image-files.ts'
import { ErrorLine } from '#web/studio/editors/error-line.tsx'
import { formatBytes } from '#web/format/bytes.ts'

export function ArtworkField({
  file,
  currentUrl = null,
  error,
  onChange,
  onError,
}: {
  file: File | null
  /** The current artwork; the chosen file replaces it once it is sent. */
  currentUrl?: string | null
  error?: string | undefined
  onChange: (file: File | null) => void
  onError: (error: string | undefined) => void
}) {
  const labelId = useId()
  const chosenUrl = usePreview(file)
  const preview = chosenUrl ?? currentUrl
  const take = async ([selected]: File[]) => {
    if (!selected) return
    const refusal = imageRefusalOf(selected)
    const ready = refusal ? null : await toSend(selected)
    // If it is refused, the previously chosen file is kept.
    onError(ready ? undefined : wordRefusal(refusal, selected))
    if (ready) onChange(ready)
  }
  return (
    <div role="group" aria-labelledby={labelId} className="flex flex-col gap-1.5">
      <span id={labelId} className="text-sm font-semi">
        {t('studio.artwork')}
      </span>
      <FileDrop
        label={t(preview ? 'studio.artworkChange' : 'studio.artworkDrop')}
        hint={t('studio.artworkHint')}
        accept={IMAGE_ACCEPT}
        onFiles={(files) => void take(files)}
        icon={
          preview ? (
            <img src={preview} alt="" className="size-44 rounded-cover object-cover" />
          ) : (
            <ImageIcon size={26} aria-hidden="true" />
          )
        }
        className={preview ? 'py-5' : 'min-h-64'}
      />
      {file && <ChosenFile file={file} isFirst={currentUrl === null} onDrop={() => onChange(null)} />}
      {error && (
        <ErrorLine>
          <span className="min-w-0">
            {error}{' '}
            <button
              type="button"
              onClick={() => onError(undefined)}
              className="rounded-small font-semi text-purple hover:underline"
            >
              {t(currentUrl === null ? 'studio.artworkWithout' : 'studio.artworkKeep')}
            </button>
          </span>
        </ErrorLine>
      )}
    </div>
  )
}

/** `isFirst`: there is no artwork that it replaces. */
function ChosenFile({ file, isFirst, onDrop }: { file: File; isFirst: boolean; onDrop: () => void }) {
  return (
    <div className="flex items-center justify-between gap-3 text-sm">
      <span role="status" className="min-w-0 truncate text-ink-2">
        <span className="sr-only">{t('studio.artworkChosen', { name: file.name })}</span>
        <span aria-hidden="true">{file.name}</span>
      </span>
      <button
        type="button"
        onClick={onDrop}
        className="shrink-0 rounded-small py-1 font-semi text-purple hover:underline"
      >
        {t(isFirst ? 'studio.artworkRemove' : 'studio.artworkKeep')}
      </button>
    </div>
  )
}

/** `refusal`: null for a file that passed the checks but cannot be read. */
export function wordRefusal(refusal: ReturnType<typeof imageRefusalOf>, file: File): string {
  if (refusal === 'kind') return t('studio.artworkKind')
  if (refusal === 'large') return t('studio.artworkLarge', { size: formatBytes(file.size) })
  return t('studio.artworkUnreadable')
}

function usePreview(file: File | null): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!file) return setUrl(null)
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return url
}
