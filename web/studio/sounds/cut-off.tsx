/** An interrupted upload: how much has arrived, and a button to choose the file again and resume.
 * Uploads of this window are uploads/line.tsx. */
import { useRef, useState } from 'react'
import { useSite } from '#web/data/site.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { UploadIcon } from '#web/ui/icon.tsx'
import { sayDone } from '#web/ui/overlays/toast.tsx'
import { t } from '#web/words/words.ts'
import { Trouble } from '#web/studio/uploads/line-parts.tsx'
import { refusalOf, SOUND_ACCEPT } from '#web/studio/uploads/sound-files.ts'
import { wordRefusals } from '#web/studio/uploads/sound-refusals.ts'
import { arrivedPart, isSameFile, type Arrival, type Sound } from '#web/studio/uploads/sounds.ts'
import { uploadActions } from '#web/studio/uploads/window.ts'
import type { SoundParent } from '#web/studio/uploads/upload.ts'

type Waiting = Pick<Sound, 'id' | 'title' | 'uploadId' | 'liveUrl'> & { arrival: Arrival }

/** 'Cut off at 18 %', with the name of the missing file. */
export function wordCutOff({ arrival, liveUrl }: Pick<Waiting, 'arrival' | 'liveUrl'>): string {
  const percent = Math.floor(arrivedPart(arrival) * 100)
  const state = arrival.receivedBytes > 0 ? t('studio.cutOff', { percent }) : t('studio.notSent')
  const words = arrival.file === null ? [state] : [state, arrival.file.name]
  return [...words, ...(liveUrl === null ? [] : [t('studio.oldPlays')])].join(' · ')
}

/** Resumes with the same file; any other file is sent from the beginning. */
export function takeAgain(site: ReturnType<typeof useSite>, parent: SoundParent, sound: Waiting, file: File): void {
  if (isSameFile(sound.arrival, file)) return uploadActions.continueWith(site, parent, sound, file)
  if (sound.arrival.receivedBytes > 0) sayDone(t('studio.otherFile', { name: file.name }))
  uploadActions.replace(site, parent, sound, file)
}

export function ChooseAgain({ parent, sound }: { parent: SoundParent; sound: Waiting }) {
  const site = useSite()
  const input = useRef<HTMLInputElement>(null)
  const [refusal, setRefusal] = useState<string>()
  const take = (file: File | undefined) => {
    if (!file) return
    setRefusal(wordRefusals([file], 0, 1)[0])
    if (refusalOf(file) === null) takeAgain(site, parent, sound, file)
  }
  const isBegun = sound.arrival.receivedBytes > 0
  return (
    <>
      <Button
        kind="quiet"
        size="small"
        icon={<UploadIcon size={16} aria-hidden="true" />}
        aria-label={t(isBegun ? 'studio.chooseAgainFor' : 'studio.chooseFileFor', { title: sound.title })}
        onClick={() => input.current?.click()}
        className="max-md:min-h-11 max-xl:basis-full"
      >
        {t(isBegun ? 'studio.chooseAgain' : 'studio.chooseFile')}
      </Button>
      <input
        ref={input}
        type="file"
        accept={SOUND_ACCEPT}
        hidden
        onChange={(event) => {
          take(event.target.files?.[0])
          event.target.value = ''
        }}
      />
      {refusal && (
        <div className="w-full">
          <Trouble>{refusal}</Trouble>
        </div>
      )}
    </>
  )
}
