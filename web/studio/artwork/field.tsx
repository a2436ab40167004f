/** Selects artwork by dropping or choosing a file, with a preview; an unusable file is refused immediately.
 * It holds the file to send; the form sends it. */
import { useEffect, useId, useState } from 'react'
import { FileDrop } from '#web/ui/controls/file-drop.tsx'
import { AlertIcon, ImageIcon } from '#web/ui/icon.tsx'
import { t } from '#web/words/words.ts'
import { PICTURE_ACCEPT, refusalOfPicture, toSend } from '#web/data/picture-files.ts'
import { formatBytes } from '#web/studio/uploads/sound-files.ts'

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
  const take = async ([chosen]: File[]) => {
    if (!chosen) return
    const refusal = refusalOfPicture(chosen)
    const ready = refusal ? null : await toSend(chosen)
    if (ready) {
      onError(undefined)
      onChange(ready)
    } else {
      // The previously chosen file is kept.
      onError(
        refusal === 'kind'
          ? t('studio.artworkKind')
          : refusal === 'large'
            ? t('studio.artworkLarge', { size: formatBytes(chosen.size) })
            : t('studio.artworkUnreadable'),
      )
    }
  }
  return (
    <div role="group" aria-labelledby={labelId} className="flex flex-col gap-1.5">
      <span id={labelId} className="text-sm font-semi">
        {t('studio.artwork')}
      </span>
      <FileDrop
        label={t(preview ? 'studio.artworkChange' : 'studio.artworkDrop')}
        hint={t('studio.artworkHint')}
        accept={PICTURE_ACCEPT}
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
      {file && (
        <div className="flex items-center justify-between gap-3 text-sm">
          <span role="status" className="min-w-0 truncate text-ink-2">
            <span className="sr-only">{t('studio.artworkChosen', { name: file.name })}</span>
            <span aria-hidden="true">{file.name}</span>
          </span>
          <button
            type="button"
            onClick={() => onChange(null)}
            className="shrink-0 rounded-small py-1 font-semi text-purple hover:underline"
          >
            {t(currentUrl === null ? 'studio.artworkRemove' : 'studio.artworkKeep')}
          </button>
        </div>
      )}
      {error && (
        <p role="alert" className="flex items-start gap-1.5 text-sm text-pink">
          <AlertIcon size={16} aria-hidden="true" className="mt-0.5 shrink-0" />
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
        </p>
      )}
    </div>
  )
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
