/** The actions for one track or episode of a list: play, edit, copy its
 * link, replace the file, publish or change its date, delete, move. */
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { playablesOfEpisodes, playablesOfTracks } from '#web/player/state/playables.ts'
import { usePlayer } from '#web/player/state/store.ts'
import { useSettings, useSite } from '#web/data/site.ts'
import { writeClipboard } from '#web/ui/controls/copy.tsx'
import { MoreIcon } from '#web/ui/icon.tsx'
import { Menu, type MenuEntry } from '#web/ui/overlays/menu.tsx'
import { sayDone, sayFailed } from '#web/ui/overlays/toast.tsx'
import { t } from '#web/words/words.ts'
import { deleteSound, refreshParent } from './bulk.ts'
import { DeleteDialog } from '#web/studio/forms/delete-dialog.tsx'
import { forgetSound } from './forget-sound.ts'
import { PublishSoundDialog } from '#web/studio/publishing/publish-dialog.tsx'
import { refusalOf, SOUND_ACCEPT } from '#web/studio/uploads/sound-files.ts'
import { wordRefusals } from '#web/studio/uploads/sound-refusals.ts'
import { editPathOf, soundState, type Sound } from '#web/studio/uploads/sounds.ts'
import { uploadActions } from '#web/studio/uploads/window.ts'
import type { SoundParent } from '#web/studio/uploads/upload.ts'

type Question = 'publish' | 'delete'

export function SoundMenu({
  parent,
  sound,
  isParentOut,
  moves,
}: {
  parent: SoundParent
  sound: Sound
  isParentOut: boolean
  moves: MenuEntry[]
}) {
  const site = useSite()
  const queries = useQueryClient()
  const { publicUrl } = useSettings()
  const file = useRef<HTMLInputElement>(null)
  const [asking, setAsking] = useState<Question | null>(null)
  const { id, title } = sound
  const copyLink = async () => {
    const path = `/${parent.kind === 'album' ? 'track' : 'episode'}/${id}`
    const isCopied = await writeClipboard(new URL(path, publicUrl || location.origin).href)
    if (isCopied) sayDone(t('studio.linkCopied'))
    else sayFailed(t('studio.linkNotCopied'))
  }
  const take = (chosen: File | undefined) => {
    if (!chosen) return
    const [refusal] = wordRefusals([chosen], 0, 1)
    if (refusalOf(chosen) === null) uploadActions.replace(site, parent, sound, chosen)
    else if (refusal !== undefined) sayFailed(refusal)
  }
  return (
    <>
      <Menu
        label={t('studio.menuOf', { title })}
        button={<MoreIcon size={20} aria-hidden="true" />}
        buttonClassName="grid size-11 place-items-center text-ink-2 hover:text-ink"
        entries={entriesOf(sound, isParentOut, moves, {
          copyLink: () => void copyLink(),
          replace: () => file.current?.click(),
          ask: setAsking,
        })}
      />
      <input
        ref={file}
        type="file"
        accept={SOUND_ACCEPT}
        hidden
        onChange={(event) => {
          take(event.target.files?.[0])
          event.target.value = ''
        }}
      />
      {asking === 'publish' && <PublishSoundDialog item={parent} sound={sound} onClose={() => setAsking(null)} />}
      {asking === 'delete' && (
        <DeleteDialog
          thing={{
            title,
            remove: async () => {
              await deleteSound(site.call, parent, sound)
              forgetSound(queries, sound)
              await refreshParent(queries, parent)
            },
            onGone: () => setAsking(null),
          }}
          onClose={() => setAsking(null)}
        />
      )}
    </>
  )
}

function entriesOf(
  sound: Sound,
  isParentOut: boolean,
  moves: readonly MenuEntry[],
  does: { copyLink: () => void; replace: () => void; ask: (question: Question) => void },
): MenuEntry[] {
  const { isDraft } = sound
  const isReady = soundState(sound) === 'ready'
  return [
    ...(isReady ? [{ key: 'play', label: t('studio.play'), onSelect: () => play(sound) }] : []),
    { key: 'edit', label: t('studio.edit'), href: editPathOf(sound) },
    // The link of a draft would not work for anybody else.
    ...(isParentOut && !isDraft && isReady
      ? [{ key: 'link', label: t('studio.copyLink'), onSelect: does.copyLink }]
      : []),
    { key: 'replace', label: t('studio.soundReplace'), onSelect: does.replace },
    ...(isParentOut && isReady
      ? [
          {
            key: 'publish',
            label: t(isDraft ? 'studio.publishOne' : 'studio.changeDate'),
            onSelect: () => does.ask('publish'),
          },
        ]
      : []),
    ...moves,
    { key: 'delete', label: t('studio.delete'), isDanger: true, onSelect: () => does.ask('delete') },
  ]
}

function play(sound: Sound): void {
  usePlayer.getState().playList('albumId' in sound ? playablesOfTracks([sound]) : playablesOfEpisodes([sound]), 0)
}
