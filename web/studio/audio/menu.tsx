/** The actions for one track or episode of a list: play, edit, copy its
 * link, replace the file, publish or change its date, delete, move. */
import { useRef, useState } from 'react'
import { playablesOfEpisodes, playablesOfTracks } from '#web/player/state/playables.ts'
import { usePlayer } from '#web/player/state/store.ts'
import { useSettings, useSite } from '#web/data/site.ts'
import { writeClipboard } from '#web/ui/controls/copy.tsx'
import { FileInput } from '#web/ui/controls/file-input.tsx'
import { MoreIcon } from '#web/ui/icon.tsx'
import { Menu, type MenuEntry } from '#web/ui/overlays/menu.tsx'
import { showToast, showErrorToast } from '#web/ui/overlays/toast.tsx'
import { t } from '#web/words/words.ts'
import { useMay } from '#web/studio/content/role.ts'
import { DeleteAudioDialog } from './delete-audio.tsx'
import { PublishAudioDialog } from '#web/studio/publishing/publish-dialog.tsx'
import { refusalOf, AUDIO_ACCEPT } from '#web/studio/uploads/audio-files.ts'
import { describeRefusals } from '#web/studio/uploads/audio-refusals.ts'
import { editPathOf, audioState, type AudioItem } from '#web/studio/uploads/audio-items.ts'
import { uploadActions } from '#web/studio/uploads/window.ts'
import type { AudioParent } from '#web/studio/uploads/upload.ts'

type Question = 'publish' | 'delete'

type Props = { parent: AudioParent; audioItem: AudioItem; isParentOut: boolean; moves: MenuEntry[] }

export function AudioMenu({ parent, audioItem, isParentOut, moves }: Props) {
  const site = useSite()
  const { publicUrl } = useSettings()
  const file = useRef<HTMLInputElement>(null)
  const publishes = useMay('publish')
  const [asking, setAsking] = useState<Question | null>(null)
  const { id, title } = audioItem
  const copyLink = async () => {
    const path = `/${parent.kind === 'album' ? 'track' : 'episode'}/${id}`
    const isCopied = await writeClipboard(new URL(path, publicUrl || location.origin).href)
    if (isCopied) showToast(t('studio.linkCopied'))
    else showErrorToast(t('studio.linkNotCopied'))
  }
  const take = (selected: File | undefined) => {
    if (!selected) return
    const [refusal] = describeRefusals([selected], 0, 1)
    if (refusalOf(selected) === null) uploadActions.replace(site, parent, audioItem, selected)
    else if (refusal !== undefined) showErrorToast(refusal)
  }
  return (
    <>
      <Menu
        label={t('studio.menuOf', { title })}
        button={<MoreIcon size={20} aria-hidden="true" />}
        buttonClassName="grid size-11 place-items-center text-ink-2 hover:text-ink"
        entries={entriesOf(
          audioItem,
          { isParentOut, publishes, moves },
          {
            copyLink: () => void copyLink(),
            replace: () => file.current?.click(),
            ask: setAsking,
          },
        )}
      />
      <FileInput ref={file} accept={AUDIO_ACCEPT} hidden onFiles={([selected]) => take(selected)} />
      {asking === 'publish' && (
        <PublishAudioDialog item={parent} audioItem={audioItem} onClose={() => setAsking(null)} />
      )}
      {asking === 'delete' && (
        <DeleteAudioDialog parent={parent} audioItem={audioItem} onClose={() => setAsking(null)} />
      )}
    </>
  )
}

function entriesOf(
  audioItem: AudioItem,
  { isParentOut, publishes, moves }: { isParentOut: boolean; publishes: boolean; moves: readonly MenuEntry[] },
  does: { copyLink: () => void; replace: () => void; ask: (question: Question) => void },
): MenuEntry[] {
  const { isDraft } = audioItem
  const isReady = audioState(audioItem) === 'ready'
  return [
    ...(isReady ? [{ key: 'play', label: t('studio.play'), onSelect: () => play(audioItem) }] : []),
    { key: 'edit', label: t('studio.edit'), href: editPathOf(audioItem) },
    // The link of a draft would not work for anybody else.
    ...(isParentOut && !isDraft && isReady
      ? [{ key: 'link', label: t('studio.copyLink'), onSelect: does.copyLink }]
      : []),
    ...(isReady
      ? [{ key: 'previews', label: t('records.previewsPart'), href: `${editPathOf(audioItem)}?part=previews` }]
      : []),
    { key: 'replace', label: t('studio.soundReplace'), onSelect: does.replace },
    ...(publishes && isParentOut && isReady
      ? [
          {
            key: 'publish',
            label: t(isDraft ? 'studio.publishOne' : 'studio.changeDate'),
            onSelect: () => does.ask('publish'),
          },
        ]
      : []),
    ...moves,
    ...(publishes
      ? [{ key: 'delete', label: t('studio.delete'), isDanger: true, onSelect: () => does.ask('delete') }]
      : []),
  ]
}

function play(audioItem: AudioItem): void {
  usePlayer
    .getState()
    .playList('albumId' in audioItem ? playablesOfTracks([audioItem]) : playablesOfEpisodes([audioItem]), 0)
}
