/** An area to drop a file or choose one. It passes the files on; it neither checks nor uploads them. */
import { useState, type ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { FileInput } from './file-input.tsx'

export function FileDrop({
  label,
  hint,
  accept,
  isMultiple = false,
  onFiles,
  isDisabled = false,
  icon,
  className,
}: {
  label: string
  hint: string
  accept: string
  isMultiple?: boolean
  onFiles: (files: File[]) => void
  isDisabled?: boolean
  icon: ReactNode
  className?: string
}) {
  const [isOver, setIsOver] = useState(false)
  const take = (files: File[]) => {
    if (files.length > 0) onFiles(isMultiple ? files : files.slice(0, 1))
  }
  return (
    <label
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setIsOver(false)
        if (!isDisabled) take([...event.dataTransfer.files])
      }}
      className={classNames(
        'flex flex-col items-center justify-center gap-1 rounded-cover border-[1.5px] border-dashed px-6 py-8 text-center transition-colors',
        'has-focus-visible:outline-[2.5px] has-focus-visible:outline-offset-2 has-focus-visible:outline-purple',
        isOver ? 'border-purple bg-purple-soft' : 'border-line-2 hover:border-ink-3 hover:bg-highlight',
        isDisabled && 'pointer-events-none opacity-50',
        className,
      )}
    >
      <span className="mb-2 text-ink-2">{icon}</span>
      <span className="font-semi">{label}</span>
      <span className="text-sm text-balance text-ink-2">{hint}</span>
      <FileInput accept={accept} multiple={isMultiple} disabled={isDisabled} className="sr-only" onFiles={take} />
    </label>
  )
}
