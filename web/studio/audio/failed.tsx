/** What a row offers after a failed upload: another file for it, or to remove it. */
import { useState } from 'react'
import { useSite } from '#web/data/site.ts'
import { useMay } from '#web/studio/content/role.ts'
import type { AudioItem } from '#web/studio/uploads/audio-items.ts'
import type { AudioParent } from '#web/studio/uploads/upload.ts'
import { uploadActions } from '#web/studio/uploads/window.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { t } from '#web/words/words.ts'
import { ChooseFile } from './cut-off.tsx'
import { DeleteAudioDialog } from './delete-audio.tsx'

type Failed = { parent: AudioParent; audioItem: AudioItem }

/** The file was refused. */
export function FailedFile({ parent, audioItem }: Failed) {
  const site = useSite()
  return (
    <>
      <ChooseFile
        label={t('studio.chooseOther')}
        name={t('studio.chooseOtherFor', { title: audioItem.title })}
        onFile={(file) => uploadActions.replace(site, parent, audioItem, file)}
      />
      <RemoveFailed parent={parent} audioItem={audioItem} />
    </>
  )
}

/** `uploadKey`: of the upload that did not reach the server. */
export function RemoveFailed({ parent, audioItem, uploadKey }: Failed & { uploadKey?: string }) {
  const [isAsking, setIsAsking] = useState(false)
  if (!useMay('publish')) return null
  return (
    <>
      <Button
        kind="quiet"
        size="small"
        aria-label={t('studio.removeFailedOf', { title: audioItem.title })}
        onClick={() => setIsAsking(true)}
        className="max-md:min-h-11"
      >
        {t('studio.removeFailed')}
      </Button>
      {isAsking && (
        <DeleteAudioDialog
          parent={parent}
          audioItem={audioItem}
          onGone={() => uploadKey !== undefined && uploadActions.remove(uploadKey)}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  )
}
