/** The user's avatar; a chosen file is uploaded immediately. */
import { useRef, useState } from 'react'
import { IMAGE_ACCEPT, imageRefusalOf, toSend } from '#web/data/image-files.ts'
import { Avatar } from '#web/ui/images/avatar.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { FileInput } from '#web/ui/controls/file-input.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { describeFailure } from '#web/data/failures.ts'
import { t } from '#web/words/words.ts'
import { useEditAccount } from '#web/settings/edit-account.ts'
import { Panel } from '#web/settings/panel.tsx'
import type { PartProps } from '#web/settings/part-props.ts'

export function PicturePart({ account }: PartProps) {
  const field = useRef<HTMLInputElement>(null)
  const [refusal, setRefusal] = useState<string>()
  const saving = useEditAccount(t('settings.pictureSaved'))
  const removing = useEditAccount(t('settings.pictureRemoved'))
  const failure = saving.error ?? removing.error
  const take = async (selected: File | undefined) => {
    setRefusal(undefined)
    if (!selected) return
    const kind = imageRefusalOf(selected)
    const file = kind === null ? await toSend(selected) : null
    if (file) saving.mutate({ artwork: file })
    else setRefusal(t(kind === 'large' ? 'settings.pictureLarge' : 'settings.pictureKind'))
  }
  return (
    <Panel title={t('settings.picture')}>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-4">
        <Avatar src={account.artworkUrl} seed={account.id} size="large" />
        <div className="min-w-0 flex-1 basis-36">
          <div className="flex flex-wrap gap-2.5">
            <Button kind="quiet" isWaiting={saving.isPending} onClick={() => field.current?.click()}>
              {t(account.artworkUrl === null ? 'settings.pictureChoose' : 'settings.pictureChange')}
            </Button>
            {account.artworkUrl !== null && (
              <Button kind="quiet" isWaiting={removing.isPending} onClick={() => removing.mutate({ artwork: '' })}>
                {t('settings.remove')}
              </Button>
            )}
          </div>
          <p className="mt-2 text-sm text-ink-2">{t('settings.pictureHint')}</p>
        </div>
        <FileInput ref={field} accept={IMAGE_ACCEPT} hidden onFiles={([file]) => void take(file)} />
      </div>
      {(refusal ?? failure) && <Problem words={refusal ?? describeFailure(failure)} />}
    </Panel>
  )
}
