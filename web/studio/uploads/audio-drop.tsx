/** Takes audio files: chosen by a button, or dropped anywhere on the page, including folders and ZIP files.
 * Files that cannot be audio are reported and left out; the others are prepared. Nothing is sent here. */
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { FileInput } from '#web/ui/controls/file-input.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { AlertIcon, UploadIcon } from '#web/ui/icon.tsx'
import { t } from '#web/words/words.ts'
import { imageRefusalOf } from '#web/data/image-files.ts'
import { useDropAnywhere } from './drop-anywhere.ts'
import { inNaturalOrder, refusalOf, AUDIO_ACCEPT } from './audio-files.ts'
import { describeRefusals } from './audio-refusals.ts'
import { isZip, unpackAll } from './unpack.ts'

type AudioDropProps = {
  /** How many more fit. */
  room: number
  roomMax: number
  /** This is the first thing to do on the page. */
  isLarge: boolean
  /** By default, if it is large. */
  hasFolderButton?: boolean
  onFiles: (files: File[]) => void
  /** Returns files that were dropped before this was shown, once. */
  takeDropped?: () => File[]
  /** Takes the images of a folder; without it they are refused like any other non-audio file. */
  onPictures?: (files: File[]) => void
}

export function AudioDrop({
  room,
  roomMax,
  isLarge,
  hasFolderButton = isLarge,
  onFiles,
  takeDropped,
  onPictures,
}: AudioDropProps) {
  const [refusals, setRefusals] = useState<string[]>([])
  const [isUnpacking, setIsUnpacking] = useState(false)
  const take = async (dropped: File[]) => {
    setIsUnpacking(dropped.some(isZip))
    const { all, refusals: unpacking } = await unpackAll(dropped)
    setIsUnpacking(false)
    const pictures = onPictures ? all.filter(isPicture) : []
    const files = all.filter((file) => !pictures.includes(file))
    if (pictures.length > 0) onPictures?.(pictures)
    const good = files.filter((file) => refusalOf(file) === null)
    const fitting = inNaturalOrder(good).slice(0, Math.max(0, room))
    setRefusals([...unpacking, ...describeRefusals(files, good.length - fitting.length, roomMax)])
    if (fitting.length > 0) onFiles(fitting)
  }
  const isOver = useDropAnywhere((files) => void take(files))
  const begin = useEffectEvent(() => {
    const dropped = takeDropped?.() ?? []
    if (dropped.length > 0) void take(dropped)
  })
  useEffect(() => begin(), [])
  return (
    <div>
      <label
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
          <span role="status" className="block text-sm text-ink-2">
            {t(isUnpacking ? 'studio.zipUnpacking' : 'studio.soundHint')}
          </span>
        </span>
        <FileInput accept={`${AUDIO_ACCEPT},.zip`} multiple className="sr-only" onFiles={(files) => void take(files)} />
      </label>
      {hasFolderButton && <FolderButton onFiles={(files) => void take(files)} />}
      {refusals.length > 0 && <Refusals refusals={refusals} onDismiss={() => setRefusals([])} />}
    </div>
  )
}

/** Chooses a whole folder. */
function FolderButton({ onFiles }: { onFiles: (files: File[]) => void }) {
  const folder = useRef<HTMLInputElement>(null)
  return (
    <p className="mt-3 text-center max-md:hidden">
      <Button kind="quiet" onClick={() => folder.current?.click()}>
        {t('studio.soundFolder')}
      </Button>
      <FileInput
        ref={folder}
        multiple
        tabIndex={-1}
        aria-label={t('studio.soundFolder')}
        className="sr-only"
        {...{ webkitdirectory: '' }}
        onFiles={(files) => onFiles(files.filter(({ name }) => !name.startsWith('.')))}
      />
    </p>
  )
}

function Refusals({ refusals, onDismiss }: { refusals: readonly string[]; onDismiss: () => void }) {
  return (
    <div role="alert" className="mt-3 flex items-start gap-3 rounded-item bg-pink-soft px-4 py-3 text-sm">
      <AlertIcon size={18} aria-hidden="true" className="mt-0.5 shrink-0 text-pink" />
      <ul className="min-w-0 flex-1">
        {refusals.map((text) => (
          <li key={text} className="break-words">
            {text}
          </li>
        ))}
      </ul>
      <Button kind="quiet" size="small" onClick={onDismiss}>
        {t('studio.dismiss')}
      </Button>
    </div>
  )
}

export const isPicture = (file: File): boolean => imageRefusalOf(file) !== 'kind' && file.type.startsWith('image/')
