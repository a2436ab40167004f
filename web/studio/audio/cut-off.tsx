/** An interrupted upload: how much has arrived, and a button to choose the file again and resume.
 * Uploads of this window are uploads/line.tsx. */
import { useRef, useState } from 'react'
import { useSite } from '#web/data/site.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { FileInput } from '#web/ui/controls/file-input.tsx'
import { UploadIcon } from '#web/ui/icon.tsx'
import { showToast } from '#web/ui/overlays/toast.tsx'
import { t } from '#web/words/words.ts'
import { Trouble } from '#web/studio/uploads/line-parts.tsx'
import { refusalOf, AUDIO_ACCEPT } from '#web/studio/uploads/audio-files.ts'
import { describeRefusals } from '#web/studio/uploads/audio-refusals.ts'
import { arrivedPart, isSameFile, type Arrival, type AudioItem } from '#web/studio/uploads/audio-items.ts'
import { uploadActions } from '#web/studio/uploads/window.ts'
import type { AudioParent } from '#web/studio/uploads/upload.ts'

type Waiting = Pick<AudioItem, 'id' | 'title' | 'uploadId' | 'liveUrl'> & { arrival: Arrival }

/** 'Cut off at 18 %', with the name of the missing file. */
export function formatCutOff({ arrival, liveUrl }: Pick<Waiting, 'arrival' | 'liveUrl'>): string {
  const percent = Math.floor(arrivedPart(arrival) * 100)
  const state = arrival.receivedBytes > 0 ? t('studio.cutOff', { percent }) : t('studio.notSent')
  const text = arrival.file === null ? [state] : [state, arrival.file.name]
  return [...text, ...(liveUrl === null ? [] : [t('studio.oldPlays')])].join(' · ')
}

/** Resumes with the same file; any other file is sent from the beginning. */
export function resumeUpload(
  site: ReturnType<typeof useSite>,
  parent: AudioParent,
  audioItem: Waiting,
  file: File,
): void {
  if (isSameFile(audioItem.arrival, file)) return uploadActions.continueWith(site, parent, audioItem, file)
  if (audioItem.arrival.receivedBytes > 0) showToast(t('studio.otherFile', { name: file.name }))
  uploadActions.replace(site, parent, audioItem, file)
}

export function ChooseAgain({ parent, audioItem }: { parent: AudioParent; audioItem: Waiting }) {
  const site = useSite()
  const isBegun = audioItem.arrival.receivedBytes > 0
  return (
    <ChooseFile
      label={t(isBegun ? 'studio.chooseAgain' : 'studio.chooseFile')}
      name={t(isBegun ? 'studio.chooseAgainFor' : 'studio.chooseFileFor', { title: audioItem.title })}
      onFile={(file) => resumeUpload(site, parent, audioItem, file)}
    />
  )
}

/** `name`: the label with the title, for screen readers. */
export function ChooseFile({ label, name, onFile }: { label: string; name: string; onFile: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const [refusal, setRefusal] = useState<string>()
  const take = (file: File | undefined) => {
    if (!file) return
    setRefusal(describeRefusals([file], 0, 1)[0])
    if (refusalOf(file) === null) onFile(file)
  }
  return (
    <>
      <Button
        kind="quiet"
        size="small"
        icon={<UploadIcon size={16} aria-hidden="true" />}
        aria-label={name}
        onClick={() => input.current?.click()}
        className="max-md:min-h-11 max-xl:basis-full"
      >
        {label}
      </Button>
      <FileInput ref={input} accept={AUDIO_ACCEPT} hidden onFiles={([file]) => take(file)} />
      {refusal && (
        <div className="w-full">
          <Trouble>{refusal}</Trouble>
        </div>
      )}
    </>
  )
}
