/** A button that opens a text file and passes on its content, or the file as it is. For images and audio see file-drop.tsx. */
import { useRef } from 'react'
import { Button } from './button.tsx'
import { UploadIcon } from '#web/ui/icon.tsx'

/** Larger than any text used here. */
const TEXT_MAX_BYTES = 1_000_000

export function FileButton({
  label,
  accept,
  onText,
  onFile,
}: {
  label: string
  accept: string
  onText?: (text: string) => void
  onFile?: (file: File) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  const read = async (file: File | undefined) => {
    if (!file) return
    onFile?.(file)
    onText?.(await file.slice(0, TEXT_MAX_BYTES).text())
  }
  return (
    <>
      <Button kind="quiet" icon={<UploadIcon size={17} aria-hidden="true" />} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        accept={accept}
        tabIndex={-1}
        aria-label={label}
        className="sr-only"
        onChange={(event) => {
          void read(event.target.files?.[0])
          event.target.value = ''
        }}
      />
    </>
  )
}
