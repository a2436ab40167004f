/** Where audio files land: chosen by a button, or dropped anywhere on the page, folders too.
 * Files that cannot be audio are named and left out; the others are prepared. Nothing is sent here. */
import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { AlertIcon, UploadIcon } from '../ui/icon.tsx'
import { t } from '../words/words.ts'
import { filesDropped } from './dropped-files.ts'
import { inNaturalOrder, refusalOf, SOUND_ACCEPT } from './sound-files.ts'

const REFUSALS_SHOWN_MAX = 4

export function SoundDrop({
  room,
  roomMax,
  isLarge,
  onFiles,
}: {
  /** How many more fit. */
  room: number
  roomMax: number
  /** The first thing to do on the page. */
  isLarge: boolean
  onFiles: (files: File[]) => void
}) {
  const id = useId()
  const [refusals, setRefusals] = useState<string[]>([])
  const take = (files: File[]) => {
    const good = files.filter((file) => refusalOf(file) === null)
    const fitting = inNaturalOrder(good).slice(0, Math.max(0, room))
    setRefusals(wordRefusals(files, good.length - fitting.length, roomMax))
    if (fitting.length > 0) onFiles(fitting)
  }
  const isOver = useDropAnywhere(take)
  return (
    <div>
      <label
        htmlFor={id}
        className={classNames(
          'flex items-center gap-4 rounded-cover border-[1.5px] border-dashed px-5 transition-colors',
          'has-focus-visible:outline-[2.5px] has-focus-visible:outline-offset-2 has-focus-visible:outline-purple',
          isOver ? 'border-purple bg-purple-soft' : 'border-line-2 hover:border-ink-3 hover:bg-highlight',
          isLarge ? 'min-h-52 flex-col justify-center text-center' : 'py-4',
        )}
      >
        <UploadIcon size={isLarge ? 30 : 24} aria-hidden="true" className="shrink-0 text-ink-2" />
        <span className="min-w-0">
          <span className={classNames('block font-semi', isLarge && 'text-lg')}>
            {isOver ? (
              t('studio.soundRelease')
            ) : (
              <>
                <span className="md:hidden">{t('studio.soundPick')}</span>
                <span className="max-md:hidden">
                  {t('studio.soundDrop')}, <span className="text-purple underline">{t('studio.soundChoose')}</span>
                </span>
              </>
            )}
          </span>
          <span className="block text-sm text-ink-2">{t('studio.soundHint')}</span>
        </span>
        <input
          id={id}
          type="file"
          accept={SOUND_ACCEPT}
          multiple
          className="sr-only"
          onChange={(event) => {
            take([...(event.target.files ?? [])])
            event.target.value = ''
          }}
        />
      </label>
      {refusals.length > 0 && (
        <div role="alert" className="mt-3 flex items-start gap-3 rounded-item bg-pink-soft px-4 py-3 text-sm">
          <AlertIcon size={18} aria-hidden="true" className="mt-0.5 shrink-0 text-pink" />
          <ul className="min-w-0 flex-1">
            {refusals.map((words) => (
              <li key={words} className="break-words">
                {words}
              </li>
            ))}
          </ul>
          <Button kind="quiet" size="small" onClick={() => setRefusals([])}>
            {t('studio.dismiss')}
          </Button>
        </div>
      )}
    </div>
  )
}

function wordRefusals(files: File[], countOver: number, max: number): string[] {
  const words = files.flatMap((file) => {
    const { name } = file
    const refusal = refusalOf(file)
    if (refusal === 'kind') return [t('studio.refusedKind', { name })]
    if (refusal === 'empty') return [t('studio.refusedEmpty', { name })]
    return refusal === 'large' ? [t('studio.refusedLarge', { name })] : []
  })
  const more = words.length - REFUSALS_SHOWN_MAX
  return [
    ...(countOver > 0 ? [t('studio.refusedMany', { count: countOver, max })] : []),
    ...words.slice(0, REFUSALS_SHOWN_MAX),
    ...(more > 0 ? [t('studio.refusedMore', { count: more })] : []),
  ]
}

/** The whole window takes files while the page is open; a file dropped beside the field must not replace the page. */
function useDropAnywhere(onFiles: (files: File[]) => void): boolean {
  const [isOver, setIsOver] = useState(false)
  const take = useRef(onFiles)
  useEffect(() => {
    take.current = onFiles
  })
  useEffect(() => {
    const ended = new AbortController()
    const listen = <K extends 'dragenter' | 'dragover' | 'dragleave' | 'drop'>(
      kind: K,
      hear: (event: WindowEventMap[K]) => void,
    ) => addEventListener(kind, hear, { signal: ended.signal })
    const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') === true
    listen('dragover', (event) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setIsOver(true)
    })
    listen('dragleave', (event) => {
      // Leaving the window, not only going from one thing on it to the next.
      if (event.relatedTarget === null) setIsOver(false)
    })
    listen('drop', (event) => {
      setIsOver(false)
      if (!hasFiles(event) || event.defaultPrevented || !event.dataTransfer) return
      event.preventDefault()
      void filesDropped(event.dataTransfer).then((files) => take.current(files))
    })
    return () => ended.abort()
  }, [])
  return isOver
}
