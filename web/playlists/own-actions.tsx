/** What the owner of a playlist can do with it, as words: sort its songs, change its rules, save a fixed copy, edit it. */
import { lazy, Suspense, useState } from 'react'
import type { getPlaylist } from '#contract/listening/playlists.ts'
import type { Wire } from '#contract/endpoint.ts'
import { Link } from '#web/navigation/link.tsx'
import { WordButton } from '#web/ui/controls/word-button.tsx'
import { t } from '#web/words/words.ts'

const DetailsDialog = lazy(async () => ({ default: (await import('./details-dialog.tsx')).DetailsDialog }))
const FreezeDialog = lazy(async () => ({ default: (await import('./smart/freeze-dialog.tsx')).FreezeDialog }))

type Opened = 'details' | 'freeze'

export function OwnActions({
  playlist,
  hasSongs,
  isEditing,
  onEdit,
}: {
  playlist: Wire<typeof getPlaylist>
  hasSongs: boolean
  isEditing: boolean
  onEdit: (isEditing: boolean) => void
}) {
  const [isOpen, setIsOpen] = useState(false)
  const [opened, setOpened] = useState<Opened | null>(null)
  const open = (which: Opened) => {
    setOpened(which)
    setIsOpen(true)
  }
  const dialog = { playlist, isOpen, onClose: () => setIsOpen(false) }
  return (
    <>
      {playlist.isSmart ? (
        <>
          <Link
            to={`/playlists/smart/${playlist.id ?? ''}`}
            className="inline-flex min-h-11 items-center font-strong underline decoration-2 underline-offset-[5px] hover:no-underline"
          >
            {t('smart.rules')}
          </Link>
          <WordButton label={t('smart.freeze')} aria-haspopup="dialog" onClick={() => open('freeze')}>
            {t('smart.freeze')}
          </WordButton>
        </>
      ) : (
        hasSongs && (
          <WordButton label={t('playlists.editSongs')} aria-pressed={isEditing} onClick={() => onEdit(!isEditing)}>
            {t('playlists.editSongs')}
          </WordButton>
        )
      )}
      <WordButton label={t('playlists.editDetails')} aria-haspopup="dialog" onClick={() => open('details')}>
        {t('playlists.editDetails')}
      </WordButton>
      <Suspense fallback={null}>
        {opened === 'details' && <DetailsDialog {...dialog} />}
        {opened === 'freeze' && <FreezeDialog {...dialog} />}
      </Suspense>
    </>
  )
}
