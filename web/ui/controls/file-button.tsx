/** A button that opens a text file and passes on its content, or the file as it is. For images and audio see file-drop.tsx. */
import { useRef } from 'react'
import { Button } from './button.tsx'
import { FileInput } from './file-input.tsx'
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
      <FileInput
        ref={input}
        accept={accept}
        tabIndex={-1}
        aria-label={label}
        className="sr-only"
        onFiles={([file]) => void read(file)}
      />
    </>
  )
}
