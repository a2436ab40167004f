/** Opens the dialog for sharing the content of a page. */
import { useState } from 'react'
import { LateShareDialog } from '#web/player/share/late-share-dialog.tsx'
import type { ShareTarget } from '#web/frame/share-target.ts'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { ShareIcon } from '#web/ui/icon.tsx'
import { t } from '#web/words/words.ts'

export function ShareButton({ target }: { target: ShareTarget }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <IconButton
        label={t('share.openTitle', { title: target.title })}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
        className="size-12 border-[1.5px] border-current !text-inherit"
      >
        <ShareIcon size={19} aria-hidden="true" />
      </IconButton>
      <LateShareDialog target={target} isOpen={isOpen} onClose={() => setIsOpen(false)} />
    </>
  )
}
