/** Opens the dialog for sharing the content of a page. */
import { useState } from 'react'
import { LateShareDialog } from '#web/player/share/late-share-dialog.tsx'
import type { ShareTarget } from '#web/frame/share-target.ts'
import { WordButton } from '#web/ui/controls/word-button.tsx'
import { t } from '#web/words/words.ts'

export function ShareButton({ target }: { target: ShareTarget }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <WordButton
        label={t('share.openTitle', { title: target.title })}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        {t('share.openWord')}
      </WordButton>
      <LateShareDialog target={target} isOpen={isOpen} onClose={() => setIsOpen(false)} />
    </>
  )
}
